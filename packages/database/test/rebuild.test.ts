import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FactPosition } from '@debrief/contracts/paging';
import { sql } from 'kysely';
import t from 'tap';
import { type Copy, findRebuild } from '../src/rebuild.ts';
import { rebuildScene } from './rebuild-scene.ts';
import { until } from './stream.ts';

t.test('a rebuild that runs is joined, unless it is of another integration', async (t) => {
  const { integrations, owner, work, start, ended } = await rebuildScene(t, 3);
  const one = await start(integrations[0]);
  t.equal((await start(integrations[0]))?.id, one?.id);
  t.equal(await start(integrations[1]), null);
  t.equal(await start(), null);
  await work();
  await ended();
  const isJoined = Promise.withResolvers<void>();
  owner.onTheWay = () => isJoined.promise;
  const all = await start();
  t.not(all?.id, one?.id);
  t.equal((await start(integrations[1]))?.id, all?.id);
  isJoined.resolve();
});

t.test('an owner that is away is waited for, and then the rebuild goes on where it was', async (t) => {
  const { db, owner, copied, work, start, ended } = await rebuildScene(t, 500);
  await sql`delete from copies`.execute(db);
  owner.onTheWay = async () => {
    owner.isAway = owner.questions.length === 4;
  };
  await work();
  await start();
  await until(async () => (await findRebuild(db, 'copies'))?.waits_for === 'the owner');
  t.match(await findRebuild(db, 'copies'), { rows: 400, waiting_since: String, finished_at: null });
  owner.isAway = false;
  t.match(await ended(), { rows: 500, changed: 500, waits_for: null, waiting_since: null });
  t.strictSame(
    owner.questions.filter((after) => after === null).length,
    2,
    'no page was asked for a third time',
  );
  t.strictSame(await copied(), owner.all());
});

t.test('a fault is reported, and tried again', async (t) => {
  const { owner, work, start, ended, db } = await rebuildScene(t, 3);
  owner.onTheWay = async () => {
    if (owner.questions.length === 1) throw new Error('a fault');
  };
  await work();
  await start();
  await until(async () => (await findRebuild(db, 'copies'))?.waits_for?.startsWith('notes') === true);
  t.match(await ended(), { rows: 3, waits_for: null });
});

t.test('what waits in Postgres is waited for', async (t) => {
  const { db, owner, work, start, ended } = await rebuildScene(t, 3);
  const isWaiting = async () => (await findRebuild(db, 'copies'))?.waits_for === 'the database';
  const isLocked = Promise.withResolvers<void>();
  let holding: Promise<void> | undefined;
  owner.onTheWay = async () => {
    holding ??= db.transaction().execute(async (tx) => {
      await sql`lock table copies in access exclusive mode`.execute(tx);
      isLocked.resolve();
      await until(isWaiting);
    });
    await isLocked.promise;
  };
  await work();
  await start();
  await until(isWaiting);
  await holding;
  t.match(await ended(), { rows: 3, waits_for: null });
});

t.test('a service that stops hands its rebuild on', async (t) => {
  const { db, owner, copied, work, start, ended } = await rebuildScene(t, 700);
  await sql`delete from copies`.execute(db);
  const first = await work();
  let closing: Promise<void> | undefined;
  owner.onTheWay = async () => {
    if (owner.questions.length === 4) closing = first.close();
  };
  await start();
  await until(async () => closing !== undefined);
  await closing;
  t.match(await findRebuild(db, 'copies'), { rows: 400, finished_at: null });
  await work();
  t.match(await ended(), { rows: 700, changed: 700 });
  t.strictSame(await copied(), owner.all());
});

t.test('two processes that run the same rebuild count each row once', async (t) => {
  const { db, owner, copied, work, start, ended } = await rebuildScene(t, 900);
  await sql`delete from copies`.execute(db);
  await work();
  owner.onTheWay = async () => {
    if (owner.questions.length > 1) return sleep(5);
    // As unlocking a process that was frozen does.
    await sql`update notes_jobs._private_jobs set locked_by = null, locked_at = null`.execute(db);
    await sql`update notes_jobs._private_job_queues set locked_by = null, locked_at = null`.execute(db);
    await until(async () => owner.questions.length > 2);
  };
  await start();
  t.match(await ended(), { rows: 900, changed: 900 });
  t.strictSame(await copied(), owner.all());
});

t.test(
  'a table of integrations has one column as its key, and rows may have others hang on them',
  async (t) => {
    const { db, work, start, ended } = await rebuildScene(t, 0);
    const ids = Array.from({ length: 5 }, () => randomUUID()).sort();
    const rows = ids.map((integration_id, index) => ({ integration_id, name: `n ${index}` }));
    await db.insertInto('echoes').values({ integration_id: randomUUID(), name: 'gone' }).execute();
    const completed: unknown[] = [];
    await work({
      kind: 'echoes',
      table: { name: 'echoes', key: ['integration_id'], columns: ['integration_id', 'name'] },
      async rows({ after }: { after: FactPosition | null }) {
        const rest = rows.filter((row) => after === null || row.integration_id > after.integration_id);
        const [row] = rest;
        const next =
          row && rest.length > 1 ? { integration_id: row.integration_id, id: row.integration_id } : null;
        return { rows: rest.slice(0, 1), next };
      },
      async complete(_tx: unknown, range: readonly object[]) {
        completed.push(...range);
        return 1;
      },
    } as unknown as Copy<unknown, never>);
    await start(null, 'echoes');
    t.match(await ended('echoes'), { rows: 5, changed: 15, removed: 1 });
    t.strictSame(await db.selectFrom('echoes').selectAll().orderBy('integration_id').execute(), rows);
    t.strictSame([...new Set(completed)], rows);
  },
);

t.test('a kind that a service does not have fails', async (t) => {
  const { db, work, start } = await rebuildScene(t, 0);
  await start(null, 'nothing');
  await work();
  const failure = async () =>
    (await sql<{ last_error: string | null }>`select last_error from notes_jobs._private_jobs`.execute(db))
      .rows[0]?.last_error;
  await until(async () => (await failure()) != null);
  t.match(await failure(), /no rebuild of nothing/);
});
