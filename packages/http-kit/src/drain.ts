import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';

const DRAIN_MS = 1_000;
const POLL_MS = 20;

/**
 * To be called before a server closes: it then accepts no connection any more, and answers on those there are for a
 * moment: a client may be sending a request on one just now, and is told with the answer that the connection closes. Ended
 * at once, it would lose that request. What has sent none until then is ended: browsers open connections in advance, which
 * Node.js takes for busy ones, and waits for.
 */
export function drainOf(server: HttpServer): () => Promise<void> {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return async () => {
    // That of an HTTP server would also end the connections that are idle.
    Server.prototype.close.call(server);
    const endsAt = performance.now() + DRAIN_MS;
    while (performance.now() < endsAt && (await connectionsOf(server)) > 0) await sleep(POLL_MS);
    // What has arrived by now is read first, which on a busy machine may be long after it came: two rounds of the event
    // loop hold one look at all connections, and what is idle right after that is closed before the next.
    await nextRound();
    await nextRound();
    server.closeIdleConnections();
    for (const socket of unused) socket.destroy();
  };
}

function connectionsOf(server: HttpServer): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0));
  });
}
