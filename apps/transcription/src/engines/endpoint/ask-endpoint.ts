import { secondsOfRetryAfter } from '../../download/classify-failure.ts';
import type { Endpoint } from './endpoint-settings.ts';

/** From the one that says most to the one that all know. */
export const formats = ['verbose_json', 'json', 'text'] as const;
export type Format = (typeof formats)[number];

/**
 * `refused`: the settings are wrong, or the account is. `away`: it does not answer, or has no room now. `format`: it does
 * not know the format. `unfit`: it does not take this audio. `garbled`: what it answers is not a transcript.
 */
export type FailureKind = 'refused' | 'away' | 'format' | 'unfit' | 'garbled';

/** Says what an endpoint answered in a few words of ours: its own may quote the key, or what was said. */
export class EndpointFailure extends Error {
  readonly kind: FailureKind;
  readonly retryAfterSeconds: number | null;

  constructor(kind: FailureKind, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.name = 'EndpointFailure';
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface EndpointRequest {
  /** A WAV: some 32 KB a second, 0.9 MB for a window of 28 s, of the 25 MB that services take. */
  audio: Uint8Array<ArrayBuffer>;
  format: Format;
  temperature: number | null;
}

/** A window with times of all its words takes 20 KB. */
const REPLY_MAX_BYTES = 1024 * 1024;
const CODE = /^[\w.-]{1,60}$/;
/** Said with status 429, and does not pass by itself. */
const OUT_OF_CREDIT = /^(insufficient_quota|billing_\w+|credit_\w+)$/;
const UNKNOWN_MODEL = /^(model_not_found|invalid_model|model_not_available)$/;
const OF_FORMAT = /response_format|verbose_json|timestamp_granularities/;

/**
 * One request: the body of a reply with status 200.
 * @throws EndpointFailure; the signal's reason when that is aborted.
 */
export async function askEndpoint(
  endpoint: Endpoint,
  request: EndpointRequest,
  signal: AbortSignal,
): Promise<string> {
  const deadline = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      body: formOf(endpoint, request),
      headers: {
        accept: 'application/json, text/plain',
        ...(endpoint.apiKey === undefined ? {} : { authorization: `Bearer ${endpoint.apiKey}` }),
      },
      // Followed, it would carry the key and the audio to another host.
      redirect: 'manual',
      signal: AbortSignal.any([signal, deadline]),
    });
    const body = await readBody(response);
    if (response.status !== 200) throw failureOf(response, body);
    return body;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EndpointFailure) throw error;
    if (deadline.aborted) throw new EndpointFailure('away', 'no answer in time');
    throw new EndpointFailure('away', connectionFault(error));
  }
}

function formOf({ model, language }: Endpoint, { audio, format, temperature }: EndpointRequest): FormData {
  const form = new FormData();
  form.append('file', new Blob([audio], { type: 'audio/wav' }), 'window.wav');
  form.append('model', model);
  form.append('response_format', format);
  if (format === 'verbose_json') {
    form.append('timestamp_granularities[]', 'word');
    form.append('timestamp_granularities[]', 'segment');
  }
  if (language !== undefined) form.append('language', language.split('-')[0] ?? language);
  if (temperature !== null) form.append('temperature', String(temperature));
  return form;
}

async function readBody({ body }: Response): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > REPLY_MAX_BYTES) throw new EndpointFailure('garbled', 'a reply without end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function failureOf({ status, headers }: Response, body: string): EndpointFailure {
  const { code, param } = errorIn(body);
  const said = `HTTP ${status}${code === '' ? '' : ` (${code})`}`;
  const waits = secondsOfRetryAfter(headers.get('retry-after') ?? '');
  if (status >= 300 && status < 400) return new EndpointFailure('refused', `${said}, a redirect`);
  if (OUT_OF_CREDIT.test(code) || UNKNOWN_MODEL.test(code) || param === 'model')
    return new EndpointFailure('refused', said);
  if ([400, 413, 415, 422].includes(status))
    return new EndpointFailure(OF_FORMAT.test(body) ? 'format' : 'unfit', said);
  // 498 is Groq's word for a lack of capacity.
  const mayPass = status >= 500 || [408, 409, 425, 429, 498, 499].includes(status);
  return new EndpointFailure(mayPass ? 'away' : 'refused', said, waits);
}

/** The code that most put into `error`, where it is a word. */
function errorIn(body: string): { code: string; param: string } {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; type?: unknown; param?: unknown } };
    const words = [error?.code, error?.type].filter(
      (word): word is string => typeof word === 'string' && CODE.test(word),
    );
    return { code: words[0] ?? '', param: typeof error?.param === 'string' ? error.param : '' };
  } catch {
    return { code: '', param: '' };
  }
}

function connectionFault(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const known = [cause?.code, code].find((one): one is string => typeof one === 'string' && CODE.test(one));
  return known === undefined ? 'the connection broke' : `the connection failed (${known})`;
}
