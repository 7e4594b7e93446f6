import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FACTS_PAGE_ROWS, type FactPosition } from '@debrief/contracts/paging';
import { type Kysely, sql } from 'kysely';
import t, { type Test } from 'tap';

import { startJobs } from '../src/jobs.ts';
import type { DatabaseLog } from '../src/pool.ts';
import { type Copy, findRebuild, rebuildView, runRebuilds, startRebuild } from '../src/rebuild.ts';
import { testDatabase } from '../src/testing.ts';
import { until } from './stream.ts';

interface Row {
  integration_id: string;
  id: string;
  version: number;
  words: string[];
  figures: { talk: number | null } | null;
}
type Db = Kysely<{ copies: Row; echoes: { integration_id: string; name: string } }>;

const schema = 'notes';
const silent: DatabaseLog = { info() {}, warn() {}, error() {} };

/** Another service with its rows, which answers in pages and writes an event for each change. */
class Owner {
  rows = new Map<string, Row>();
  questions: (FactPosition | null)[] = [];
  isAway = false;
  /** Runs when a page has been read and is on its way. */
  onTheWay: () => Promise<void> = async () => {};

  set(change: Partial<Row> & { integration_id: string }): Row {
    const before = this.rows.get(change.id ?? '');
    const row: Row = {
      id: randomUUID(),
      words: ['a "word"', 'ö'],
      figures: { talk: 0.25 },
      ...before,
      ...change,
      version: (before?.version ?? 0) + 1,
    };
    this.rows.set(row.id, row);
    return row;
  }

  all(): Row[] {
    const key = (row: Row) => row.integration_id + row.id;
    return [...this.rows.values()].sort((one, other) => (key(one) < key(other) ? -1 : 1));
  }

  copy(): Copy<unknown, Row> {
    return {
      kind: 'copies',
      table: {
        name: 'copies',
        key: ['integration_id', 'id'],
        columns: ['integration_id', 'id', 'version', 'words', 'figures'],
      },
      rows: async ({ integrationId, after }) => {
        this.questions.push(after);
        if (this.isAway) throw new Error('away');
        const from = after === null ? '' : after.integration_id + after.id;
        const rest = this.all().filter(
          (row) =>
            row.integration_id + row.id > from &&
            (integrationId === null || row.integration_id === integrationId),
        );
        const rows = structuredClone(rest.slice(0, FACTS_PAGE_ROWS));
        await this.onTheWay();
        const last = rows.at(-1);
        const next =
          rest.length > rows.length && last ? { integration_id: last.integration_id, id: last.id } : null;
        return { rows, next };
      },
    };
  }
}

/** A database of its own, an owner with rows of three integrations, and a copy that is right. */
async function scene(t: Test, count: number) {
  const { database, url } = await testDatabase<{ copies: Row; echoes: never }>(t, {
    schema,
    migrations: new URL('./rebuild-migrations/', import.meta.url),
    withJobs: true,
  });
  const db = database.kysely as unknown as Db;
  const owner = new Owner();
  const integrations = [randomUUID(), randomUUID(), randomUUID()] as const;
  for (let index = 0; index < count; index += 1)
    owner.set({ integration_id: integrations[index % 3] as string });
  await receive(db, ...owner.all());
  const copied = () =>
    db.selectFrom('copies').selectAll().orderBy('integration_id').orderBy('id').execute() as Promise<Row[]>;
  async function work(copy: Copy<unknown, never> = owner.copy() as never) {
    const jobs = await startJobs({
      url,
      schema,
      handlers: [
        runRebuilds(db as Kysely<unknown>, schema, {
          copies: [copy as unknown as Copy<unknown, object>],
          outage: (error) => ((error as Error).message === 'away' ? 'the owner' : null),
          log: silent,
        }),
      ],
      concurrency: 2,
      log: silent,
      timing: { pollMs: 50, beatMs: 100, stopGraceMs: 300 },
    });
    t.teardown(() => jobs.close());
    return jobs;
  }
  const start = (integrationId: string | null = null, kind = 'copies') =>
    startRebuild(db as Kysely<unknown>, schema, { kind, integrationId });
  async function ended(kind = 'copies') {
    await until(async () => (await findRebuild(db, kind))?.finished_at != null);
    const rebuild = await findRebuild(db, kind);
    if (rebuild === null) throw new Error('no rebuild');
    return rebuild;
  }
  return { db, owner, integrations, copied, work, start, ended };
}

