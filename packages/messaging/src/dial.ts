import { type ConnectionOptions, connect, ErrorCode, type NatsConnection, NatsError } from 'nats';
import { type MessagingLog, throttled } from './log.ts';
import { retry } from './retry.ts';

const RETRY_MAX_MS = 2000;

/**
 * Connects as soon as the server is there, and logs now and then that it waits.
 * @param url `nats://` or `tls://`, with credentials if needed; several servers separated by commas.
 * @param deadline by performance.now()
 * @throws at once when the server refuses the credentials, else after the deadline.
 */
export async function dial(
  url: string,
  { name, inboxPrefix }: { name: string; inboxPrefix: string },
  log: MessagingLog,
  deadline: number,
): Promise<NatsConnection> {
  let connection: NatsConnection | undefined;
  const options: ConnectionOptions = {
    ...connectionOptions(url, name),
    inboxPrefix,
    // Jitter, so that a fleet does not come back in one instant.
    reconnectDelayHandler() {
      if (connection !== undefined) forgetLaterDials(connection);
      return 150 + Math.random() * 250;
    },
  };
  const warn = throttled(log.warn.bind(log));
  try {
    connection = await retry(() => connect(options), {
      deadline,
      delayMs: (failures) => Math.min(RETRY_MAX_MS, 50 * 2 ** failures),
      onFailure(error) {
        if (isRefused(error)) throw error;
        warn({ err: error, servers: options.servers }, 'waiting for NATS');
      },
    });
    return connection;
  } catch (error) {
    const verb = isRefused(error) ? 'refuses the connection' : 'does not answer';
    throw new Error(`NATS ${verb} at ${String(options.servers)}`, { cause: error });
  }
}

/**
 * The client (nats 2.29.3) dials a server again a moment after the last time, by the machine's clock: after that was set
 * back by an hour, it would not dial for an hour.
 */
function forgetLaterDials(connection: NatsConnection): void {
  const { servers } = (connection as NatsConnection & Dialed).protocol;
  for (const server of servers.getServers()) server.lastConnect = Math.min(server.lastConnect, Date.now());
}

interface Dialed {
  protocol: { servers: { getServers(): { lastConnect: number }[] } };
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
    timeout: 3000,
    // Gives a dead peer up after 9 s: longer than a server that stalls for a while, short of a request's longest wait.
    pingInterval: 3000,
    maxPingOut: 2,
    // Saves capturing a stack for every request.
    noAsyncTraces: true,
  };
}

/** Whether a server lets in who names nobody. */
export async function admitsAnybody(url: string): Promise<boolean> {
  const { servers = [], timeout = 0 } = connectionOptions(url, 'anybody');
  try {
    const nc = await connect({ servers, timeout, reconnect: false });
    await nc.close();
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof NatsError && error.code === ErrorCode.AuthorizationViolation;
}
