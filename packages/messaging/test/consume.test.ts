import { setTimeout as delay } from 'node:timers/promises';
import { testNats } from '@debrief/local/testing';
import t from 'tap';
import { consume } from '../src/consume.ts';
import { publish } from '../src/publish.ts';
import { cook, guestArrived, porter } from './fixtures/events.ts';
import { keepRejected, leftOver, openHotel, plainly, until } from './fixtures/hotel.ts';

t.test('an event reaches each of its consumers once', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const seen: string[] = [];
  for (const definition of [porter, cook]) {
    await consume(
      hotel,
      definition,
      async ({ payload, messageId, delivery }) => {
        seen.push(`${definition.durable} ${payload.name} ${messageId} ${delivery}`);
      },
      { keepRejected },
    );
  }
  const stored = await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  t.same(stored, { stream: 'guests', seq: 1 });
  await until(() => seen.length === 2);
  t.same(seen.sort(), ['cook_guest_arrived Ada ada 1', 'porter_guest_arrived Ada ada 1']);
  const nc = await plainly(t, server.url);
  await until(async () => (await leftOver(nc, porter.durable)) === 0);
  t.equal((await (await nc.jetstreamManager()).streams.info('guests')).state.messages, 0);
});

t.test('a handler that throws gets the message again', async (t) => {
  const { join, log } = await openHotel(t);
  const hotel = await join('hotel');
  const seen: number[] = [];
  await consume(
    hotel,
    porter,
    async ({ delivery }) => {
      seen.push(delivery);
      if (delivery === 1) throw new Error('the lift is stuck');
    },
    { keepRejected },
  );
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await until(() => seen.length === 2);
  t.same(seen, [1, 2]);
  t.match(log.lines, [{ level: 'warn', fields: { err: { message: 'the lift is stuck' }, delivery: 1 } }]);
});

t.test('a young message is delivered again however often it fails, also by its own fault', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const nc = await plainly(t, server.url);
  const tries: number[] = [];
  let isRepaired = false;
  await consume(
    hotel,
    porter,
    async ({ delivery }) => {
      tries.push(delivery);
      if (!isRepaired) throw new TypeError('the lift is stuck');
    },
    { keepRejected, retryDelayMs: () => 5 },
  );
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await until(() => tries.length > 100);
  isRepaired = true;
  await until(async () => (await leftOver(nc, porter.durable)) === 0);
  t.equal(tries.at(-1), tries.length);
});

t.test('a handler that hangs gives its place to the next message, and its own comes again', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const seen: string[] = [];
  await consume(
    hotel,
    porter,
    async ({ payload, delivery }) => {
      seen.push(`${payload.name} ${delivery}`);
      if (payload.name === 'Ada' && delivery === 1) await new Promise(() => {});
    },
    { keepRejected, retryDelayMs: () => 5, timeoutMs: 300 },
  );
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await publish(hotel, guestArrived, { name: 'Bob' }, { messageId: 'bob' });
  const nc = await plainly(t, server.url);
  await until(async () => (await leftOver(nc, porter.durable)) === 0);
  t.same(seen.sort(), ['Ada 1', 'Ada 2', 'Bob 1']);
});

t.test('a message stays with a slow handler, and leaves a process that gives no sign', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const nc = await plainly(t, server.url);
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await (await nc.jetstream().consumers.get('guests', porter.durable)).next();
  const seen: string[] = [];
  await consume(
    hotel,
    porter,
    async ({ payload, delivery }) => {
      seen.push(`${payload.name} ${delivery}`);
      await delay(2 * 1000 * porter.ackWaitSeconds);
    },
    { keepRejected, concurrency: 2 },
  );
  await until(async () => (await leftOver(nc, porter.durable)) === 0);
  t.same(seen, ['Ada 2']);
});

t.test('as many messages are handled at once as there are slots, and no more are taken', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  for (let index = 0; index < 9; index += 1) {
    await publish(hotel, guestArrived, { name: `guest ${index}` }, { messageId: `${index}` });
  }
  const nc = await plainly(t, server.url);
  const jsm = await nc.jetstreamManager();
  let running = 0;
  let most = 0;
  let done = 0;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await consume(
    hotel,
    porter,
    async () => {
      running += 1;
      most = Math.max(most, running);
      await opened;
      running -= 1;
      done += 1;
    },
    { keepRejected, concurrency: 3 },
  );
  await until(() => running === 3);
  t.equal((await jsm.consumers.info('guests', porter.durable)).num_ack_pending, 3);
  open();
  await until(() => done === 9);
  t.equal(most, 3);
});

t.test('a message whose acknowledgement NATS missed comes again after the reconnect', async (t) => {
  const { join, server, log } = await openHotel(t, await testNats(t));
  const hotel = await join('hotel');
  let deliveries = 0;
  await consume(
    hotel,
    porter,
    async () => {
      deliveries += 1;
      if (deliveries > 1) return;
      server.kill('SIGKILL');
      await until(() => log.lines.some(({ message }) => message === 'disconnected from NATS'));
    },
    { keepRejected },
  );
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await until(() => deliveries === 1);
  await server.start();
  const nc = await plainly(t, server.url);
  // JetStream may not answer at once after a restart.
  await until(async () => (await leftOver(nc, porter.durable).catch(() => null)) === 0);
  t.equal(deliveries, 2);
});

t.test('an acknowledgement from before a lost store is not taken for that of another message', async (t) => {
  const { join, server } = await openHotel(t, await testNats(t));
  const hotel = await join('hotel');
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const seen: string[] = [];
  await consume(
    hotel,
    porter,
    async ({ payload, delivery }) => {
      seen.push(`${payload.name} ${delivery}`);
      if (payload.name === 'Ada') return ended;
      if (delivery > 1) return;
      end();
      await delay(1);
      // By now the server has what is said of Ada.
      await hotel.ping();
      throw new Error('the lift is stuck');
    },
    { keepRejected, concurrency: 2, retryDelayMs: () => 5 },
  );
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await until(() => seen.length === 1);
  server.kill('SIGKILL');
  server.wipe();
  await server.start();
  // Both are the first of their streams.
  await publish(hotel, guestArrived, { name: 'Bob' }, { messageId: 'bob' });
  const nc = await plainly(t, server.url);
  await until(async () => (await leftOver(nc, porter.durable)) === 0);
  t.same(seen, ['Ada 1', 'Bob 1', 'Bob 2']);
});

t.test('closing lets running handlers finish, and others get the rest', async (t) => {
  const { join } = await openHotel(t);
  const [leaving, staying] = [await join('leaving'), await join('staying')];
  const finished: string[] = [];
  let begun = 0;
  const consumer = await consume(
    leaving,
    porter,
    async ({ payload }) => {
      begun += 1;
      await delay(100);
      finished.push(payload.name);
    },
    { keepRejected, concurrency: 2 },
  );
  const names = ['Ada', 'Bob', 'Cyd', 'Dee', 'Eve', 'Fay'];
  for (const name of names) await publish(leaving, guestArrived, { name }, { messageId: name });
  await until(() => begun >= 2);
  await consumer.close();
  t.equal(finished.length, begun);
  await consume(
    staying,
    porter,
    async ({ payload }) => {
      finished.push(payload.name);
    },
    { keepRejected },
  );
  await until(() => finished.length === names.length);
  t.same(finished.sort(), names);
});
