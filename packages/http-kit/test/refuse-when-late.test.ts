import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import t from 'tap';
import { refuseWhenLate } from '../src/refuse-when-late.ts';

t.test('while the event loop is late requests are refused, and afterwards served again', async (t) => {
  const server = fastify();
  t.teardown(() => server.close());
  refuseWhenLate(server, {
    lateMs: 200,
    refuse: () => {
      throw Object.assign(new Error('busy'), { statusCode: 503 });
    },
  });
  server.get('/', async () => 'served');
  const untilAnswered = async (status: number): Promise<void> => {
    while ((await server.inject('/')).statusCode !== status) await sleep(10);
  };
  await untilAnswered(200);
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const busy = setInterval(() => Atomics.wait(cell, 0, 0, 500), 1);
  await untilAnswered(503);
  clearInterval(busy);
  await untilAnswered(200);
  t.pass('refused, and served again');
});