/** As a service stores its events. */
async function receive(db: Db, ...rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into copies
    select * from json_populate_recordset(null::copies, ${JSON.stringify(rows)}::json)
    on conflict (integration_id, id) do update set
      version = excluded.version, words = excluded.words, figures = excluded.figures
    where copies.version < excluded.version`.execute(db);
}

t.test('whatever was lost, changed or added is as the owner has it', async (t) => {
  const { db, owner, integrations, copied, work, start, ended } = await scene(t, 700);
  const before = await copied();
  t.strictSame(before, owner.all());
  await sql`delete from copies where right(id::text, 1) in ('0', '1', '2')`.execute(db);
  const damages = [
    sql`words = '{}'`,
    sql`figures = null`,
    sql`version = version + 100`,
    sql`version = 0`,
    sql`figures = '{"talk": null}'`,
  ];
  for (const [index, damage] of damages.entries())
    await sql`update copies set ${damage} where right(id::text, 1) = ${String(index + 3)}`.execute(db);
  for (const integration_id of [...integrations, randomUUID(), '00000000-0000-0000-0000-000000000001'])
    for (let index = 0; index < 250; index += 1)
      await receive(db, { integration_id, id: randomUUID(), version: 1, words: [], figures: null });
  const right = new Map(before.map((row) => [row.id, JSON.stringify(row)]));
  const kept = (await copied()).filter((row) => right.get(row.id) === JSON.stringify(row)).length;

  await work();
  t.match(await start(), { kind: 'copies', finished_at: null, rows: 0 });
  const rebuild = await ended();
  t.strictSame(await copied(), before);
  t.match(rebuild, { rows: 700, changed: 700 - kept, removed: 1250, waits_for: null });
  t.notOk('position' in rebuildView(rebuild));

  await start();
  t.match(await ended(), { rows: 700, changed: 0, removed: 0 });
  t.not((await ended()).id, rebuild.id);
});

t.test('what is right is not written', async (t) => {
  const { db, work, start, ended } = await scene(t, 300);
  const versions = async () =>
    (await sql`select id, xmin::text from copies order by id`.execute(db)).rows as object[];
  const before = await versions();
  await work();
  await start();
  await ended();
  t.strictSame(await versions(), before);
});

t.test('an event that arrives while a page is on its way is not undone', async (t) => {
  const { db, owner, integrations, copied, work, start, ended } = await scene(t, 90);
  const [first, second, third, fourth] = owner.all() as [Row, Row, Row, Row];
  await sql`update copies set version = 50, words = '{}' where id = ${second.id}`.execute(db);
  await sql`delete from copies where id = ${fourth.id}`.execute(db);
  let pages = 0;
  owner.onTheWay = async () => {
    pages += 1;
    if (pages > 1) return;
    await receive(db, owner.set({ ...first, words: ['newer'] }));
    await receive(db, owner.set({ integration_id: integrations[0], words: ['new'] }));
    // An old event, delivered again, of a row that was lost.
    await receive(db, { ...fourth, version: 0, words: ['old'] });
    owner.rows.delete(third.id);
    await sql`delete from copies where id = ${third.id}`.execute(db);
  };
  await work();
  await start();
  t.match(await ended(), { changed: 3 - 1, removed: 0 });
  t.ok(pages > 1);
  t.strictSame(await copied(), owner.all());
});

t.test('an event that holds a row while it is compared is not undone', async (t) => {
  const { db, owner, copied, work, start, ended } = await scene(t, 30);
  const [first, second] = owner.all() as [Row, Row];
  await sql`update copies set words = '{}' where id in (${first.id}, ${second.id})`.execute(db);
  let storing: Promise<void> | undefined;
  owner.onTheWay = async () => {
    if (storing !== undefined) return;
    const isHeld = Promise.withResolvers<void>();
    storing = db.transaction().execute(async (tx) => {
      await receive(tx as unknown as Db, owner.set({ ...first, words: ['newer'] }));
      isHeld.resolve();
      const waits = async () => {
        const { rows } = await sql`select from pg_locks where not granted
          and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db);
        return rows.length > 0;
      };
      await until(waits);
    });
    await isHeld.promise;
  };
  await work();
  await start();
  await ended();
  await storing;
  t.strictSame(await copied(), owner.all());
});

t.test('rows that never rest do not hold up the others', async (t) => {
  const { db, owner, copied, work, start, ended } = await scene(t, 30);
  const [first, second] = owner.all() as [Row, Row];
  owner.onTheWay = () => receive(db, owner.set({ ...first, words: [randomUUID()] }));
  await sql`delete from copies where id = ${second.id}`.execute(db);
  await work();
  await start();
  await ended();
  t.strictSame(await copied(), owner.all());
});

