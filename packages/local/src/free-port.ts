import { once } from 'node:events';
import { createServer } from 'node:net';

/** A loopback port that was free a moment ago. Whoever uses it must be ready to try another one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no TCP port');
  return address.port;
}
