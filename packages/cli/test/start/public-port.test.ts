import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import { publicPort } from '../../src/start/public-port.ts';

t.test('0 takes a free port, which can be asked for again', async (t) => {
  const port = await publicPort(0, '--port');
  t.ok(port > 0);
  t.equal(await publicPort(port, '--port'), port);
});

t.test('a port in use is refused, naming the option', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as { port: number };
  await t.rejects(publicPort(port, '--port'), {
    message: `Port ${port} is in use. Choose another with --port.`,
  });
});
