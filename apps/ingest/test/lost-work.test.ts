import { setTimeout as sleep } from 'node:timers/promises';
import { getTranscript } from '@debrief/contracts/operations/ingest';
import { connect } from '@debrief/messaging/connection';
import { request } from '@debrief/messaging/request';
import { sql } from 'kysely';
import t from 'tap';
import { tenant } from './fixtures/ingest-database.ts';
import {
  coachWith,
  headWhen,
  log,
  runningIngest,
  submit,
  transcribeWith,
} from './fixtures/running-ingest.ts';

const { messaging, service, nats, startAnother, db } = await runningIngest(t, {
  LEASE_SECONDS: '0.5',
  SWEEP_INTERVAL_SECONDS: '0.1',
  ANALYSIS_SILENCE_SECONDS: '1',
});
const idle = async () => {};

const isUp = () =>
  messaging.check().then(
    () => true,
    () => false,
  );

async function textOf(caller: ReturnType<typeof tenant>, callEventId: string): Promise<string | undefined> {
  const view = await request(messaging, getTranscript, caller, {
    kind: 'call',
    by: 'call_event_id',
    value: callEventId,
  });
  return view.segments[0]?.text;
}

async function leaseClock(): Promise<number> {
  const { rows } = await sql<{ at: string }>`select at from lease_clock`.execute(db);
  return Date.parse(rows[0]?.at ?? '');
}

async function leasesPass(): Promise<void> {
  const before = await leaseClock();
  while ((await leaseClock()) < before + 1_000) await sleep(20);
}

t.test('a worker that falls silent is followed by another, and its late result is refused', async (t) => {
  const caller = tenant();
  const { promise: overtaken, resolve: overtake } = Promise.withResolvers<void>();
  for (let worker = 0; worker < 2; worker += 1) {
    await transcribeWith(t, messaging, async ({ attempt }) => {
      if (attempt === 1) await overtaken;
      return `attempt ${attempt}`;
    });
  }
  await coachWith(t, messaging, idle);
  const callEventId = await submit(messaging, caller);
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
  overtake();
  await sleep(100);
  t.equal(await textOf(caller, callEventId), 'attempt 2');
});

t.test('an hour forth or back on the database’s clock takes nothing from a worker', async (t) => {
  const caller = tenant();
  const attempts: number[] = [];
  let isDone = false;
  const work = async (
    { attempt }: { attempt: number },
    renew: (values: { progress: number }) => Promise<boolean>,
  ) => {
    attempts.push(attempt);
    for (let progress = 10; !isDone; progress = Math.min(progress + 1, 60)) {
      await renew({ progress });
      await sleep(50);
    }
    return 'once';
  };
  for (let worker = 0; worker < 2; worker += 1) await transcribeWith(t, messaging, work);
  await coachWith(t, messaging, idle);
  const callEventId = await submit(messaging, caller);
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'TRANSCRIBING');
  for (const hours of [1, -1, -1, 1]) {
    // To the service, a last beat an hour ago is a clock that was set forth, one in an hour a clock set back.
    await sql`update lease_clock set beat_at = beat_at - make_interval(hours => ${hours})`.execute(db);
    await leasesPass();
  }
  isDone = true;
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
  t.same(attempts, [1]);
});

t.test('a missing stream does not stop the clock of leases', async (t) => {
  const { jsm } = messaging as unknown as { jsm: { streams: { delete(name: string): Promise<boolean> } } };
  await jsm.streams.delete('people');
  await t.rejects(messaging.check());
  await leasesPass();
  const restoring = await connect({ url: nats.url, name: 'restoring', log });
  await restoring.close();
});

t.test('an analysis that is lost is asked for again', async (t) => {
  const caller = tenant();
  let asked = 0;
  await transcribeWith(t, messaging, async () => 'analyzed at last');
  await coachWith(t, messaging, async () => {
    asked += 1;
    return asked > 1;
  });
  const callEventId = await submit(messaging, caller);
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
  t.equal(asked, 2);
});

t.test('work that is done while this service is down is not done again', async (t) => {
  const caller = tenant();
  const attempts: number[] = [];
  const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>();
  await transcribeWith(t, messaging, async ({ attempt }, renew) => {
    attempts.push(attempt);
    await renew({ progress: 30 });
    await mayFinish;
    return 'in the meantime';
  });
  await coachWith(t, messaging, idle);
  const callEventId = await submit(messaging, caller);
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'TRANSCRIBING');
  await service.close();
  const before = await leaseClock();
  await sql`update lease_clock set beat_at = beat_at - interval '20 minutes'`.execute(db);
  await sleep(600);
  t.equal(await leaseClock(), before, 'longer than a lease, and the clock stood still');
  finish();
  await startAnother();
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
  t.same(attempts, [1]);
});

t.test('no recording is lost with the store of NATS', async (t) => {
  const caller = tenant();
  // No worker yet: all of them wait in Postgres.
  const callEventIds = await Promise.all(Array.from({ length: 8 }, () => submit(messaging, caller)));
  nats.kill('SIGKILL');
  nats.wipe();
  await nats.start();
  while (!(await isUp())) await sleep(20);
  await transcribeWith(t, messaging, async () => 'after all');
  await coachWith(t, messaging, idle);
  const heads = await Promise.all(
    callEventIds.map((id) => headWhen(messaging, caller, id, ({ status }) => status === 'COMPLETED')),
  );
  t.equal(new Set(heads.map(({ recording_id }) => recording_id)).size, 8);
});
