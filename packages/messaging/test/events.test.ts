import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { testNats } from '@debrief/local/testing';
import { connect as connectPlainly, headers, type NatsConnection } from 'nats';
import t, { type Test } from 'tap';
import { consume, type Delivery, PermanentError, type RejectedEvent } from '../src/consume.ts';
import { jetStreamOutbox } from '../src/jetstream-outbox.ts';
import { listen, notify, publish, publishJson } from '../src/publish.ts';
import { cook, guestArrived, guestLeft, guestRang, porter } from './fixtures/events.ts';
import { keepRejected, openHotel, until } from './fixtures/hotel.ts';

type Arrival = Delivery<{ name: string; luggage?: string }>;

async function plainly(t: Test, url: string): Promise<NatsConnection> {
  const nc = await connectPlainly({ servers: url });
  t.teardown(() => nc.close());
  return nc;
}

/** How many messages the stream still keeps, and how many the consumer has yet to acknowledge. */
async function leftOver(nc: NatsConnection, durable: string) {
  const jsm = await nc.jetstreamManager();
  const { num_ack_pending, num_pending } = await jsm.consumers.info('guests', durable);
  return num_ack_pending + num_pending;
}

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

t.test('a message id published twice is stored once', async (t) => {
  const { join } = await openHotel(t);
  const hotel = await join('hotel');
  const [first, second] = [
    await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' }),
    await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' }),
  ];
  t.same(second, first);
});

t.test(
  'the outbox adapter stores JSON under its message id and knows how far the stream has come',
  async (t) => {
    const { join } = await openHotel(t);
    const outbox = jetStreamOutbox(await join('hotel'));
    const stored = await outbox.publish(guestArrived.subject, '{"name": "Ada"}', 'ada');
    t.same(await outbox.publish(guestArrived.subject, '{"name": "Ada"}', 'ada'), stored);
    t.match(await outbox.streamState(guestArrived.subject), { stream: 'guests', lastSeq: stored.seq });
  },
);

t.test('a large payload is stored compressed and read as it was', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const luggage = 'trunk '.repeat(400_000);
  await publish(hotel, guestArrived, { name: 'Ada', luggage }, { messageId: 'ada' });
  const nc = await plainly(t, server.url);
  const { bytes } = (await (await nc.jetstreamManager()).streams.info('guests')).state;
  t.ok(bytes < 100_000);
  const received = await new Promise<Arrival>((resolve) => {
    void consume(hotel, porter, async (delivery) => resolve(delivery), { keepRejected });
  });
  t.equal(received.payload.luggage, luggage);
});

t.test('what no stream takes, or no payload can hold, is a permanent failure', async (t) => {
  const { join } = await openHotel(t);
  const hotel = await join('hotel');
  await t.rejects(publishJson(hotel, 'weather.changed', '{}', { messageId: '1' }), PermanentError);
  const luggage = Array.from({ length: 200_000 }, () => Math.random().toString(36).slice(2)).join('');
  await t.rejects(publish(hotel, guestArrived, { name: 'Ada', luggage }, { messageId: '2' }), PermanentError);
});

t.test('an event without a consumer is accepted', async (t) => {
  const { join } = await openHotel(t);
  await publish(await join('hotel'), guestLeft, { name: 'Ada' }, { messageId: 'ada' });
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

t.test('what fails for longer than any count of deliveries is still delivered', async (t) => {
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
      if (!isRepaired) throw new Error('the lift is stuck');
    },
    { keepRejected, retryDelayMs: () => 5 },
  );
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await until(() => tries.length > 100);
  isRepaired = true;
  await until(async () => (await leftOver(nc, porter.durable)) === 0);
  t.equal(tries.at(-1), tries.length);
});

t.test('a message that is rejected is kept with its reason, and acknowledged', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const seen: string[] = [];
  const kept: RejectedEvent[] = [];
  await consume(
    hotel,
    porter,
    async ({ payload }) => {
      seen.push(payload.name);
      if (payload.name === 'Ada') throw new PermanentError('she is not a guest');
    },
    { keepRejected: async (event) => void kept.push(event) },
  );
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await publish(hotel, guestArrived, { name: 'Bob' }, { messageId: 'bob' });
  const nc = await plainly(t, server.url);
  await until(async () => (await leftOver(nc, porter.durable)) === 0);
  // Longer than ack_wait, after which an unfinished message would be back.
  await delay(1300);
  t.same(seen, ['Ada', 'Bob']);
  t.same(kept, [
    {
      subject: 'guest.arrived',
      messageId: 'ada',
      reason: 'she is not a guest',
      payload: '{"name":"Ada"}',
      isTruncated: false,
    },
  ]);
  t.match(hotel.stats().consumed[porter.durable], { deliveries: 2, acknowledged: 1, rejected: 1 });
});

t.test('a rejected message that cannot be kept comes again', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const nc = await plainly(t, server.url);
  let tries = 0;
  await nc.jetstream().publish('guest.arrived', 'not JSON');
  await consume(hotel, porter, async () => undefined, {
    keepRejected: async () => {
      tries += 1;
      if (tries < 3) throw new Error('the database is away');
    },
    retryDelayMs: () => 5,
  });
  await until(async () => tries === 3 && (await leftOver(nc, porter.durable)) === 0);
  t.match(hotel.stats().consumed[porter.durable], { redeliveriesRequested: 2, rejected: 1 });
});

