import t, { type Test } from 'tap';
import { handleEach, handleWrite } from '../src/handle-each.ts';
import { request } from '../src/request.ts';
import { handle, serve } from '../src/serve.ts';
import { anIntegration } from './fixtures/callers.ts';
import { openHotel, until } from './fixtures/hotel.ts';
import { bookRoom, getRoom } from './fixtures/operations.ts';

/** A service in which rooms named `slow` are not found before they are released; and a client of it. */
async function openSlowRooms(t: Test) {
  const { join } = await openHotel(t);
  const begun: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const handler = handleEach(getRoom, async ({ caller: { integration_id }, input: { name } }) => {
    begun.push(name);
    if (name.startsWith('slow')) await released;
    return { ok: { name, integration_id } };
  });
  await serve(await join('hotel'), { service: 'hotel', version: '1.0.0', handlers: [handler] });
  const client = await join('gateway');
  const get = (caller: ReturnType<typeof anIntegration>, name: string) =>
    request(client, getRoom, caller, { name }, { timeoutMs: 10_000 });
  return { begun, client, get, release };
}

t.test('an item is answered while a slow one of the same batch goes on', async (t) => {
  const { client, get, release } = await openSlowRooms(t);
  const slow = get(anIntegration(), 'slow');
  t.match(await get(anIntegration(), 'quick'), { name: 'quick' });
  t.equal(client.stats().requests[getRoom.subject]?.batches, 1);
  release();
  t.match(await slow, { name: 'slow' });
});

t.test('slow items hold up no later batch', async (t) => {
  const { begun, get, release } = await openSlowRooms(t);
  const slow: Promise<unknown>[] = [];
  for (let batch = 1; batch <= 4; batch += 1) {
    slow.push(get(anIntegration(), `slow ${batch}`));
    await until(() => begun.length === batch);
  }
  t.match(await get(anIntegration(), 'quick'), { name: 'quick' });
  release();
  await Promise.all(slow);
});

t.test('an integration that asks for any number of slow items leaves places to the others', async (t) => {
  const { begun, get, release } = await openSlowRooms(t);
  const greedy = anIntegration();
  const slow = Array.from({ length: 300 }, (_, index) => get(greedy, `slow ${index}`));
  await until(() => begun.length === 2);
  const quick = await Promise.all([1, 2, 3].map((index) => get(anIntegration(), `quick ${index}`)));
  t.equal(quick.length, 3);
  t.same(begun.filter((name) => name.startsWith('slow')).length, 2);
  release();
  await Promise.all(slow);
});

t.test('a handler of whole batches may answer some items before the others', async (t) => {
  const { join } = await openHotel(t);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { operation, handler } = handle(getRoom, async (items) =>
    items.map(({ caller, input }) => ({ ok: { name: input.name, integration_id: caller.integration_id } })),
  );
  const early = {
    operation,
    handler: (async (items, batch) => {
      const outcomes = await handler(items);
      const [first] = outcomes;
      if (first !== undefined) batch?.answered(0, first);
      await released;
      // What has been answered stays as it is.
      return outcomes.map(() => ({ json: '"late"' }));
    }) satisfies typeof handler,
  };
  await serve(await join('hotel'), { service: 'hotel', version: '1.0.0', handlers: [early] });
  const client = await join('gateway');
  const [first, second] = ['first', 'second'].map((name) =>
    request(client, getRoom, anIntegration(), { name }),
  );
  t.match(await first, { name: 'first' });
  release();
  t.equal(await second, 'late');
});

t.test('slow reads of many integrations hold up no write', async (t) => {
  const { join } = await openHotel(t);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let reading = 0;
  const read = handleEach(getRoom, async ({ caller: { integration_id }, input: { name } }) => {
    reading += 1;
    await released;
    return { ok: { name, integration_id } };
  });
  const write = handleWrite(bookRoom, async ({ caller: { integration_id }, input: { name } }) => ({
    ok: { name, integration_id },
  }));
  await serve(await join('hotel'), { service: 'hotel', version: '1.0.0', handlers: [read, write] });
  const client = await join('gateway');
  const reads = Array.from({ length: 20 }, () => request(client, getRoom, anIntegration(), { name: 'slow' }));
  await until(() => reading === 5);
  t.match(await request(client, bookRoom, anIntegration(), { name: 'blue' }), { name: 'blue' });
  release();
  await Promise.all(reads);
});
