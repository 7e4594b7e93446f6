import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { lonelyGateway } from '../fixtures/lonely-gateway.ts';

t.test('a request that comes on an open connection while the gateway closes is answered', async (t) => {
  const { base, close } = await lonelyGateway(t);
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  t.teardown(() => socket.destroy());
  const ask = async () => {
    socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
    return String(await once(socket, 'data'));
  };
  t.match(await ask(), /^HTTP\/1.1 \d[\s\S]*connection: keep-alive/i);

  const closed = close();
  await sleep(50);
  await t.rejects(fetch(`${base}/health`), { cause: { code: 'ECONNREFUSED' } });
  t.match(await ask(), /^HTTP\/1.1 \d[\s\S]*connection: close/i);
  await closed;
});
