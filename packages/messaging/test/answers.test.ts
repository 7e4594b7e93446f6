import { INTERNAL } from '@debrief/contracts/errors';
import t from 'tap';
import { request, requestBytes } from '../src/request.ts';
import { anIntegration } from './fixtures/callers.ts';
import { getRoom } from './fixtures/operations.ts';
import { names, openRooms, room } from './fixtures/rooms.ts';

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
  // On a busy machine a try may be repeated: a second batch says nothing about the first.
  t.ok(batches.some((items) => items.length === 150));
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
