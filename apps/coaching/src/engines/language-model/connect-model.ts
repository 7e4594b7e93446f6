import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractJsonMiddleware, type LanguageModel, wrapLanguageModel } from 'ai';

export type EngineName = 'openai-compatible' | 'anthropic';

export interface ModelAddress {
  engine: EngineName;
  model: string;
  /** Base address, such as `http://127.0.0.1:11434/v1`. */
  url?: string | undefined;
  apiKey?: string | undefined;
}

export interface ConnectedModel {
  engine: EngineName;
  model: string;
  languageModel: LanguageModel;
  /** Zero makes small models keep to the words; Anthropic's newer models refuse the setting. */
  temperature: number | undefined;
}

/** A reply of 1,500 words takes 40 KB. */
const REPLY_MAX_BYTES = 512 * 1024;

/** Makes no request. */
export function connectModel({ engine, model, url, apiKey }: ModelAddress): ConnectedModel {
  const provider = engine === 'anthropic' ? anthropicModel : openAiCompatibleModel;
  const languageModel = wrapLanguageModel({
    model: provider(model, url, apiKey),
    middleware: extractJsonMiddleware({ transform: jsonOf }),
  });
  return { engine, model, languageModel, temperature: engine === 'anthropic' ? undefined : 0 };
}

/** Local models put their thoughts, a code fence and a greeting around what they were asked for. */
function jsonOf(text: string): string {
  const answer = text.slice(text.lastIndexOf('</think>') + 1);
  const end = answer.lastIndexOf('}');
  const start = answer.indexOf('{');
  return start === -1 || end < start ? answer : answer.slice(start, end + 1);
}

function anthropicModel(model: string, url?: string, apiKey?: string) {
  const address = url === undefined ? {} : { baseURL: url };
  // An empty key keeps the library from reading one from the environment on its own.
  return createAnthropic({ ...address, apiKey: apiKey ?? '', fetch: boundedFetch })(model);
}

function openAiCompatibleModel(model: string, url?: string, apiKey?: string) {
  return createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: url ?? '',
    ...(apiKey === undefined ? {} : { apiKey }),
    supportsStructuredOutputs: true,
    ...(url !== undefined && new URL(url).hostname === 'api.openai.com' ? { transformRequestBody } : {}),
    fetch: boundedFetch,
  })(model);
}

/** OpenAI's own newer models refuse these two settings, which all other servers know. */
export function transformRequestBody(body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens, temperature: _, ...rest } = body;
  return { ...rest, max_completion_tokens: max_tokens };
}

/** A redirect would carry the key and the transcript to another host; a reply without end would fill the memory. */
async function boundedFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let bytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > REPLY_MAX_BYTES) controller.error(new Error('The reply is too large'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}
