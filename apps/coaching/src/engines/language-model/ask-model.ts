import {
  APICallError,
  generateText,
  jsonSchema,
  type ModelMessage,
  NoObjectGeneratedError,
  Output,
} from 'ai';
import type { ConnectedModel } from './connect-model.ts';
import { estimateTokens } from './cut-windows.ts';
import { EngineFailure } from './engine-failure.ts';
import { Reply } from './read-reply.ts';

export interface Tokens {
  input: number;
  output: number;
}

export interface Question {
  instructions: string;
  messages: ModelMessage[];
  maxOutputTokens: number;
}

export interface Answer {
  /** Null where the text is not JSON; its shape is still unchecked. */
  reply: unknown;
  text: string;
  /** As the server counts them, else estimated. */
  used: Tokens;
}

const output = Output.object({ schema: jsonSchema<unknown>(Reply), name: 'reading' });

// The library writes what a server does not support to the console, which is the log of a service.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** One request. @throws EngineFailure when there is no answer. */
export async function askModel(
  { languageModel, temperature }: ConnectedModel,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const {
      output: reply,
      text,
      usage,
    } = await generateText({
      model: languageModel,
      instructions: question.instructions,
      messages: question.messages,
      maxOutputTokens: question.maxOutputTokens,
      ...(temperature === undefined ? {} : { temperature }),
      output,
      // A second try belongs to the built-in engine.
      maxRetries: 0,
      abortSignal: signal,
      telemetry: { isEnabled: false },
    });
    return { reply, text, used: counted(question, text, usage) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!NoObjectGeneratedError.isInstance(error)) throw failureOf(error);
    const text = error.text ?? '';
    return { reply: null, text, used: counted(question, text, error.usage) };
  }
}

/** The most that a question can cost. */
export function mostTokens({ instructions, messages, maxOutputTokens }: Question): Tokens {
  const texts = messages.map(({ content }) => (typeof content === 'string' ? content : ''));
  return { input: estimateTokens([instructions, ...texts].join('\n')), output: maxOutputTokens };
}

interface Usage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

function counted(question: Question, text: string, usage: Usage | undefined): Tokens {
  return {
    input: usage?.inputTokens ?? mostTokens(question).input,
    output: usage?.outputTokens ?? estimateTokens(text),
  };
}

/** The library's error quotes the whole request, so that only its kind goes on. */
function failureOf(error: unknown): EngineFailure {
  if (!APICallError.isInstance(error)) return new EngineFailure('invalid_reply');
  const { statusCode = 0 } = error;
  if (statusCode >= 200 && statusCode < 300) return new EngineFailure('invalid_reply');
  const isPassing = statusCode === 0 || statusCode === 408 || statusCode === 429 || statusCode >= 500;
  return new EngineFailure(isPassing ? 'unavailable' : 'rejected');
}
