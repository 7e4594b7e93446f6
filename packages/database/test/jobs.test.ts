import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import { startJobs } from '../src/job-worker.ts';
import { addJob, defineJob, handleJob, type JobHandler, measureJobs, Postpone } from '../src/jobs.ts';
import { transaction } from '../src/pool.ts';
import { testDatabase } from '../src/testing.ts';
import * as scene from './job-scene.ts';
import { migrations, schema, sendMail, silent } from './job-scene.ts';
import { until } from './stream.ts';

const { database, url } = await testDatabase(t, { schema, migrations, withJobs: true });
const db = database.kysely;

function add(note: string, o?: Parameters<typeof addJob>[3]): Promise<void> {
  return transaction(db, (tx) => addJob(tx, sendMail, { note }, o));
}

const work = (
  t: Test,
  handler: Parameters<typeof scene.work>[1],
  o: Partial<Parameters<typeof scene.work>[2]> = {},
) => scene.work(t, handler, { url, ...o });
const waiting = () => scene.waiting(db);
const isDone = async (): Promise<boolean> => (await waiting()).length === 0;

t.afterEach(async () => {
  await sql`delete from notes_jobs._private_jobs`.execute(db);
});

t.test('a job runs when its transaction has committed, and not when it rolls back', async (t) => {
  const done: string[] = [];
  await work(t, (note) => void done.push(note));
  await t.rejects(
    transaction(db, async function addAndFail(tx) {
      await addJob(tx, sendMail, { note: 'undone' });
      throw new Error('changed my mind');
    }),
  );
  await add('kept');
  await until(isDone);
  t.same(done, ['kept']);
});

t.test('of one key one job waits: the last that was added', async (t) => {
  await Promise.all([add('one', { key: 'note' }), add('one', { key: 'note' })]);
  await add('two', { key: 'note' });
  t.match(await waiting(), [{ key: 'note' }]);
  const done: string[] = [];
  await work(t, (note) => void done.push(note));
  await until(isDone);
  t.same(done, ['two']);
});

t.test('jobs of one queue run one after the other, others beside them', async (t) => {
  let [running, most] = [0, 0];
  const blocked = Promise.withResolvers<void>();
  for (const note of ['a', 'b', 'c']) await add(note, { queue: 'mails' });
  await add('beside');
  await work(
    t,
    async (note) => {
      if (note === 'beside') return blocked.resolve();
      most = Math.max(most, ++running);
      await blocked.promise;
      await sleep(5);
      running--;
    },
    { concurrency: 4 },
  );
  await until(isDone);
  t.equal(most, 1);
});

t.test('a job waits for its time', async (t) => {
  await add('later', { runAt: new Date(Date.now() + 60_000) });
  await add('now');
  const done: string[] = [];
  await work(t, (note) => void done.push(note));
  await until(() => done.length > 0);
  t.same(done, ['now']);
  t.match(await waiting(), [{ attempts: 0 }]);
});

t.test('a job that fails is tried again later, and given up after its last attempt', async (t) => {
  const logged: string[] = [];
  const note = (_: object, message: string): void => void logged.push(message);
  await work(
    t,
    () => {
      throw new Error('no paper');
    },
    { log: { ...silent, warn: note, error: note } },
  );
  await add('fails');
  await until(async () => (await waiting())[0]?.last_error === 'no paper');
  const [failed] = await waiting();
  t.match(failed, { attempts: 1, locked_by: null });
  t.ok((failed?.seconds ?? 0) > 1);
  t.same(logged, ['a job failed; retrying']);
  await sql`update notes_jobs._private_jobs set attempts = max_attempts - 1, run_at = now()`.execute(db);
  await until(() => logged.length === 2);
  t.same(logged[1], 'a job failed for good');
});

t.test('a postponed job runs again without a counted attempt, and so does its queue', async (t) => {
  const attempts: number[] = [];
  await work(t, (_, { attempt }) => {
    attempts.push(attempt);
    if (attempts.length === 1) throw new Postpone('the mail server does not answer');
  });
  await add('waits', { queue: 'mails' });
  await until(async () => attempts.length === 1 && (await waiting())[0]?.locked_by === null);
  const [postponed] = await waiting();
  t.match(postponed, { attempts: 0, last_error: null });
  t.ok((postponed?.seconds ?? 0) <= 1, 'at first for a second');
  await sql`update notes_jobs._private_jobs set run_at = now()`.execute(db);
  await until(isDone);
  t.same(attempts, [1, 1]);
});

t.test('a service that stops hands its running jobs back at once', async (t) => {
  const started = Promise.withResolvers<void>();
  const stopping = await work(t, async (_, { signal }) => {
    started.resolve();
    await once(signal, 'abort');
    throw new Error('interrupted');
  });
  await add('moves', { queue: 'mails' });
  await started.promise;
  await stopping.close();
  t.match(await waiting(), [{ attempts: 0, locked_by: null }]);
  const attempts: number[] = [];
  await work(t, (_, { attempt }) => void attempts.push(attempt));
  await until(isDone);
  t.same(attempts, [1]);
});

