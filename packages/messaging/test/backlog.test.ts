import { testNats } from '@debrief/local/testing';
import t from 'tap';
import { backlog, consume } from '../src/consume.ts';
import { publish } from '../src/publish.ts';
import { cook, guestArrived, porter } from './fixtures/events.ts';
import { openHotel, until } from './fixtures/hotel.ts';

t.test('a backlog is what waits and what is being handled, of one consumer', async (t) => {
  const { join } = await openHotel(t);
  const messaging = await join('porter');
  t.equal(await backlog(messaging, porter), 0);
  for (const name of ['Ada', 'Bob', 'Cyd'])
    await publish(messaging, guestArrived, { name }, { messageId: name });
  t.equal(await backlog(messaging, porter), 3);

  const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>();
  const begun: string[] = [];
  await consume(messaging, porter, async ({ payload }) => {
    begun.push(payload.name);
    await mayFinish;
  });
  await until(() => begun.length === 1);
  t.equal(await backlog(messaging, porter), 3, 'what has begun is not finished');
  finish();
  await until(async () => (await backlog(messaging, porter)) === 0);
  t.equal(await backlog(messaging, cook), 3);
});

t.test('a message that failed and is due again counts', async (t) => {
  const { join } = await openHotel(t);
  const messaging = await join('porter');
  await publish(messaging, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  let tries = 0;
  await consume(messaging, porter, async () => {
    tries += 1;
    throw new Error('not now');
  });
  await until(() => tries === 1);
  t.equal(await backlog(messaging, porter), 1);
});

t.test('a backlog that cannot be asked for is not taken for none', async (t) => {
  const { join, server, log } = await openHotel(t, await testNats(t));
  const messaging = await join('porter');
  await t.rejects(backlog(messaging, { stream: 'guests', durable: 'nobody' }), {
    message: 'consumer not found',
  });
  server.kill('SIGKILL');
  await until(() => log.lines.length > 0);
  await t.rejects(backlog(messaging, porter), { message: 'not connected to NATS' });
  await server.start();
});
