import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectPlainly, type Msg, ServiceError } from 'nats';
import t, { type Test } from 'tap';
import type { Messaging } from '../src/connection.ts';
import { request } from '../src/request.ts';
import { handle, serve } from '../src/serve.ts';
import { anIntegration } from './fixtures/callers.ts';
import { openHotel, until } from './fixtures/hotel.ts';
import { getRoom } from './fixtures/operations.ts';

/** A hotel whose batches are answered when the test says so. */
async function serveRooms(messaging: Messaging) {
  const batches: (() => void)[] = [];
  let answered = 0;
  let isOpen = false;
  const rooms = handle(getRoom, async (items) => {
    await new Promise<void>((resolve) => {
      batches.push(resolve);
      if (isOpen) resolve();
    });
    return items.map(({ caller, input }) => ({
      ok: { name: input.name, integration_id: caller.integration_id },
    }));
  });
  await serve(messaging, { service: 'hotel', version: '1.0.0', handlers: [rooms] });
  return {
    batches,
    /** The oldest. */
    answer: () => batches[answered++]?.(),
    answerAll() {
      isOpen = true;
      for (const resolve of batches) resolve();
    },
  };
}

/** Stands still but for what the test lets pass. */
function aClock(t: Test) {
  let now = performance.now();
  t.intercept(performance, 'now', { value: () => now });
  return {
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}

t.test('a service takes no more batches than it can hold, and says so at once', async (t) => {
  const { join, server } = await openHotel(t);
  const hotel = await serveRooms(await join('hotel'));
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
  const most = hotel.batches.length;
  hotel.answerAll();
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

t.test('once nothing has gone out after a short wait for long, a short wait is too long', async (t) => {
  const clock = aClock(t);
  const { join } = await openHotel(t);
  const hotel = await serveRooms(await join('hotel'));
  const client = await join('gateway');
  const ask = (name: string) => request(client, getRoom, anIntegration(), { name });
  const sent: Promise<unknown>[] = [ask('first')];
  await until(() => hotel.batches.length === 1);
  sent.push(ask('second'));
  await until(() => hotel.batches.length === 2);
  // Two are on the way, so that each further one waits until one of them is answered.
  async function waits(milliseconds: number): Promise<void> {
    const asked = hotel.batches.length;
    sent.push(ask('next'));
    clock.pass(milliseconds);
    hotel.answer();
    await until(() => hotel.batches.length === asked + 1);
  }
  async function isRefusedAfter(milliseconds: number): Promise<boolean> {
    sent.push(ask('waits'));
    clock.pass(milliseconds);
    const late = ask('late').then(
      () => false,
      (error: Error) => error.message === 'UNAVAILABLE',
    );
    const refused = await Promise.race([late, sleep(50).then(() => false)]);
    const asked = hotel.batches.length;
    hotel.answer();
    await until(() => hotel.batches.length === asked + 1);
    return refused;
  }
  t.notOk(await isRefusedAfter(400), 'a burst');
  for (let waited = 0; waited <= 1_000; waited += 400) await waits(400);
  t.ok(await isRefusedAfter(400), 'a queue that stands');
  await waits(0);
  t.notOk(await isRefusedAfter(400), 'a burst again');
  hotel.answerAll();
  await Promise.all(sent);
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
