import { setTimeout as sleep } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../client/schema.d.ts';
import type { Contract } from './contract.ts';
import { isDisturbed } from './launch-debrief.ts';
import { MOST_TRIES } from './try-again.ts';

// biome-ignore lint/suspicious/noExplicitAny: a black box answers what it answers; tests look into it freely.
type Json = any;

export interface Reply {
  status: number;
  headers: Headers;
  body: Json;
}

export interface RequestParts {
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

const POLL_INTERVAL_MS = 100;
const POLL_TIMEOUT_MS = 300_000;
/** What a client may send again: where everything breaks in turn, also what was cut off or got no answer in time. */
const isWorthAnotherTry = (response: Response) =>
  response.status === 504
    ? isDisturbed
    : response.status === 503 && Number(response.headers.get('retry-after')) > 0;

/** The REST API as a client system uses it. Every reply is measured by the OpenAPI document; one that breaks it throws. */
export class Api {
  readonly baseUrl: string;
  readonly key: string;
  readonly contract: Contract;
  /** Generated from the OpenAPI document, with its types. */
  readonly client: Client<paths>;

  constructor(baseUrl: string, key: string, contract: Contract) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.contract = contract;
    this.client = createClient<paths>({
      baseUrl,
      headers: { 'x-api-key': key },
      fetch: (request) =>
        this.#patiently(request.method, request.url.slice(baseUrl.length), () => fetch(request.clone())),
    });
  }

  /** The same API with another key. */
  withKey(key: string): Api {
    return new Api(this.baseUrl, key, this.contract);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('GET', path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#sendJson('POST', path, body, headers);
  }

  put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#sendJson('PUT', path, body, headers);
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('DELETE', path, { headers });
  }

  /**
   * Anything a client may send, well-formed or not. A 503 is asked again after as long as it says, as clients do: on a
   * busy machine any of thousands of requests may take longer than the gateway waits.
   */
  send(method: string, path: string, options: RequestParts): Promise<Reply> {
    return this.sendAs({ 'x-api-key': this.key, ...options.headers }, method, path, options);
  }

  /** With these headers alone: whoever asks is whom they say. */
  async sendAs(
    headers: Record<string, string>,
    method: string,
    path: string,
    { body }: RequestParts = {},
  ): Promise<Reply> {
    const response = await this.#patiently(method, path, () =>
      fetch(this.baseUrl + path, { ...(body !== undefined && { body }), method, headers }),
    );
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  }

  /** Polls as a client does, until the recording is COMPLETED or FAILED. A gateway that restarts is asked again. */
  async awaitAnalysis(callEventId: string, resource: 'calls' | 'roleplays' = 'calls'): Promise<Json> {
    const giveUpAtMs = Date.now() + POLL_TIMEOUT_MS;
    for (;;) {
      const path = `/${resource}/call_event_id:${callEventId}/analysis`;
      const reply = await this.get(path).catch((error: unknown) => {
        if (error instanceof BrokenContract) throw error;
        return null;
      });
      if (reply?.body?.status === 'COMPLETED' || reply?.body?.status === 'FAILED') return reply.body;
      if (Date.now() > giveUpAtMs) throw new Error(`still not over: ${JSON.stringify(reply?.body)}`);
      await sleep(POLL_INTERVAL_MS);
    }
  }

  #sendJson(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Reply> {
    return this.send(method, path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async #patiently(method: string, path: string, ask: () => Promise<Response>): Promise<Response> {
    const askedAtMs = Date.now();
    let mayBeDone = false;
    for (let tries = 1; ; tries += 1) {
      const response = await ask().catch((error: unknown) => {
        if (!isDisturbed || tries === MOST_TRIES) throw error;
        return null;
      });
      if (response !== null) await this.#measure(method, path, response);
      if (response !== null && (tries === MOST_TRIES || !isWorthAnotherTry(response)))
        return mayBeDone ? asToFirstTry(method, response, askedAtMs) : response;
      mayBeDone ||= response === null || response.status === 504;
      await sleep(1000 * (Number(response?.headers.get('retry-after')) || 1));
    }
  }

  async #measure(method: string, path: string, response: Response): Promise<void> {
    const { status, headers } = response;
    const text = await response.clone().text();
    const faults = this.contract.faultsOf(method, path, { status, headers, text });
    if (faults.length > 0) throw new BrokenContract(faults);
  }
}

/** What a try that got no answer has made is there at the next one, which says 200: to the client that asked it is new. */
async function asToFirstTry(method: string, response: Response, askedAtMs: number): Promise<Response> {
  if (method !== 'POST' || response.status !== 200) return response;
  const { created_date } = (await response.clone().json()) as { created_date?: string };
  const isNew = created_date !== undefined && Date.parse(created_date) >= askedAtMs;
  return isNew ? new Response(response.body, { status: 201, headers: response.headers }) : response;
}

async function bodyOf(response: Response): Promise<Json> {
  return response.status === 204 ? null : response.json();
}

/** A reply that the OpenAPI document does not allow. */
export class BrokenContract extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'BrokenContract';
  }
}
