import { setTimeout as sleep } from 'node:timers/promises';
import { recordingFailed } from '@debrief/contracts/events/recording';
import { createLogger } from '@debrief/service-kit/logger';
import { sql } from 'kysely';
import t from 'tap';
import { startAnalysisThreads } from '../../src/analyses/analysis-threads.ts';
import { builtInCoach } from '../../src/engines/built-in/built-in-coach.ts';
import type { Coach, CoachingRun } from '../../src/engines/coach.ts';
import { StorageFailure } from '../../src/engines/language-model/storage-failure.ts';
import { analysisScene, coachAfter, until, withoutDelays } from '../fixtures/analysis-scene.ts';
import { coachingDatabase } from '../fixtures/coaching-database.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const { db } = await coachingDatabase(t);
const scene = analysisScene(db, builtInCoach);
t.beforeEach(() => db.deleteFrom('analyses_due').execute());

const pass = (seconds: number) =>
  sql`update lease_clock set at = at + make_interval(secs => ${seconds})`.execute(db);

t.test('a replica that starts looks for work at once, without a failure', async (t) => {
  const warned: unknown[] = [];
  const listening = createLogger({ name: 'test', level: 'silent' });
  listening.warn = (fields: unknown) => void warned.push(fields);
  const { deliver, work } = scene.recording();
  scene.start(t, { log: listening });
  await deliver();
  await until(async () => (await work()) === undefined);
  t.same(warned, []);
});

t.test('an engine that is frozen loses its thread and its attempt at the deadline', async (t) => {
  const worker = new URL('../fixtures/faulty-analysis.ts', import.meta.url);
  const threads = startAnalysisThreads({ count: 1, log, worker });
  t.teardown(() => threads.close());
  const { deliver, eventsWhen } = scene.recording();
  const frozen: Coach = { analyze: (_t, _r, _c, run) => threads.analyze({ ending: 'loop' } as never, run) };
  let attempts = 0;
  const coachOf = () => {
    attempts += 1;
    return frozen;
  };
  // The deadline is longer by a tenth of the call's length, 3.5 s.
  scene.start(t, { coachOf, ...scene.settings({ attemptSeconds: -3, maxFailures: 2 }) });
  withoutDelays(t, db);
  await deliver();
  const [event] = await eventsWhen(1);
  t.match(event, { subject: recordingFailed.subject, payload: { error: { code: 'timed_out' } } });
  t.equal(attempts, 2);
  t.equal(
    (await threads.analyze({ ending: 'well' } as never).then(Number)) > 0,
    true,
    'the place is free for another',
  );
});

t.test('what was due before a start is claimed at once', async (t) => {
  const { deliver, eventsWhen } = scene.recording();
  await deliver();
  // Nothing is looked at twice within the test.
  scene.start(t, { intervalMs: 600_000 });
  t.ok(await eventsWhen(1));
});

t.test('progress keeps an engine going past its lease, but never past its deadline', async (t) => {
  const { deliver, work } = scene.recording();
  let share = 0;
  const coach = coachAfter(async ({ signal, onProgress }) => {
    for (; signal?.aborted === false; share += 0.001) {
      onProgress?.(share);
      await sleep(20);
    }
  });
  scene.start(t, { coachOf: () => coach, ...scene.settings({ leaseSeconds: 0.3, attemptSeconds: -2 }) });
  await deliver();
  await until(async () => (await work())?.failures === 1);
  t.match(await work(), { waits_for: 'timed_out', claimed_at: null });
  t.ok(share * 1000 > 2 * 15, 'it went on for longer than a lease');
});

t.test('an engine that reports nothing for a lease is stopped', async (t) => {
  const { deliver, work } = scene.recording();
  const coach = coachAfter(() => new Promise(() => {}));
  scene.start(t, { coachOf: () => coach, ...scene.settings({ leaseSeconds: 0.1 }) });
  await deliver();
  await until(async () => (await work())?.failures === 1);
  t.match(await work(), { waits_for: 'timed_out', claimed_at: null });
});

