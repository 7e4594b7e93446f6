import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectPlainly, type Msg, ServiceError } from 'nats';
import t from 'tap';
import { request } from '../src/request.ts';
import { handle, serve } from '../src/serve.ts';
import { anIntegration } from './fixtures/callers.ts';
import { openHotel, until } from './fixtures/hotel.ts';
import { getRoom } from './fixtures/operations.ts';

t.test('a service takes no more batches than it can hold, and says so at once', async (t) => {
  const { join, server } = await openHotel(t);
  let running = 0;
  let most = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await serve(await join('hotel'), {
    service: 'hotel',
    version: '1.0.0',
    handlers: [
      handle(getRoom, async (items) => {
        running += 1;
        most = Math.max(most, running);
        await released;
        running -= 1;
        return items.map(({ caller, input }) => ({
          ok: { name: input.name, integration_id: caller.integration_id },
        }));
      }),
    ],
  });
  const flood = await connectPlainly({ servers: server.url });
  t.teardown(() => flood.close());
  const answers: Msg[] = [];
  flood.subscribe('_INBOX.flood', { callback: (_, message) => answers.push(message) });
  const batch = JSON.stringify({ caller: anIntegration(), input: { name: 'blue' } });
  for (let index = 0; index < 300; index += 1)
    flood.publish(getRoom.subject, batch, { reply: '_INBOX.flood' });

  const refused = await until(() => answers.length > 0 && answers);
  t.ok(refused.every((message) => ServiceError.toServiceError(message)?.code === 503));
  const client = await join('gateway');
  const patient = request(client, getRoom, anIntegration(), { name: 'red' });
  await until(() => (client.stats().requests[getRoom.subject]?.noResponders ?? 0) > 0);
  release();
  t.match(await patient, { name: 'red' });
  await until(() => answers.length === 300);
  t.equal(answers.filter((message) => ServiceError.isServiceError(message)).length, 300 - 8 - 256);
  t.equal(most, 8);
});

t.test(
  'while requests wait too long to be sent, further ones fail at once and those are answered',
  async (t) => {
    const { join } = await openHotel(t);
    await serve(await join('hotel'), {
      service: 'hotel',
      version: '1.0.0',
      handlers: [
        handle(getRoom, async (items) => {
          await sleep(400);
          return items.map(({ caller, input }) => ({
            ok: { name: input.name, integration_id: caller.integration_id },
          }));
        }),
      ],
    });
    const client = await join('gateway');
    const ask = (name: string) => request(client, getRoom, anIntegration(), { name }, { timeoutMs: 10_000 });
    const waiting = Array.from({ length: 8 * 256 }, () => ask('early'));
    const late: Promise<unknown>[] = [];
    const refused = await until(async () => {
      const one = ask('late');
      const outcome = await Promise.race([one.catch((error: unknown) => error), sleep(20)]);
      if (outcome instanceof Error) return outcome;
      late.push(one);
      return false;
    });
    t.match(refused, { message: 'UNAVAILABLE' });
    t.equal(client.stats().requests[getRoom.subject]?.refused, 1, 'it is counted');
    t.equal((await Promise.all(waiting)).length, 8 * 256);
    await Promise.all(late);
    t.match(await ask('after'), { name: 'after' });
  },
);

t.test('while too much is asked for long, what is answered has waited for a fraction of that', async (t) => {
  const { join } = await openHotel(t);
  await serve(await join('hotel'), {
    service: 'hotel',
    version: '1.0.0',
    handlers: [
      handle(getRoom, async (items) => {
        await sleep(80);
        return items.map(({ caller, input }) => ({
          ok: { name: input.name, integration_id: caller.integration_id },
        }));
      }),
    ],
  });
  const client = await join('gateway');
  const waits: { askedAt: number; tookMs: number }[] = [];
  const startedAt = performance.now();
  let refused = 0;
  async function ask(): Promise<void> {
    const askedAt = performance.now();
    try {
      await request(client, getRoom, anIntegration(), { name: 'blue' });
      waits.push({ askedAt: askedAt - startedAt, tookMs: performance.now() - askedAt });
    } catch {
      refused += 1;
    }
  }
  const asked: Promise<void>[] = [];
  while (performance.now() - startedAt < 2_500) {
    // Twice what two batches of 256 in 80 ms come to.
    for (let index = 0; index < 256; index += 1) asked.push(ask());
    await sleep(20);
  }
  await Promise.all(asked);
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  const first = median(
    waits.filter(({ askedAt }) => askedAt > 500 && askedAt < 900).map((one) => one.tookMs),
  );
  const later = median(waits.filter(({ askedAt }) => askedAt > 1_700).map((one) => one.tookMs));
  t.ok(refused > 0);
  t.ok(later < first, `${Math.round(later)} ms, and ${Math.round(first)} ms before`);
});

t.test('what is not a request at all fails as an item, and the service lives on', async (t) => {
  const { join, server, log } = await openHotel(t);
  const hotel = await join('hotel');
  await serve(hotel, {
    service: 'hotel',
    version: '1.0.0',
    handlers: [handle(getRoom, async (items) => items.map(({ input }) => ({ json: JSON.stringify(input) })))],
  });
  const nc = await connectPlainly({ servers: server.url });
  t.teardown(() => nc.close());
  const answer = await nc.request(getRoom.subject, 'not JSON\nnull\n7');
  const lines = answer.string().split('\n');
  t.equal(lines.length, 4);
  t.match(lines[0], /^0-\{"code":"VALIDATION_FAILED"/);
  t.match(await request(hotel, getRoom, anIntegration(), { name: 'blue' }), { name: 'blue' });
  t.same(log.lines, []);
});