t.test('a job that does not heed the signal goes back all the same', async (t) => {
  const started = Promise.withResolvers<void>();
  const stopping = await work(t, () => {
    started.resolve();
    return new Promise(() => {});
  });
  await add('hangs');
  await started.promise;
  await stopping.close();
  t.match(await waiting(), [{ attempts: 0, locked_by: null }]);
});

t.test('the job of a killed process runs again after 30 s, that of a live one does not', async (t) => {
  const done: string[] = [];
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  await work(t, async (note) => {
    done.push(note);
    started.resolve();
    if (note === 'long') await release.promise;
  });
  await add('long');
  await started.promise;
  await add('lost', { queue: 'mails', runAt: new Date(Date.now() + 60_000) });
  await sql`
    update notes_jobs._private_jobs set locked_at = now() - interval '31 seconds', run_at = now(),
      locked_by = coalesce(locked_by, 'pool-of-a-killed-process')`.execute(db);
  await sql`update notes_jobs._private_job_queues
    set locked_at = now(), locked_by = 'pool-of-a-killed-process'`.execute(db);
  await until(() => done.includes('lost'));
  t.same(done, ['long', 'lost']);
  release.resolve();
  await until(isDone);
});

t.test('a clock that is set back delays no job, and hides no worker that is gone', async (t) => {
  const inTenMinutes = { runAt: new Date(Date.now() + 600_000) };
  for (const key of ['postponed', 'failed', 'lost']) await add(key, { key });
  await add('later', { key: 'later', ...inTenMinutes });
  await add('moved', { key: 'moved', ...inTenMinutes });
  const change = (key: string, to: string) =>
    sql`update notes_jobs._private_jobs set ${sql.raw(to)} where key = ${key}`.execute(db);
  const inAnHour = `now() + interval '1 hour'`;
  await change('postponed', `run_at = ${inAnHour}, updated_at = ${inAnHour}`);
  await change('failed', `run_at = ${inAnHour}, attempts = 2`);
  await change('moved', `run_at = run_at + interval '1 hour', updated_at = ${inAnHour}`);
  await change('lost', `locked_at = ${inAnHour}, locked_by = 'gone'`);
  await sql`
    insert into notes_jobs.heartbeats (worker_id, seen_at) values ('gone', now() + interval '1 hour')`.execute(
    db,
  );
  const done: string[] = [];
  await work(t, (note) => void done.push(note));
  await until(() => done.length === 2);
  t.same(done.sort(), ['failed', 'postponed']);
  for (const job of await waiting()) t.ok(job.seconds < 700, `${job.key} in ${job.seconds} s`);
  const noted = sql<{ ahead: boolean }>`
    select seen_at > now() + interval '1 minute' as ahead from notes_jobs.heartbeats where worker_id = 'gone'
    union all select locked_at > now() + interval '1 minute' from notes_jobs.jobs where key = 'lost'`;
  await until(async () => (await noted.execute(db)).rows.every(({ ahead }) => !ahead));
});

t.test('how many jobs wait, for how long, and how many have failed for good can be measured', async (t) => {
  t.same(await measureJobs(db, schema), { waiting: 0, oldestSeconds: 0, failed: 0 });
  const inAnHour = new Date(Date.now() + 3_600_000);
  for (const key of ['due', 'retried', 'postponed', 'failed']) await add(key, { key });
  await add('later', { key: 'later', runAt: inAnHour });
  const change = (key: string, to: string) =>
    sql`update notes_jobs._private_jobs set ${sql.raw(to)} where key = ${key}`.execute(db);
  await change('retried', `attempts = 2, run_at = now() + interval '1 hour'`);
  await change('postponed', `run_at = now() + interval '30 seconds', created_at = now() - interval '2 days'`);
  await change('failed', `attempts = max_attempts, created_at = now() - interval '3 days'`);
  const { oldestSeconds, ...counts } = await measureJobs(db, schema);
  t.same(counts, { waiting: 3, failed: 1 });
  t.ok(oldestSeconds >= 2 * 86_400 && oldestSeconds < 3 * 86_400);
});

t.test('what failed for good is removed after a month', async (t) => {
  for (const key of ['old', 'young', 'unfinished']) await add(key, { key, runAt: new Date('2100-01-01') });
  // Its trigger would set updated_at.
  await sql`alter table notes_jobs._private_jobs disable trigger user`.execute(db);
  await sql`
    update notes_jobs._private_jobs
    set attempts = case key when 'unfinished' then 1 else max_attempts end,
      updated_at = now() - case key when 'young' then interval '29 days' else interval '31 days' end`.execute(
    db,
  );
  await sql`alter table notes_jobs._private_jobs enable trigger user`.execute(db);
  await work(t, () => {});
  await until(async () => (await waiting()).length === 2);
  t.same(
    (await waiting()).map(({ key }) => key),
    ['young', 'unfinished'],
  );
});

t.test('a job of another service is refused', async (t) => {
  const foreign = handleJob(defineJob({ schema: 'calls', name: 'rate' }), async () => {}) as JobHandler;
  await t.rejects(
    startJobs({ url, schema, handlers: [foreign], concurrency: 1, log: silent }),
    /rate is a job of calls/,
  );
});
