import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pollUntil } from './poll-until.ts';

const TRIES = 5;
const RETRY_DELAY_MS = 200;
const AWAIT_TIMEOUT_MS = 30_000;
const FIRST_PORT = 20_000;
const END_OF_PORTS = 32_768;

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

/**
 * A port that nothing listens on, below those that the system gives to connections (from 32768 on Linux, 49152 elsewhere):
 * of these any client may have taken it by the time that the server starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_OF_PORTS);
    if (await isFree(port)) return port;
  }
}

/** So many different ones. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Waits until something listens there, or nothing does. */
export async function awaitPort(port: number, isOpen: boolean): Promise<void> {
  const isSo = async () => (await accepts(port)) === isOpen;
  if (!(await pollUntil(isSo, { intervalMs: 20, timeoutMs: AWAIT_TIMEOUT_MS })))
    throw new Error(`port ${port} is ${isOpen ? 'not open' : 'still open'} after ${AWAIT_TIMEOUT_MS} ms`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
