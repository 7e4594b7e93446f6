import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import { freePorts } from '../src/free-port.ts';

t.test(
  'free ports differ, can be listened on, and are none that the system gives to connections',
  async (t) => {
    const ports = await freePorts(20);
    t.equal(new Set(ports).size, 20);
    for (const port of ports) {
      t.ok(port < 32_768, String(port));
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      server.close();
    }
  },
);
