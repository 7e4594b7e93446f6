import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify } from 'fastify';
import t from 'tap';
import type { Gateway } from '../../src/http/gateway.ts';
import { listener } from '../../src/http/listen.ts';
import { lonelyGateway } from '../fixtures/lonely-gateway.ts';

t.test(
  'many connections are accepted in each round of the event loop',
  { skip: process.platform === 'linux' ? false : 'one is, but on Linux' },
  async (t) => {
    const { base } = await lonelyGateway(t);
    const { hostname, port } = new URL(base);
    const answers = Array.from({ length: 300 }, async () => {
      const socket = connect(Number(port), hostname);
      socket.write('GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      await once(socket, 'data');
      socket.destroy();
    });
    let isOver = false;
    const all = Promise.all(answers).finally(() => {
      isOver = true;
    });
    let rounds = 0;
    while (!isOver) {
      rounds += 1;
      await new Promise(setImmediate);
    }
    await all;
    t.ok(rounds < 150, `${rounds} rounds`);
  },
);

t.test('a port that somebody has is not shared', async (t) => {
  const other = createServer().listen({
    port: 0,
    host: '127.0.0.1',
    reusePort: process.platform === 'linux',
  });
  t.teardown(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const gateway: Gateway = fastify().withTypeProvider<TypeBoxTypeProvider>();
  t.teardown(() => gateway.close());
  await t.rejects(listener(gateway, 10)({ host: '127.0.0.1', port }), { code: 'EADDRINUSE' });
});
