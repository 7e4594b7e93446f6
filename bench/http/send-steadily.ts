import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What one request was answered with. Times are from the moment at which it was due to be sent. */
export interface Answer {
  /** Since the first. */
  readonly dueMs: number;
  readonly tookMs: number;
  /** 0 where the connection broke. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

const TICK_MS = 10;
/** A gateway takes 4,096 by default. What is due when all are busy waits, and its time with it. */
const SOCKETS_MAX = 4_000;

/** Sends so many requests a second, however long the answers take. */
export async function sendSteadily(o: {
  url: string;
  headers: Readonly<Record<string, string>>;
  bodyOf: (number: number) => string;
  perSecond: number;
  seconds: number;
  signal: AbortSignal;
}): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  const startedAt = performance.now();
  const answers: Promise<Answer>[] = [];
  function send(dueMs: number): Promise<Answer> {
    const body = o.bodyOf(answers.length);
    return new Promise((resolve) => {
      const end = (status: number, hasRetryAfter: boolean) =>
        resolve({ dueMs, tookMs: performance.now() - startedAt - dueMs, status, hasRetryAfter });
      const sent = request(o.url, { method: 'POST', agent, headers: o.headers }, (response) => {
        const { statusCode = 0, headers } = response;
        response.once('end', () => end(statusCode, headers['retry-after'] !== undefined)).resume();
      });
      sent.once('error', () => end(0, false)).end(body);
    });
  }
  const total = Math.round(o.perSecond * o.seconds);
  while (answers.length < total) {
    const elapsedMs = performance.now() - startedAt;
    for (let next = answers.length; next < total; next = answers.length) {
      const dueMs = (next * 1_000) / o.perSecond;
      if (dueMs > elapsedMs) break;
      answers.push(send(dueMs));
    }
    await sleep(TICK_MS, undefined, { signal: o.signal });
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return all;
}
