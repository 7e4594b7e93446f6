import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import { testNats } from '@debrief/local/testing';
import { connect as connectPlainly } from 'nats';
import t, { type Test } from 'tap';
import { onReconnect } from '../src/connection.ts';
import { request } from '../src/request.ts';
import { handle, serve } from '../src/serve.ts';
import { anIntegration } from './fixtures/callers.ts';
import { openHotel, until } from './fixtures/hotel.ts';
import { bookRoom, getRoom } from './fixtures/operations.ts';

const serveRooms = handle(getRoom, async (items) =>
  items.map(({ caller, input }) => ({ ok: { name: input.name, integration_id: caller.integration_id } })),
);

async function startResponder(t: Test, url: string): Promise<ChildProcess> {
  const child = fork(new URL('./fixtures/responder.ts', import.meta.url), [url]);
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await once(child, 'message');
  return child;
}

function startResponders(t: Test, url: string): Promise<[ChildProcess, ChildProcess]> {
  return Promise.all([startResponder(t, url), startResponder(t, url)]);
}

/** Takes requests and never answers. */
async function listenSilently(t: Test, url: string, subject: string) {
  const nc = await connectPlainly({ servers: url });
  t.teardown(() => nc.close());
  const seen = { messages: 0 };
  nc.subscribe(subject, {
    callback: () => {
      seen.messages += 1;
    },
  });
  await nc.flush();
  return seen;
}

// Each test mostly waits, so they run side by side, each with a server of its own.
t.jobs = 4;

t.test(
  'an operation that nobody serves is UNAVAILABLE, and a second caller need not wait again',
  async (t) => {
    const { join } = await openHotel(t, await testNats(t));
    const client = await join('gateway');
    await t.rejects(request(client, getRoom, anIntegration(), { name: 'blue' }), {
      message: UNAVAILABLE.code,
    });
    const { noResponders } = client.stats().requests[getRoom.subject] ?? { noResponders: 0 };
    t.ok(noResponders > 2);
    await t.rejects(request(client, getRoom, anIntegration(), { name: 'red' }), {
      message: UNAVAILABLE.code,
    });
    t.equal(client.stats().requests[getRoom.subject]?.noResponders, noResponders + 1);
  },
);

t.test('a service that starts a moment later answers the request that came too early', async (t) => {
  const { join } = await openHotel(t, await testNats(t));
  const client = await join('gateway');
  const answer = request(client, getRoom, anIntegration(), { name: 'blue' });
  await until(() => (client.stats().requests[getRoom.subject]?.noResponders ?? 0) > 1);
  await serve(await join('hotel'), { service: 'hotel', version: '1.0.0', handlers: [serveRooms] });
  t.match(await answer, { name: 'blue' });
});

t.test('a silent service is asked once more when the operation is idempotent, then TIMED_OUT', async (t) => {
  const { join, server } = await openHotel(t, await testNats(t));
  const client = await join('gateway');
  const seen = await listenSilently(t, server.url, getRoom.subject);
  await t.rejects(request(client, getRoom, anIntegration(), { name: 'blue' }, { timeoutMs: 4000 }), {
    message: TIMED_OUT.code,
  });
  t.equal(seen.messages, 2);
  t.match(client.stats().requests[getRoom.subject], { retries: 1, timeouts: 1 });
});

t.test('a silent service is never asked twice for what must not happen twice', async (t) => {
  const { join, server } = await openHotel(t, await testNats(t));
  const client = await join('gateway');
  const seen = await listenSilently(t, server.url, bookRoom.subject);
  await t.rejects(request(client, bookRoom, anIntegration(), { name: 'blue' }, { timeoutMs: 1500 }), {
    message: TIMED_OUT.code,
  });
  t.equal(seen.messages, 1);
});

