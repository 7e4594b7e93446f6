import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until something listens there, or nothing does. */
export async function awaitPort(port: number, isOpen: boolean): Promise<void> {
  const giveUpAtMs = Date.now() + TIMEOUT_MS;
  while ((await accepts(port)) !== isOpen) {
    if (Date.now() > giveUpAtMs)
      throw new Error(`port ${port} is ${isOpen ? 'not open' : 'still open'} after ${TIMEOUT_MS} ms`);
    await sleep(20);
  }
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
