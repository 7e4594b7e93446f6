import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify } from 'fastify';
import t, { type Test } from 'tap';
import { sendError } from '../../src/http/error-replies.ts';
import { limitRate } from '../../src/http/rate-limit.ts';

async function api(t: Test, requestsPerMinute: number) {
  const gateway = fastify().withTypeProvider<TypeBoxTypeProvider>();
  t.teardown(() => gateway.close());
  gateway.setErrorHandler(sendError);
  gateway.addHook('onRequest', async (request) => {
    request.keyId = String(request.headers['x-key']);
  });
  await limitRate(gateway, requestsPerMinute);
  gateway.get('/', async () => ({}));
  return (key: string) => gateway.inject({ url: '/', headers: { 'x-key': key } });
}

t.test('a key above its rate is refused with Retry-After, and other keys are not', async (t) => {
  const ask = await api(t, 2);
  t.equal((await ask('one')).statusCode, 200);
  t.equal((await ask('one')).statusCode, 200);
  const refused = await ask('one');
  t.equal(refused.statusCode, 429);
  t.match(refused.json(), { statusCode: 429, message: String });
  t.ok(Number(refused.headers['retry-after']) > 0);
  t.equal((await ask('other')).statusCode, 200);
});

t.test('without a limit no request is refused', async (t) => {
  const ask = await api(t, 0);
  for (let index = 0; index < 20; index += 1) t.equal((await ask('one')).statusCode, 200);
});
