import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 5;
const RETRY_DELAY_MS = 200;

/** A server found its port taken by another process. */
export class PortInUseError extends Error {}

/**
 * Starts a server on the port asked for, or else on a free one. Another process may take a free port first, and the
 * server that died on the asked one may hold it a moment longer, so PortInUseError leads to another try.
 */
export async function startOnPort<T>(
  wanted: number | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await start(wanted ?? (await freePort()));
    } catch (error) {
      if (tries === TRIES || !(error instanceof PortInUseError)) throw error;
      await sleep(RETRY_DELAY_MS * tries);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no TCP port');
  return address.port;
}
