import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { drainOf } from '../src/drain.ts';

t.test('a connection that a client has opened in advance holds nothing up', async (t) => {
  const server = createServer((_, response) => response.end('answered'));
  const drain = drainOf(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = (async () => {
    await once(server, 'connection');
    await once(server, 'connection');
  })();
  const unused = connect(port, '127.0.0.1');
  unused.on('error', () => {});
  await once(unused, 'connect');
  const late = connect(port, '127.0.0.1');
  await accepted;
  const closed = once(server, 'close');
  const draining = drain();
  late.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  const [answer] = await once(late, 'data');
  t.match(String(answer), /^HTTP\/1\.1 200/, 'a request that was on its way is answered');
  await draining;
  await closed;
});

t.test(
  'a request that came while the process was busy is answered before its connection is closed',
  async (t) => {
    const server = createServer((_, response) => response.end('answered'));
    const drain = drainOf(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1');
    const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
    client.write(request);
    await once(client, 'data');
    const count = server.getConnections.bind(server);
    server.getConnections = (callback) => {
      server.getConnections = count;
      // Between two looks at the connections, and past the end of the moment in which it still answers.
      setTimeout(() => {
        client.write(request);
        const until = performance.now() + 1_100;
        while (performance.now() < until);
      }, 20);
      return count(callback);
    };
    const closed = once(server, 'close');
    const answered = once(client, 'data');
    await drain();
    const [answer] = await answered;
    t.match(String(answer), /^HTTP\/1\.1 200/);
    client.destroy();
    await closed;
  },
);
