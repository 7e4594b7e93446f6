import { setTimeout as delay } from 'node:timers/promises';
import { type ConnectionOptions, connect, ErrorCode, type NatsConnection, NatsError } from 'nats';
import { type MessagingLog, sparingly } from './log.ts';

const RETRY_MAX_MS = 2000;

/**
 * Connects as soon as the server is there, and says now and then that it waits.
 * @param url `nats://` or `tls://`, with credentials if needed; several servers separated by commas.
 * @throws at once when the server refuses the credentials, else after `patienceMs`.
 */
export async function dial(
  url: string,
  name: string,
  log: MessagingLog,
  patienceMs: number,
): Promise<NatsConnection> {
  const options = connectionOptions(url, name);
  const warn = sparingly(log.warn.bind(log));
  const givenUpAt = performance.now() + patienceMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await connect(options);
    } catch (error) {
      if (isRefused(error)) throw new Error('NATS refuses the connection', { cause: error });
      if (performance.now() >= givenUpAt) {
        throw new Error(`NATS does not answer at ${String(options.servers)}`, { cause: error });
      }
      warn({ err: error, servers: options.servers }, 'waiting for NATS');
      await delay(Math.min(RETRY_MAX_MS, 100 * 2 ** Math.min(attempt, 5)));
    }
  }
}

export function connectionOptions(url: string, name: string): ConnectionOptions {
  const urls = url
    .split(',')
    .map((one) => new URL(one.includes('://') ? one.trim() : `nats://${one.trim()}`));
  const credentials = urls.find((one) => one.username !== '');
  const user = decodeURIComponent(credentials?.username ?? '');
  const pass = decodeURIComponent(credentials?.password ?? '');
  return {
    name,
    servers: urls.map((one) => one.host),
    ...(urls.some((one) => one.protocol === 'tls:') ? { tls: {} } : {}),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    maxReconnectAttempts: -1,
    // A server that is being given new credentials must not end the connection for good.
    ignoreAuthErrorAbort: true,
    // Jitter, so that a fleet does not come back in one instant.
    reconnectDelayHandler: () => 150 + Math.random() * 250,
    timeout: 3000,
    // Gives a dead peer up after 9 s: longer than a server that stalls for a while, short of a request's longest wait.
    pingInterval: 3000,
    maxPingOut: 2,
    // Saves capturing a stack for every request.
    noAsyncTraces: true,
  };
}

function isRefused(error: unknown): boolean {
  return error instanceof NatsError && error.code === ErrorCode.AuthorizationViolation;
}
