import { setTimeout as delay } from 'node:timers/promises';
import { DebriefError, INTERNAL, TIMED_OUT, UNAVAILABLE, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { connect as connectPlainly } from 'nats';
import t, { type Test } from 'tap';
import { request, requestBytes } from '../src/request.ts';
import { handle, type Item, type Outcome, serve } from '../src/serve.ts';
import { anIntegration, operator } from './fixtures/callers.ts';
import { openHotel } from './fixtures/hotel.ts';
import { bookRoom, countRooms, getRoom, ROOM_NOT_FOUND } from './fixtures/operations.ts';

type GetRoom = typeof getRoom;
type Answer = (
  items: readonly Item<GetRoom>[],
) => readonly Outcome<GetRoom>[] | Promise<readonly Outcome<GetRoom>[]>;

const room = ({ caller, input }: Item<GetRoom>): Outcome<GetRoom> => ({
  ok: { name: input.name, integration_id: caller.integration_id },
});

/** A service that answers getRoom and keeps the names of each batch it was given; and a client of it. */
async function openRooms(t: Test, answer: Answer = (items) => items.map(room)) {
  const { log, join, server } = await openHotel(t);
  const batches: string[][] = [];
  const service = await join('hotel');
  await serve(service, {
    service: 'hotel',
    version: '1.0.0',
    handlers: [
      handle(getRoom, async (items) => {
        batches.push(items.map(({ input }) => input.name));
        return answer(items);
      }),
      handle(countRooms, async (items) => items.map(() => ({ ok: 7 }))),
    ],
  });
  const client = await join('gateway');
  return { log, batches, service, client, server };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `room ${index}`);

t.test('a single request reads like a function call', async (t) => {
  const { client } = await openRooms(t);
  const caller = anIntegration();
  const found = await request(client, getRoom, caller, { name: 'blue' });
  t.same(found, { name: 'blue', integration_id: caller.integration_id });
});

t.test('requests made together travel in one NATS message and reach the handler as one array', async (t) => {
  const { client, batches, server } = await openRooms(t);
  const observer = await connectPlainly({ servers: server.url });
  t.teardown(() => observer.close());
  let messages = 0;
  observer.subscribe('hotel.>', {
    callback: () => {
      messages += 1;
    },
  });
  await observer.flush();
  const found = await Promise.all(
    names(100).map((name) => request(client, getRoom, anIntegration(), { name })),
  );
  t.same(
    found.map(({ name }) => name),
    names(100),
  );
  await observer.flush();
  t.equal(messages, 1);
  t.same(batches, [names(100)]);
  t.match(client.stats().requests[getRoom.subject], { batches: 1, items: 100, retries: 0 });
});

t.test('while two batches are on the way, further requests gather for the next', async (t) => {
  const opened: (() => void)[] = [];
  const { client, batches } = await openRooms(t, async (items) => {
    await new Promise<void>((resolve) => opened.push(resolve));
    return items.map(room);
  });
  const answers: Promise<unknown>[] = [];
  for (const name of names(20)) {
    answers.push(request(client, getRoom, anIntegration(), { name }));
    await delay(5);
  }
  t.equal(batches.length, 2);
  const letAllThrough = setInterval(() => opened.shift()?.(), 1);
  await Promise.all(answers);
  clearInterval(letAllThrough);
  t.same(batches, [['room 0'], ['room 1'], names(20).slice(2)]);
});

t.test('a batch has a bounded number of items and bytes', async (t) => {
  const { client, batches } = await openRooms(t);
  await Promise.all(names(600).map((name) => request(client, getRoom, anIntegration(), { name })));
  t.same(
    batches.map((batch) => batch.length),
    [256, 256, 88],
  );
  batches.length = 0;
  const long = 'x'.repeat(200_000);
  await Promise.all(names(5).map((name) => request(client, getRoom, anIntegration(), { name: name + long })));
  t.same(
    batches.map((batch) => batch.length),
    [2, 2, 1],
  );
});

t.test('items of several tenants in one batch keep their own callers', async (t) => {
  const { client, batches } = await openRooms(t);
  const callers = names(10).map(anIntegration);
  const found = await Promise.all(
    callers.map((caller) => request(client, getRoom, caller, { name: 'the same' })),
  );
  t.equal(batches.length, 1);
  t.same(
    found.map((one) => one.integration_id),
    callers.map((caller) => caller.integration_id),
  );
});

t.test('an item fails alone, with its code and details', async (t) => {
  const { client, batches } = await openRooms(t, (items) =>
    items.map((item) =>
      item.input.name === 'room 1'
        ? { error: new DebriefError(ROOM_NOT_FOUND, { name: item.input.name }) }
        : room(item),
    ),
  );
  const results = await Promise.allSettled(
    names(3).map((name) => request(client, getRoom, anIntegration(), { name })),
  );
  t.same(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  const { reason } = results[1] as PromiseRejectedResult;
  t.ok(reason instanceof DebriefError);
  t.equal(reason.definition, ROOM_NOT_FOUND);
  t.equal(reason.publicMessage, 'No room room 1');
  t.equal(batches.length, 1);
});

t.test('an input that breaks the contract fails alone and never reaches the handler', async (t) => {
  const { client, batches } = await openRooms(t);
  const [valid, empty, wrong] = await Promise.allSettled([
    request(client, getRoom, anIntegration(), { name: 'good' }),
    request(client, getRoom, anIntegration(), { name: '' }),
    request(client, getRoom, anIntegration(), { name: 7 } as never),
  ]);
  t.equal(valid?.status, 'fulfilled');
  for (const result of [empty, wrong]) {
    t.match(result, { status: 'rejected', reason: { message: VALIDATION_FAILED.code } });
    t.match((result as PromiseRejectedResult).reason.publicMessage, [/^name must be/]);
  }
  t.same(batches, [['good']]);
});

t.test('a caller of another scope is refused', async (t) => {
  const { client, batches } = await openRooms(t);
  await t.rejects(request(client, getRoom, operator as never, { name: 'blue' }), {
    message: VALIDATION_FAILED.code,
  });
  await t.rejects(request(client, countRooms, anIntegration() as never, {}), {
    message: VALIDATION_FAILED.code,
  });
  t.equal(await request(client, countRooms, operator, {}), 7);
  t.same(batches, []);
});

t.test('when a handler throws for a batch, only the faulty item fails', async (t) => {
  const { client, batches, service, log } = await openRooms(t, (items) => {
    if (items.some(({ input }) => input.name === 'room 2')) throw new Error('invalid byte sequence');
    return items.map(room);
  });
  const results = await Promise.allSettled(
    names(4).map((name) => request(client, getRoom, anIntegration(), { name })),
  );
  t.same(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
  t.match(results[2], { reason: { message: INTERNAL.code } });
  t.same(batches, [names(4), ['room 0'], ['room 1'], ['room 2'], ['room 3']]);
  t.match(service.stats().served[getRoom.subject], { batches: 1, items: 4, failures: 1, isolated: 1 });
  t.match(log.lines, [{ level: 'error', fields: { err: { message: 'invalid byte sequence' }, items: 1 } }]);
});

t.test(
  'an error the operation does not declare reaches the caller as INTERNAL and the log as it is',
  async (t) => {
    const bookedOut = { code: 'BOOKED_OUT', status: 409, message: 'The hotel is full' };
    const { client, log } = await openRooms(t, () => {
      throw new DebriefError(bookedOut);
    });
    await t.rejects(request(client, getRoom, anIntegration(), { name: 'blue' }), { message: INTERNAL.code });
    t.match(log.lines, [{ level: 'error', fields: { err: { definition: { code: 'BOOKED_OUT' } } } }]);
  },
);

t.test('an outage reported by the handler is not repeated item by item', async (t) => {
  const { client, batches } = await openRooms(t, () => {
    throw new DebriefError(UNAVAILABLE);
  });
  const results = await Promise.allSettled(
    names(5).map((name) => request(client, getRoom, anIntegration(), { name })),
  );
  for (const result of results) t.match(result, { reason: { message: UNAVAILABLE.code } });
  t.equal(batches.length, 1);
});

t.test('a statement that takes too long for one item fails that one only', async (t) => {
  const { client } = await openRooms(t, (items) => {
    if (items.some(({ input }) => input.name === 'room 1'))
      throw new DebriefError(TIMED_OUT, undefined, { cause: new Error('canceled') });
    return items.map(room);
  });
  const results = await Promise.allSettled(
    names(3).map((name) => request(client, getRoom, anIntegration(), { name })),
  );
  t.match(results, [
    { status: 'fulfilled' },
    { reason: { message: TIMED_OUT.code } },
    { status: 'fulfilled' },
  ]);
});

t.test('why an outage was answered is for the log of the service', async (t) => {
  const { client, log } = await openRooms(t, () => {
    throw new DebriefError(UNAVAILABLE, undefined, { cause: new Error('connection refused') });
  });
  await t.rejects(request(client, getRoom, anIntegration(), { name: 'blue' }), { message: UNAVAILABLE.code });
  t.match(log.lines, [{ level: 'warn', fields: { err: { cause: { message: 'connection refused' } } } }]);
});

t.test('a handler that returns too few outcomes fails them all, and is not run again', async (t) => {
  const { client, batches } = await openRooms(t, (items) => items.slice(1).map(room));
  const results = await Promise.allSettled(
    names(3).map((name) => request(client, getRoom, anIntegration(), { name })),
  );
  for (const result of results) t.match(result, { reason: { message: INTERNAL.code } });
  t.equal(batches.length, 1);
});

t.test("a handler's JSON passes through untouched", async (t) => {
  const json = '{"name" : "blü 🏨\\n", "integration_id":"x",  "price": 10.00}';
  const { client } = await openRooms(t, (items) => items.map(() => ({ json })));
  const body = await requestBytes(client, getRoom, anIntegration(), { name: 'blue' });
  t.equal(body.toString(), json);
});

t.test('JSON that was written over several lines stays the same JSON', async (t) => {
  const value = { name: 'a\nb', nested: { list: [1, 2] } };
  const { client } = await openRooms(t, (items) =>
    items.map(() => ({ json: JSON.stringify(value, null, 2) })),
  );
  t.same(await request(client, getRoom, anIntegration(), { name: 'blue' }), value);
});

t.test('answers of more than one NATS payload in total arrive whole', async (t) => {
  const { client, batches } = await openRooms(t, (items) =>
    items.map(({ input }) => ({ json: JSON.stringify({ name: input.name, notes: 'n'.repeat(30_000) }) })),
  );
  const bodies = await Promise.all(
    names(150).map((name) => requestBytes(client, getRoom, anIntegration(), { name })),
  );
  t.equal(batches.length, 1);
  t.ok(bodies.every(({ length }) => length > 30_000));
  t.same(
    bodies.map((body) => JSON.parse(body.toString()).name),
    names(150),
  );
});

t.test('one answer larger than a NATS payload travels compressed', async (t) => {
  const text = Array.from({ length: 200_000 }, (_, index) => `word${index % 5000}`).join(' ');
  const { client } = await openRooms(t, (items) => items.map(() => ({ json: JSON.stringify({ text }) })));
  const body = await requestBytes(client, getRoom, anIntegration(), { name: 'blue' });
  t.equal(JSON.parse(body.toString()).text, text);
});

t.test('an answer that no payload can hold fails its own item only', async (t) => {
  const noise = Array.from({ length: 200_000 }, () => Math.random().toString(36).slice(2)).join('');
  const { client, log } = await openRooms(t, (items) =>
    items.map((item) => (item.input.name === 'room 1' ? { json: JSON.stringify({ noise }) } : room(item))),
  );
  const results = await Promise.allSettled(
    names(3).map((name) => request(client, getRoom, anIntegration(), { name })),
  );
  t.same(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.match(results[1], { reason: { message: INTERNAL.code } });
  t.equal(log.lines.filter(({ level }) => level === 'error').length, 1);
});

t.test('what is being handled when a service closes is still answered', async (t) => {
  const { join } = await openHotel(t);
  const service = await join('hotel');
  let begun = () => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const served = await serve(service, {
    service: 'hotel',
    version: '1.0.0',
    handlers: [
      handle(getRoom, async (items) => {
        begun();
        await delay(100);
        return items.map(room);
      }),
    ],
  });
  const client = await join('gateway');
  const answer = request(client, getRoom, anIntegration(), { name: 'blue' });
  await running;
  await served.close();
  t.match(await answer, { name: 'blue' });
});

t.test('a service answers only operations that bear its name', async (t) => {
  const { join } = await openHotel(t);
  const service = await join('hotel');
  const handlers = [handle(bookRoom, async (items) => items.map(room))];
  await t.rejects(serve(service, { service: 'restaurant', version: '1.0.0', handlers }), {
    message: 'hotel.rooms.book does not start with restaurant.',
  });
});

t.test('services are found by the NATS services protocol, with their figures', async (t) => {
  const { client, server } = await openRooms(t);
  await Promise.all(names(3).map((name) => request(client, getRoom, anIntegration(), { name })));
  const observer = await connectPlainly({ servers: server.url });
  t.teardown(() => observer.close());
  for await (const stats of await observer.services.client().stats('hotel')) {
    t.match(
      stats.endpoints?.find(({ name }) => name === 'rooms_get'),
      { subject: 'hotel.rooms.get', queue_group: 'hotel', data: { batches: 1, items: 3 } },
    );
  }
});
