import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import t from 'tap';
import { startJobs } from '../src/job-worker.ts';
import { addJob } from '../src/jobs.ts';
import { migrate } from '../src/migrate.ts';
import { createDatabase, transaction } from '../src/pool.ts';
import { testDatabase } from '../src/testing.ts';
import { emptyDatabase, query } from './empty-database.ts';
import { migrations, schema, sendMail, silent, waiting, work } from './job-scene.ts';
import { until } from './stream.ts';

// Each test has a database of its own and mostly waits.
t.jobs = 4;

/** Nobody can connect to the database, and nobody is connected. */
async function takeAway(own: string): Promise<() => Promise<void>> {
  const server = new URL(own);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  await query(server.href, `alter database ${name} with allow_connections false`);
  await query(
    server.href,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
  return async () => {
    await query(server.href, `alter database ${name} with allow_connections true`);
  };
}

t.test('a role that owns both schemas needs no right on the database', async (t) => {
  const admin = await emptyDatabase(t);
  const role = `jobs_${randomBytes(4).toString('hex')}`;
  await query(
    admin,
    `create role ${role} login password 'secret';
    create schema ${schema} authorization ${role}; create schema ${schema}_jobs authorization ${role}`,
  );
  t.teardown(() => query(admin, `drop owned by ${role}; drop role ${role}`));
  const own = new URL(admin);
  own.username = role;
  own.password = 'secret';
  const start = async (): Promise<void> => {
    await migrate({ url: own.href, schema, directory: migrations, log: silent, withJobs: true });
    await work(t, () => {}, { url: own.href });
  };
  await Promise.all([start(), start(), start()]);
  const other = createDatabase({ url: own.href, schema, poolSize: 1, log: silent });
  t.teardown(() => other.close());
  await transaction(other.kysely, (tx) => addJob(tx, sendMail, { note: 'mine' }));
  await until(async () => (await waiting(other.kysely)).length === 0);
});

t.test('jobs that end while the database is away are done when it is back', async (t) => {
  const own = await testDatabase(t, { schema, migrations, withJobs: true });
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let runs = 0;
  const logged: string[] = [];
  const log = { ...silent, warn: (_: object, message: string) => void logged.push(message) };
  await work(
    t,
    async () => {
      runs++;
      started.resolve();
      await release.promise;
    },
    { url: own.url, log },
  );
  await transaction(own.database.kysely, (tx) => addJob(tx, sendMail, { note: 'ends meanwhile' }));
  await started.promise;
  const giveBack = await takeAway(own.url);
  release.resolve();
  await until(() => logged.some((message) => message.includes('Failed to complete jobs')));
  await giveBack();
  await until(async () => (await waiting(own.database.kysely).catch(() => [null])).length === 0);
  t.equal(runs, 2, 'nobody could write down that it was done');
});

t.test('a worker that could not even ask for its first job is replaced', async (t) => {
  const own = await testDatabase(t, { schema, migrations, withJobs: true });
  const { kysely } = own.database;
  await sql`alter table notes_jobs._private_tasks rename to hidden`.execute(kysely);
  const done: string[] = [];
  await work(t, (note) => void done.push(note), { url: own.url });
  await sleep(50);
  await sql`alter table notes_jobs.hidden rename to _private_tasks`.execute(kysely);
  await transaction(kysely, (tx) => addJob(tx, sendMail, { note: 'runs' }));
  await until(() => done.length === 1);
});

t.test('without its tables nothing can be started', async (t) => {
  const log = silent;
  const bare = new URL(await emptyDatabase(t));
  bare.pathname = '/not_there';
  await t.rejects(startJobs({ url: bare.href, schema, handlers: [], concurrency: 1, log }), {
    code: '3D000',
  });
});
