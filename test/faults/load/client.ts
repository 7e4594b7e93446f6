import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '../stack/stack.ts';

// biome-ignore lint/suspicious/noExplicitAny: a client is answered what it is answered.
type Json = any;

/** A reply, or null when the connection broke. */
export type Answer = { status: number; body: Json; headers: Headers; milliseconds: number } | null;

/** No reply may come later than this (I4), unless a row says otherwise, and one that has not come by twice of it does not come. */
export const REPLY_LIMIT_MS = 10_000;
/** What a busy client itself may take. */
const MEASURING_MS = 500;
const RETRY_MS = 250;
/** The 500 is documented, too, and says that something of ours is at fault. */
const DOCUMENTED = new Set([200, 201, 202, 204, 404, 409]);

/** A client system: it measures each reply, and asks again where an outage answered. */
export class Client {
  readonly #baseUrls: string[];
  readonly #broken: Set<string>;
  /** Whether a broken connection breaks I4: it does unless the gateway itself is hit. */
  readonly #mayDisconnect: boolean;
  /** What an outage may answer. */
  readonly #outage: ReadonlySet<number>;
  readonly #replyLimitMs: number;
  readonly #headers: Readonly<Record<string, string>>;
  #asked = 0;
  slowestMs = 0;
  readonly counts = { answered: 0, outage: 0, disconnected: 0 };

  constructor(o: {
    baseUrl: string;
    broken: Set<string>;
    mayDisconnect: boolean;
    mayTimeOut: boolean;
    replyLimitMs: number;
    /** Of each request, besides the tenant's key. */
    headers?: Readonly<Record<string, string>>;
  }) {
    this.#baseUrls = [o.baseUrl];
    this.#headers = o.headers ?? {};
    this.#broken = o.broken;
    this.#mayDisconnect = o.mayDisconnect;
    this.#replyLimitMs = o.replyLimitMs;
    this.#outage = new Set(o.mayTimeOut ? [503, 504] : [503]);
  }

  /** From now on it asks another replica as well, and this alone where one accepts no connection: a load balancer. */
  balance(baseUrl: string): void {
    this.#baseUrls.push(baseUrl);
  }

  async get(tenant: Tenant, path: string): Promise<Answer> {
    return this.#ask(tenant, 'GET', path);
  }

  async post(tenant: Tenant, path: string, body: unknown): Promise<Answer> {
    return this.#ask(tenant, 'POST', path, JSON.stringify(body));
  }

  async delete(tenant: Tenant, path: string): Promise<Answer> {
    return this.#ask(tenant, 'DELETE', path);
  }

  /** Asks until something other than an outage answers. */
  async insist(ask: () => Promise<Answer>, stop: AbortSignal): Promise<NonNullable<Answer>> {
    for (;;) {
      const answer = await ask();
      if (answer !== null && answer.status < 500) return answer;
      await sleep(RETRY_MS, undefined, { signal: stop });
    }
  }

  async #ask(tenant: Tenant, method: string, path: string, sent?: string): Promise<Answer> {
    const startedAt = performance.now();
    const what = `${method} ${path.split(/[?:]/)[0]}`;
    try {
      const response = await this.#fetch(path, {
        method,
        headers: {
          'x-api-key': tenant.key,
          ...this.#headers,
          ...(sent !== undefined && { 'content-type': 'application/json' }),
        },
        ...(sent !== undefined && { body: sent }),
        signal: AbortSignal.timeout(2 * REPLY_LIMIT_MS),
      });
      const { status, headers } = response;
      const isPage = headers.get('content-type')?.startsWith('text/html');
      const body = status === 204 ? null : await (isPage ? response.text() : response.json());
      const answer = { status, headers, milliseconds: 0, body: body as Json };
      answer.milliseconds = performance.now() - startedAt;
      this.#judge(what, answer);
      return answer;
    } catch (error) {
      this.counts.disconnected += 1;
      const { name, cause } = error as Error & { cause?: { code?: string } };
      if (name === 'TimeoutError')
        this.#broken.add(`I4: ${what} was not answered in ${(2 * REPLY_LIMIT_MS) / 1000} s`);
      else if (!this.#mayDisconnect)
        this.#broken.add(`I4: ${what} was cut off (${cause?.code ?? String(error)})`);
      return null;
    }
  }

  /** Of each replica in turn; of the next one where it accepts no connection. */
  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const first = this.#asked++;
    for (let tried = 1; ; tried += 1) {
      const baseUrl = this.#baseUrls[(first + tried) % this.#baseUrls.length];
      try {
        return await fetch(baseUrl + path, init);
      } catch (error) {
        const { code } = ((error as Error).cause ?? {}) as { code?: string };
        if (code !== 'ECONNREFUSED' || tried >= this.#baseUrls.length) throw error;
      }
    }
  }

  #judge(what: string, { status, body, headers, milliseconds }: NonNullable<Answer>): void {
    const isOutage = this.#outage.has(status);
    this.counts[isOutage ? 'outage' : 'answered'] += 1;
    this.slowestMs = Math.max(this.slowestMs, milliseconds);
    if (!isOutage && !DOCUMENTED.has(status)) {
      this.#broken.add(`I4: ${what} answered ${status} ${JSON.stringify(body).slice(0, 160)}`);
    }
    if (status === 503 && !headers.has('retry-after'))
      this.#broken.add(`I4: ${what} answered 503 without Retry-After`);
    if (milliseconds > this.#replyLimitMs + MEASURING_MS) {
      this.#broken.add(`I4: ${what} took longer than ${this.#replyLimitMs / 1000} s`);
    }
  }
}
