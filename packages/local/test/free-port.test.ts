import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import { freePort } from '../src/free-port.ts';

t.test('a free port can be listened on, and is none that the system gives to connections', async (t) => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  for (const port of new Set(ports)) {
    t.ok(port < 32_768, String(port));
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  }
});
