import { setTimeout as sleep } from 'node:timers/promises';

// biome-ignore lint/suspicious/noExplicitAny: a black box answers what it answers; tests look into it freely.
type Json = any;

export interface Reply {
  status: number;
  headers: Headers;
  body: Json;
}

const POLL_INTERVAL_MS = 100;
const POLL_TIMEOUT_MS = 300_000;

/** The REST API as a client system uses it. */
export class Api {
  readonly baseUrl: string;
  readonly key: string;

  constructor(baseUrl: string, key: string) {
    this.baseUrl = baseUrl;
    this.key = key;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('GET', path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('POST', path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async send(
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: string },
  ): Promise<Reply> {
    const headers = { 'x-api-key': this.key, ...options.headers };
    const response = await fetch(this.baseUrl + path, { ...options, method, headers });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  /** Polls as a client does, until the recording is COMPLETED or FAILED. A gateway that restarts is asked again. */
  async awaitAnalysis(callEventId: string): Promise<Json> {
    const giveUpAtMs = Date.now() + POLL_TIMEOUT_MS;
    for (;;) {
      const reply = await this.get(`/calls/call_event_id:${callEventId}/analysis`).catch(() => null);
      if (reply?.body?.status === 'COMPLETED' || reply?.body?.status === 'FAILED') return reply.body;
      if (Date.now() > giveUpAtMs) throw new Error(`still not over: ${JSON.stringify(reply?.body)}`);
      await sleep(POLL_INTERVAL_MS);
    }
  }
}
