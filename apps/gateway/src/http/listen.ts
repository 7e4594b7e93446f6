import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Gateway } from './gateway.ts';

/**
 * Node.js accepts one connection of a socket in each round of the event loop (libuv/libuv#3696). Where requests make a
 * round last 100 ms, ten a second are accepted, and whoever comes anew waits for seconds, a health check as well. So this
 * many sockets listen on the port, among which Linux divides the connections; elsewhere one does.
 */
const SOCKETS = process.platform === 'linux' ? 128 : 1;

/**
 * To be called before other hooks that close something are added.
 * @returns what listens, and answers with the address.
 */
export function listener(gateway: Gateway, connectionsMax: number) {
  const { server } = gateway;
  limitConnections(server, connectionsMax);
  const others: Server[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  gateway.addHook('preClose', async () => {
    closed = Promise.all(others.map((other) => once(other.close(), 'close')));
  });
  gateway.addHook('onClose', async () => void (await closed));

  return async ({ host, port }: { host: string; port: number }): Promise<string> => {
    // Also those that are not accepted yet: what Linux turns away tries again after 1, 3 and 7 s.
    const options = { host, port, backlog: connectionsMax, reusePort: SOCKETS > 1 };
    if (options.reusePort && port !== 0) await requireFree(host, port);
    const address = await gateway.listen(options);
    const shared = { ...options, port: (server.address() as AddressInfo).port };
    for (let index = 1; index < SOCKETS; index += 1) {
      const other = createServer({ allowHalfOpen: true, noDelay: true });
      other.on('connection', (socket) => server.emit('connection', socket));
      others.push(other.listen(shared));
    }
    await Promise.all(others.map((other) => once(other, 'listening')));
    return address;
  };
}

/** Sockets that share a port would share it with another gateway, too. @throws EADDRINUSE */
async function requireFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  await once(probe.close(), 'close');
}

/** Whichever socket has accepted them. */
function limitConnections(server: Gateway['server'], most: number): void {
  const open = new Set<Socket>();
  server.getConnections = (callback) => {
    callback(null, open.size);
    return server;
  };
  server.prependListener('connection', (socket: Socket) => {
    if (open.size >= most) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}
