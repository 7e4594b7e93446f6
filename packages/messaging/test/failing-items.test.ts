import { DebriefError, INTERNAL, TIMED_OUT, UNAVAILABLE, VALIDATION_FAILED } from '@debrief/contracts/errors';
import t from 'tap';
import { request } from '../src/request.ts';
import { anIntegration, operator } from './fixtures/callers.ts';
import { countRooms, getRoom, ROOM_NOT_FOUND } from './fixtures/operations.ts';
import { names, openRooms, room } from './fixtures/rooms.ts';

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