t.test('with events all the while the copy ends as the owner has it', async (t) => {
  const { db, owner, integrations, copied, work, start, ended } = await scene(t, 900);
  await sql`delete from copies where right(id::text, 1) < '8'`.execute(db);
  await sql`update copies set words = '{}', version = version + 5 where right(id::text, 1) = 'a'`.execute(db);
  const underWay: Promise<void>[] = [];
  const send = (row: Row) => underWay.push(sleep(Math.random() * 40).then(() => receive(db, row)));
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      const known = owner.all();
      const some = known[Math.floor(Math.random() * known.length)] as Row;
      send(owner.set({ ...some, words: [randomUUID()] }));
      send(owner.set({ integration_id: integrations[Math.floor(Math.random() * 3)] as string }));
      await sleep(1);
    }
  })();
  owner.onTheWay = () => sleep(Math.random() * 20);
  await work();
  await start();
  await ended();
  isDone = true;
  await writing;
  await Promise.all(underWay);
  t.strictSame(await copied(), owner.all());
});

t.test('only the integration that was asked for is compared', async (t) => {
  const { db, owner, integrations, copied, work, start, ended } = await scene(t, 30);
  await sql`delete from copies`.execute(db);
  await receive(db, { integration_id: randomUUID(), id: randomUUID(), version: 1, words: [], figures: null });
  await work();
  await start(integrations[1]);
  t.match(await ended(), { integration_id: integrations[1], rows: 10, changed: 10, removed: 0 });
  t.equal((await copied()).length, 11);
  const own = (row: Row) => row.integration_id === integrations[1];
  t.strictSame((await copied()).filter(own), owner.all().filter(own));
});

t.test('a rebuild that runs is joined, unless it is of another integration', async (t) => {
  const { integrations, work, start, ended } = await scene(t, 3);
  const one = await start(integrations[0]);
  t.equal((await start(integrations[0]))?.id, one?.id);
  t.equal(await start(integrations[1]), null);
  t.equal(await start(), null);
  await work();
  await ended();
  const all = await start();
  t.not(all?.id, one?.id);
  t.equal((await start(integrations[1]))?.id, all?.id);
});

t.test('an owner that is away is waited for, and then the rebuild goes on where it was', async (t) => {
  const { db, owner, copied, work, start, ended } = await scene(t, 500);
  await sql`delete from copies`.execute(db);
  owner.onTheWay = async () => {
    owner.isAway = owner.questions.length === 2;
  };
  await work();
  await start();
  await until(async () => (await findRebuild(db, 'copies'))?.waits_for === 'the owner');
  t.match(await findRebuild(db, 'copies'), { rows: 400, waiting_since: String, finished_at: null });
  owner.isAway = false;
  t.match(await ended(), { rows: 500, changed: 500, waits_for: null, waiting_since: null });
  t.strictSame(owner.questions.filter((after) => after === null).length, 1, 'no page was asked for again');
  t.strictSame(await copied(), owner.all());
});

t.test('a fault is told, and tried again', async (t) => {
  const { owner, work, start, ended, db } = await scene(t, 3);
  owner.onTheWay = async () => {
    if (owner.questions.length === 1) throw new Error('a fault');
  };
  await work();
  await start();
  await until(async () => (await findRebuild(db, 'copies'))?.waits_for?.startsWith('notes') === true);
  t.match(await ended(), { rows: 3, waits_for: null });
});

t.test('what waits in Postgres is waited for', async (t) => {
  const { db, owner, work, start, ended } = await scene(t, 3);
  owner.onTheWay = async () => {
    if (owner.questions.length > 1) return;
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = 1`.execute(tx);
      throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    });
  };
  await work();
  await start();
  await until(async () => (await findRebuild(db, 'copies'))?.waits_for === 'the database');
  t.match(await ended(), { rows: 3, waits_for: null });
});

t.test('a service that stops hands its rebuild on', async (t) => {
  const { db, owner, copied, work, start, ended } = await scene(t, 700);
  await sql`delete from copies`.execute(db);
  const first = await work();
  let closing: Promise<void> | undefined;
  owner.onTheWay = async () => {
    if (owner.questions.length === 2) closing = first.close();
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
  const { db, owner, copied, work, start, ended } = await scene(t, 900);
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
    const { db, work, start, ended } = await scene(t, 0);
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
    t.match(await ended('echoes'), { rows: 5, changed: 10, removed: 1 });
    t.strictSame(await db.selectFrom('echoes').selectAll().orderBy('integration_id').execute(), rows);
    t.strictSame(completed, rows);
  },
);

t.test('a kind that a service does not have fails', async (t) => {
  const { db, work, start } = await scene(t, 0);
  await start(null, 'nothing');
  await work();
  const failure = async () =>
    (await sql<{ last_error: string | null }>`select last_error from notes_jobs._private_jobs`.execute(db))
      .rows[0]?.last_error;
  await until(async () => (await failure()) != null);
  t.match(await failure(), /no rebuild of nothing/);
});
