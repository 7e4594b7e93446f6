import { type Answer, askModel, mostTokens, type Question } from './ask-model.ts';
import type { ConnectedModel } from './connect-model.ts';
import type { Window } from './cut-windows.ts';
import type { Spending } from './daily-budget.ts';
import { EngineFailure } from './engine-failure.ts';
import type { Prompt } from './prompt.ts';
import { type FoundStretch, readReply } from './read-reply.ts';

export interface WindowRequest {
  model: ConnectedModel;
  window: Window;
  prompt: Prompt;
  /** What the first question can cost is already reserved. */
  spending: Spending;
}

/** Of a reply that could not be used: enough to see what was wrong with it. */
const WRONG_REPLY_MAX_CHARACTERS = 6_000;

export function firstQuestion({ instructions, text, maxOutputTokens }: Prompt): Question {
  return { instructions, maxOutputTokens, messages: [{ role: 'user', content: text }] };
}

/** What one window does, asked for once more where the reply cannot be used. @throws EngineFailure */
export async function readWindow(request: WindowRequest, signal: AbortSignal): Promise<FoundStretch[]> {
  const first = firstQuestion(request.prompt);
  const answer = await ask(request, first, signal);
  const { found, faults, isUsable } = readReply(answer.reply, request.window);
  if (isUsable) return found;
  const second = repairQuestion(first, answer, faults);
  if (!(await request.spending.reserve(mostTokens(second)))) throw new EngineFailure('daily_limit');
  const repaired = readReply((await ask(request, second, signal)).reply, request.window);
  if (!repaired.isUsable) throw new EngineFailure('invalid_reply');
  return repaired.found;
}

async function ask(
  { model, spending }: WindowRequest,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const answer = await askModel(model, question, signal);
    spending.add(answer.used);
    return answer;
  } catch (error) {
    // A request that was given up, or whose reply is no use, is paid for all the same.
    const isFree = !signal.aborted && error instanceof EngineFailure && error.reason !== 'invalid_reply';
    if (!isFree) spending.add(mostTokens(question));
    throw error;
  }
}

function repairQuestion(first: Question, { text }: Answer, faults: readonly string[]): Question {
  const wrong = text.slice(0, WRONG_REPLY_MAX_CHARACTERS).toWellFormed().trim();
  const request = `That answer cannot be used:\n${faults.join('\n')}\nGive the whole answer again.`;
  return {
    ...first,
    messages: [
      ...first.messages,
      // Some servers refuse an empty message.
      { role: 'assistant', content: wrong === '' ? '{}' : wrong },
      { role: 'user', content: request },
    ],
  };
}
