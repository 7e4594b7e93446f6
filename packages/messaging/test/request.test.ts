import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectPlainly } from 'nats';
import t from 'tap';
import { request } from '../src/request.ts';
import { anIntegration } from './fixtures/callers.ts';
import { getRoom } from './fixtures/operations.ts';
import { names, openRooms, room } from './fixtures/rooms.ts';

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