t.test('what does not fit its event is kept as it can be read, and the next one is handled', async (t) => {
  const { join, server, log } = await openHotel(t);
  const hotel = await join('hotel');
  const nc = await plainly(t, server.url);
  const gzip = headers();
  gzip.set('Content-Encoding', 'gzip');
  const js = nc.jetstream();
  await js.publish('guest.arrived', JSON.stringify({ name: 7, luggage: 'é'.repeat(40_000) }));
  await js.publish('guest.arrived', 'not JSON');
  await js.publish('guest.arrived', gzipSync('[]'), { headers: gzip });
  await js.publish('guest.arrived', 'not gzip', { headers: gzip });
  await js.publish('guest.arrived', gzipSync(Buffer.alloc(65 * 1024 * 1024), { level: 1 }), {
    headers: gzip,
  });
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  const seen: string[] = [];
  const kept: RejectedEvent[] = [];
  await consume(
    hotel,
    porter,
    async ({ payload }) => {
      seen.push(payload.name);
    },
    { keepRejected: async (event) => void kept.push(event) },
  );
  await until(async () => seen.length === 1 && (await leftOver(nc, porter.durable)) === 0);
  t.match(kept, [
    {
      messageId: 'guests:1',
      reason: 'the payload does not fit the event: name must be a string',
      isTruncated: true,
    },
    {
      messageId: 'guests:2',
      reason: /^the payload cannot be read: /,
      payload: 'not JSON',
      isTruncated: false,
    },
    { reason: /^the payload does not fit the event/, payload: '[]' },
    { reason: /^the payload cannot be read: /, payload: Buffer.from('not gzip').toString('base64') },
    { reason: /^the payload cannot be read: /, isTruncated: true },
  ]);
  t.equal(kept[0]?.payload, `{"name":7,"luggage":"${'é'.repeat((64 * 1024 - 21) / 2)}`);
  // Unpacking the largest may outlast its ack_wait: then it is rejected twice.
  t.strictSame(
    new Set(log.lines.map(({ level, fields }) => `${level} ${fields.reason}`)),
    new Set([
      'error the payload does not fit the event: name must be a string',
      'error the payload cannot be read',
      'error the payload does not fit the event: The body must be a JSON object',
    ]),
    'the log quotes no payload',
  );
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
    { keepRejected, retryDelayMs: () => 5 },
  );
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await publish(hotel, guestArrived, { name: 'Bob' }, { messageId: 'bob' });
  const nc = await plainly(t, server.url);
  await until(async () => (await leftOver(nc, porter.durable)) === 0);
  t.same(seen.sort(), ['Ada 1', 'Ada 2', 'Bob 1']);
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
  const taken: number[] = [];
  await consume(
    hotel,
    porter,
    async () => {
      running += 1;
      most = Math.max(most, running);
      taken.push((await jsm.consumers.info('guests', porter.durable)).num_ack_pending);
      running -= 1;
      done += 1;
    },
    { keepRejected, concurrency: 3 },
  );
  await until(() => done === 9);
  t.equal(most, 3);
  t.ok(Math.max(...taken) <= 3);
});

t.test('a message whose acknowledgement NATS missed comes again after the reconnect', async (t) => {
  const { join, server, log } = await openHotel(t, await testNats(t));
  const hotel = await join('hotel');
  const deliveries: number[] = [];
  await consume(
    hotel,
    porter,
    async ({ delivery }) => {
      deliveries.push(delivery);
      if (delivery > 1) return;
      server.kill('SIGKILL');
      await until(() => log.lines.some(({ message }) => message === 'disconnected from NATS'));
    },
    { keepRejected },
  );
  await publish(hotel, guestArrived, { name: 'Ada' }, { messageId: 'ada' });
  await until(() => deliveries.length === 1);
  await server.start();
  const nc = await plainly(t, server.url);
  // JetStream may not answer at once after a restart.
  await until(async () => (await leftOver(nc, porter.durable).catch(() => null)) === 0);
  t.same(deliveries, [1, 2]);
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
  await until(() => begun === 2);
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

t.test('a notification reaches those who listen, and one of each queue', async (t) => {
  const { join, server, log } = await openHotel(t);
  const hotel = await join('hotel');
  const heard: string[] = [];
  listen(hotel, guestRang, ({ room }) => heard.push(`all ${room}`));
  const queue = 'porters';
  listen(hotel, guestRang, ({ room }) => heard.push(`one ${room}`), { queue });
  listen(hotel, guestRang, ({ room }) => heard.push(`one ${room}`), { queue });
  const closed = listen(hotel, guestRang, () => heard.push('closed'));
  closed.close();
  const nc = await plainly(t, server.url);
  nc.publish(guestRang.subject, JSON.stringify({ room: 'seven' }));
  nc.publish(guestRang.subject, 'not JSON');
  await nc.flush();
  notify(hotel, guestRang, { room: 7 });
  await until(() => heard.length === 2);
  t.same(heard.sort(), ['all 7', 'one 7']);
  t.equal(log.lines.filter(({ level }) => level === 'error').length, 4);
});

t.test('a notification without a connection is lost without a sound', async (t) => {
  const { join, server, log } = await openHotel(t, await testNats(t));
  const hotel = await join('hotel');
  server.kill('SIGKILL');
  await until(() => log.lines.some(({ message }) => message === 'disconnected from NATS'));
  notify(hotel, guestRang, { room: 7 });
  await server.start();
});