t.test('what a lost replica had is taken over when its lease has ended', async (t) => {
  const { deliver, work, eventsWhen } = scene.recording();
  const lost = scene.start(t, { coachOf: () => coachAfter(() => new Promise(() => {})) });
  await deliver();
  await until(async () => (await work())?.claimed_at !== null);
  const heir = scene.start(t);
  heir.wake();
  await sleep(60);
  t.match(await work(), { attempt: 1 }, 'not before');
  // The lease is judged by its clock, the silence of an engine by the process's own.
  await pass(61);
  const [event] = await eventsWhen(1);
  t.match(event, { payload: { recording: { attempt: 1 } } });
  await lost.close();
});

t.test('the result of an older attempt is dropped, while the newer is analysed and after it', async (t) => {
  for (const comesAfter of [false, true]) {
    const { deliver, analysis, eventsWhen, work } = scene.recording();
    const [older, newer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended = Promise.withResolvers<void>();
    const slow = scene.start(t, {
      coachOf: () => coachAfter(() => older.promise),
      reportProgress: ({ progress }) => progress === 95 && ended.resolve(),
    });
    const isClaimed = async () => (await work())?.claimed_at !== null;
    await deliver();
    await until(isClaimed);
    await deliver({ attempt: 2 });
    const fast = scene.start(t, { coachOf: () => coachAfter(() => newer.promise) });
    await until(isClaimed);
    if (comesAfter) {
      newer.resolve();
      await eventsWhen(1);
    }
    older.resolve();
    await ended.promise;
    await slow.close();
    t.equal((await analysis())?.attempt, comesAfter ? 2 : undefined);
    newer.resolve();
    t.equal((await eventsWhen(1)).length, 1);
    t.equal((await analysis())?.attempt, 2);
    await fast.close();
  }
});

t.test('an engine whose attempt is replaced is stopped by its next progress', async (t) => {
  const { deliver } = scene.recording();
  const { promise: isStarted, resolve: start } = Promise.withResolvers<void>();
  const { promise: isStopped, resolve: stopped } = Promise.withResolvers<unknown>();
  const working = async ({ signal, onProgress }: CoachingRun) => {
    start();
    for (; signal?.aborted === false; await sleep(20)) onProgress?.(0.5);
    stopped(signal?.reason);
    return new Promise(() => {});
  };
  let isFirst = true;
  scene.start(t, {
    coachOf() {
      const coach = isFirst ? coachAfter(working) : builtInCoach;
      isFirst = false;
      return coach;
    },
  });
  await deliver();
  await isStarted;
  await deliver({ attempt: 2 });
  t.match(await isStopped, { reason: 'not_held' });
});

t.test('a replica that closes hands on at once, and nothing counts', async (t) => {
  const { deliver, work, eventsWhen } = scene.recording();
  const { promise: isStarted, resolve: start } = Promise.withResolvers<void>();
  const closing = scene.start(t, {
    coachOf: () =>
      coachAfter(() => {
        start();
        return new Promise(() => {});
      }),
  });
  await deliver();
  await isStarted;
  await closing.close();
  t.match(await work(), { claimed_at: null, failures: 0, attempt: 2, waits_for: null });
  scene.start(t);
  t.match(await eventsWhen(1), [{ subject: 'recording.analyzed' }]);
});

t.test('a database that fails the engine is not held against the recording', async (t) => {
  const { deliver, work, eventsWhen } = scene.recording();
  let isAway = true;
  const coach = coachAfter(async () => {
    if (isAway) throw new StorageFailure('away');
  });
  scene.start(t, { coachOf: () => coach });
  await deliver();
  await until(async () => ((await work())?.attempt ?? 0) > 1);
  t.match(await work(), { failures: 0, waits_for: null });
  isAway = false;
  withoutDelays(t, db);
  t.match(await eventsWhen(1), [{ subject: 'recording.analyzed' }]);
});

t.test('what has waited for too long fails in batches', async (t) => {
  const late = Array.from({ length: 5 }, () => scene.recording());
  for (const { deliver } of late) await deliver();
  await sql`
    update analyses_due set received_at = received_at - interval '2 days', due_at = received_at + interval '1 day'
  `.execute(db);
  const fresh = scene.recording();
  await fresh.deliver();
  scene.start(t, scene.settings({ batchSize: 2 }));
  for (const { eventsWhen } of late)
    t.match(await eventsWhen(1), [
      { subject: recordingFailed.subject, payload: { error: { code: 'analysis_failed' } } },
    ]);
  t.match(await fresh.eventsWhen(1), [{ subject: 'recording.analyzed' }]);
});
