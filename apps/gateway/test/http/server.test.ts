import { connect as connectSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateApiKey } from '@debrief/contracts/api-key';
import { endpoints } from '@debrief/contracts/endpoints/all';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify } from 'fastify';
import t from 'tap';
import { sendError } from '../../src/http/error-replies.ts';
import { serveHealth } from '../../src/http/health.ts';
import { lonelyGateway } from '../fixtures/lonely-gateway.ts';

const { base } = await lonelyGateway(t);

t.test('health needs no key and checks NATS', async (t) => {
  const reply = await fetch(`${base}/health`);
  t.equal(reply.status, 200);
  t.strictSame(await reply.json(), { status: 'ok' });
});

t.test(
  'without directory a well-formed key is answered 503 with Retry-After, in the shape of all errors',
  async (t) => {
    const reply = await fetch(`${base}/api/v1/calls`, { headers: { 'x-api-key': generateApiKey() } });
    t.equal(reply.status, 503);
    t.equal(reply.headers.get('retry-after'), '1');
    t.match(await reply.json(), { statusCode: 503, message: String });
  },
);

t.test('a malformed key is 401 without a look-up', async (t) => {
  const reply = await fetch(`${base}/api/v1/calls`, { headers: { authorization: 'Bearer dbr_live_x' } });
  t.equal(reply.status, 401);
  t.equal(reply.headers.get('www-authenticate'), 'Bearer');
  t.match(await reply.json(), { statusCode: 401, message: String });
});

t.test('every endpoint of the contract has a route', async (t) => {
  for (const { id, method, path } of endpoints) {
    const reply = await fetch(`${base}/api/v1${path}`, { method });
    t.equal(reply.status, 401, id);
    await reply.body?.cancel();
  }
});

t.test('an unknown path is 404 and broken percent-encoding 400, both with a request id', async (t) => {
  const unknown = await fetch(`${base}/api/v1/nothing`, { headers: { 'x-request-id': 'mine' } });
  t.equal(unknown.status, 404);
  t.equal(unknown.headers.get('x-request-id'), 'mine');
  t.match(await unknown.json(), { statusCode: 404, message: String });
  const broken = await fetch(`${base}/api/v1/calls/%zz`);
  t.equal(broken.status, 400);
  t.match(await broken.json(), { statusCode: 400, message: String });
  t.ok(broken.headers.get('x-request-id'));
});

t.test('no reply may be guessed at, kept or framed, whatever its status', async (t) => {
  const paths = [
    '/health',
    '/docs',
    '/docs/static/index.css',
    '/api/v1/openapi.json',
    '/api/v1/calls',
    '/none',
  ];
  for (const path of paths) {
    const { headers } = await fetch(base + path);
    t.equal(headers.get('x-content-type-options'), 'nosniff', path);
    t.equal(headers.get('x-frame-options'), 'DENY', path);
    t.equal(headers.get('referrer-policy'), 'no-referrer', path);
    t.match(headers.get('content-security-policy'), /frame-ancestors 'none'/, path);
    if (!path.startsWith('/docs')) t.equal(headers.get('cache-control'), 'no-store', path);
  }
});

t.test('health asks NATS once a second, however often it is asked', async (t) => {
  let checks = 0;
  const gateway = fastify().withTypeProvider<TypeBoxTypeProvider>();
  t.teardown(() => gateway.close());
  gateway.setErrorHandler(sendError);
  const check = async () => {
    checks += 1;
    if (checks > 1) throw new Error('NATS is away');
  };
  serveHealth(gateway, check);
  const ask = async () => (await gateway.inject('/health')).statusCode;
  t.strictSame(await Promise.all(Array.from({ length: 20 }, ask)), Array(20).fill(200));
  t.equal(checks, 1);
  await sleep(1_000);
  t.equal(await ask(), 503, 'a second later it is checked again');
  t.equal(await ask(), 503);
  t.equal(checks, 2);
});

t.test('a request that the HTTP parser refuses is answered in the shape of all errors', async (t) => {
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connectSocket(Number(new URL(base).port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  const nonsense = await raw('nonsense\r\n\r\n');
  t.match(nonsense, /^HTTP\/1\.1 400 /);
  t.match(nonsense, '{"statusCode":400,"message":"Malformed request"}');
  const headers = await raw(`GET / HTTP/1.1\r\nhost: x\r\nlarge: ${'x'.repeat(20_000)}\r\n\r\n`);
  t.match(headers, /^HTTP\/1\.1 431 /);
  t.match(headers, '"statusCode":431');
  for (const answer of [nonsense, headers]) {
    t.match(answer, /x-request-id: [0-9a-f-]{36}\r\n/);
    t.match(answer, /\r\nx-content-type-options: nosniff\r\n/);
  }
  const expects = await raw('GET /health HTTP/1.1\r\nhost: x\r\nexpect: magic\r\nconnection: close\r\n\r\n');
  t.match(expects, /^HTTP\/1\.1 417 /);
  t.match(expects, '{"statusCode":417,"message":"Expectation failed"}');
  const nowhere = await raw('GET /health HTTP/1.1\r\nconnection: close\r\n\r\n');
  t.match(nowhere, /^HTTP\/1\.1 400 /);
  t.match(nowhere, '{"statusCode":400,"message":"Malformed request"}');
  t.match(nowhere, /x-request-id: /);
});
