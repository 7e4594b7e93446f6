import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const DRAIN_MS = 1_000;
const POLL_MS = 20;

/**
 * Accepts no connection any more, and answers on those there are for a moment: a client may be sending a request on one
 * just now, and is told with the answer that the connection closes. Ended at once, it would lose that request.
 */
export async function drain(server: HttpServer): Promise<void> {
  // That of an HTTP server would also end the connections that are idle.
  Server.prototype.close.call(server);
  const endsAt = performance.now() + DRAIN_MS;
  while (performance.now() < endsAt && (await connectionsOf(server)) > 0) await sleep(POLL_MS);
}

function connectionsOf(server: HttpServer): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0));
  });
}