t.test('with one of two responders stopped, every read is answered by the other', async (t) => {
  const { join, server } = await openHotel(t, await testNats(t));
  const client = await join('gateway');
  const [stopped, alive] = await startResponders(t, server.url);
  const ask = async (name: string) => (await request(client, getRoom, anIntegration(), { name })).name;
  const askedBoth = new Set<string>();
  while (askedBoth.size < 2) askedBoth.add(await ask('room'));

  stopped.kill('SIGSTOP');
  const answers: Promise<string>[] = [];
  for (let index = 0; index < 200; index += 1) {
    answers.push(ask('room'));
    await delay(5);
  }
  const results = await Promise.allSettled(answers);
  t.same(
    results.filter((result) => result.status === 'rejected'),
    [],
  );
  t.same(
    new Set(results.map((result) => (result as PromiseFulfilledResult<string>).value)),
    new Set([`room by ${alive.pid}`]),
  );
  t.ok((client.stats().requests[getRoom.subject]?.retries ?? 0) > 0);
});

t.test('a responder that is killed takes nothing with it but what it was doing', async (t) => {
  const { join, server } = await openHotel(t, await testNats(t));
  const client = await join('gateway');
  const [killed] = await startResponders(t, server.url);
  const answers: Promise<unknown>[] = [];
  for (let index = 0; index < 200; index += 1) {
    if (index === 50) killed.kill('SIGKILL');
    answers.push(request(client, getRoom, anIntegration(), { name: 'room' }));
    await delay(2);
  }
  t.equal((await Promise.all(answers)).length, 200);
});

t.test('requests made while NATS starts again are answered after it', async (t) => {
  const { join, server } = await openHotel(t, await testNats(t));
  const client = await join('gateway');
  await serve(await join('hotel'), { service: 'hotel', version: '1.0.0', handlers: [serveRooms] });
  await request(client, getRoom, anIntegration(), { name: 'blue' });
  let reconnected = 0;
  onReconnect(client, () => {
    reconnected += 1;
  });
  server.kill('SIGKILL');
  const answers = Promise.all(
    ['red', 'green'].map((name) => request(client, getRoom, anIntegration(), { name })),
  );
  await server.start();
  t.match(await answers, [{ name: 'red' }, { name: 'green' }]);
  t.equal(client.stats().reconnects, 1);
  await until(() => reconnected === 1);
});

t.test('a NATS that stalls costs time but no answers', async (t) => {
  const { join, server, log } = await openHotel(t, await testNats(t));
  const client = await join('gateway');
  await serve(await join('hotel'), { service: 'hotel', version: '1.0.0', handlers: [serveRooms] });
  await request(client, getRoom, anIntegration(), { name: 'blue' });
  server.kill('SIGSTOP');
  const answers = Promise.all(
    ['red', 'green'].map((name) => request(client, getRoom, anIntegration(), { name })),
  );
  await delay(2000);
  server.kill('SIGCONT');
  t.match(await answers, [{ name: 'red' }, { name: 'green' }]);
  t.same(log.lines, []);
});

t.test('while NATS is away requests are UNAVAILABLE, and readiness says so', async (t) => {
  const { join, server, log } = await openHotel(t, await testNats(t));
  const client = await join('gateway');
  await client.check();
  server.kill('SIGKILL');
  await t.rejects(request(client, getRoom, anIntegration(), { name: 'blue' }), { message: UNAVAILABLE.code });
  await t.rejects(client.check(), { message: 'not connected to NATS' });
  await t.rejects(client.ping(), { message: 'not connected to NATS' });
  t.equal(log.lines.filter(({ message }) => message === 'disconnected from NATS').length, 1);
  await server.start();
  await until(() =>
    client.check().then(
      () => true,
      () => false,
    ),
  );
});

t.test('requests end when their connection is closed', async (t) => {
  const { join, server } = await openHotel(t, await testNats(t));
  const client = await join('gateway');
  await listenSilently(t, server.url, getRoom.subject);
  const waiting = request(client, getRoom, anIntegration(), { name: 'blue' });
  const outcome = t.rejects(waiting, { message: UNAVAILABLE.code });
  await delay(20);
  await client.close();
  await outcome;
  await t.rejects(request(client, getRoom, anIntegration(), { name: 'red' }), { message: UNAVAILABLE.code });
});
