import { connect as connectSocket } from 'node:net';
import { generateApiKey } from '@debrief/contracts/api-key';
import t from 'tap';
import { lonelyGateway } from '../fixtures/lonely-gateway.ts';

const headersOf = (key: string) => ({ 'x-api-key': key });

t.test('an address without a valid key is refused from its limit on, without another look-up', async (t) => {
  const { base, key, lookUps } = await lonelyGateway(t, {
    verifies: true,
    env: { ADDRESS_LIMIT_PER_MINUTE: '6' },
  });
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers });
  t.equal((await ask('/api/v1/nothing', headersOf(key))).status, 404);
  t.equal((await ask('/api/v1/calls/nonsense', headersOf(key))).status, 400, 'the key is known from now on');
  const paths = ['/nothing', '/docs/json', '/api/v1/openapi.json', '/api/v1/calls', '/api/v1/calls'];
  for (const path of paths) t.not((await ask(path)).status, 429, path);
  const before = lookUps();
  for (const path of [...paths, '/api/v1/contacts']) {
    const refused = await ask(path, headersOf(generateApiKey()));
    t.equal(refused.status, 429, path);
    t.match(await refused.json(), { statusCode: 429, message: String });
    const seconds = Number(refused.headers.get('retry-after'));
    t.ok(seconds >= 1 && seconds <= 60, `Retry-After: ${seconds}`);
  }
  t.equal(lookUps(), before, 'no further key was looked up');
  t.equal((await ask('/health')).status, 200, 'a load balancer still sees that it is well');
  t.equal(
    (await ask('/api/v1/calls/nonsense', headersOf(key))).status,
    400,
    'a key known to be valid works on from the same address',
  );
});

t.test('a key is refused from its limit on, with Retry-After', async (t) => {
  const { base, key } = await lonelyGateway(t, { verifies: true, env: { RATE_LIMIT_PER_MINUTE: '3' } });
  const ask = () => fetch(`${base}/api/v1/calls/nonsense`, { headers: headersOf(key) });
  for (let index = 0; index < 3; index += 1) t.equal((await ask()).status, 400);
  const refused = await ask();
  t.equal(refused.status, 429);
  t.ok(Number(refused.headers.get('retry-after')) >= 1);
  t.match(await refused.json(), { statusCode: 429, message: String });
});

t.test('a proxy names the client only where it is trusted', async (t) => {
  const env = { ADDRESS_LIMIT_PER_MINUTE: '1' };
  for (const [trusted, expected] of [
    ['', 429],
    ['127.0.0.0/8', 401],
  ] as const) {
    const { base } = await lonelyGateway(t, { verifies: true, env: { ...env, TRUSTED_PROXIES: trusted } });
    const ask = (client: string) => fetch(`${base}/api/v1/calls`, { headers: { 'x-forwarded-for': client } });
    t.equal((await ask('203.0.113.1')).status, 401);
    t.equal((await ask('203.0.113.2')).status, expected);
    t.equal((await ask('203.0.113.1')).status, 429);
  }
});

t.test('a connection above MAX_CONNECTIONS is closed, and the others are served on', async (t) => {
  const { base } = await lonelyGateway(t, { env: { MAX_CONNECTIONS: '2' } });
  const port = Number(new URL(base).port);
  const open = () =>
    new Promise<{ isClosed: () => boolean; ask: () => Promise<string>; end: () => void }>((resolve) => {
      const socket = connectSocket(port, '127.0.0.1', () => {
        let closed = false;
        socket.on('close', () => {
          closed = true;
        });
        const ask = () =>
          new Promise<string>((answered) => {
            socket.once('data', (data) => answered(data.toString()));
            socket.once('close', () => answered(''));
            socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
          });
        resolve({ isClosed: () => closed, ask, end: () => socket.destroy() });
      });
      socket.on('error', () => {});
    });
  const first = await open();
  const second = await open();
  t.match(await first.ask(), /^HTTP\/1\.1 200/);
  const third = await open();
  t.equal(await third.ask(), '', 'the third gets no answer');
  t.match(await second.ask(), /^HTTP\/1\.1 200/);
  t.notOk(first.isClosed());
  for (const socket of [first, second, third]) socket.end();
});
