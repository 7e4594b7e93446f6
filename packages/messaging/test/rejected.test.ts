import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { headers } from 'nats';
import t from 'tap';
import { consume, PermanentError, type RejectedEvent } from '../src/consume.ts';
import { publish } from '../src/publish.ts';
import { guestArrived, porter } from './fixtures/events.ts';
import { leftOver, openHotel, plainly, until } from './fixtures/hotel.ts';

function countOf(names: readonly string[], name: string): number {
  return names.filter((one) => one === name).length;
}

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

t.test('a message at fault is given up in the end, one that meets an outage never', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await join('hotel');
  const nc = await plainly(t, server.url);
  const faults: Record<string, Error> = {
    Ada: Object.assign(new Error('duplicate key'), { code: '23505' }),
    Bob: new TypeError('no such room'),
    Cyd: Object.assign(new Error('the database shuts down'), { code: '57P01' }),
    Dan: Object.assign(new Error('no privilege'), { code: '42501' }),
    Eve: new Error('connection terminated'),
  };
  const tries: string[] = [];
  const kept: RejectedEvent[] = [];
  let isOver = false;
  await consume(
    hotel,
    porter,
    async ({ payload }) => {
      tries.push(payload.name);
      const fault = faults[payload.name];
      if (fault !== undefined && !isOver) throw fault;
    },
    {
      keepRejected: async (event) => void kept.push(event),
      retryDelayMs: () => 5,
      giveUp: { deliveries: 3, ageMs: 0 },
    },
  );
  for (const name of Object.keys(faults)) await publish(hotel, guestArrived, { name }, { messageId: name });
  await until(() => ['Cyd', 'Dan', 'Eve'].every((name) => countOf(tries, name) > 3));
  const reasonOf = (name: string) => kept.find(({ messageId }) => messageId === name)?.reason;
  await until(() => reasonOf('Ada') !== undefined && reasonOf('Bob') !== undefined);
  t.ok(['Ada', 'Bob'].every((name) => countOf(tries, name) >= 3));
  t.equal(reasonOf('Ada'), 'its handler always fails: duplicate key');
  t.equal(reasonOf('Bob'), 'its handler always fails: no such room');
  t.same(['Cyd', 'Dan', 'Eve'].map(reasonOf), [undefined, undefined, undefined]);
  isOver = true;
  await until(async () => (await leftOver(nc, porter.durable)) === 0);
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
