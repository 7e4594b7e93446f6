import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Test } from 'tap';
import { beat } from '../src/lease-clock.ts';
import {
  claimWork,
  defineLeasedWork,
  type LeasedWorkColumns,
  type Return,
  type ReturnOptions,
  renewWork,
  returnWork,
  takeBackWork,
  type WorkKey,
} from '../src/leased-work.ts';
import { type Tx, transaction } from '../src/pool.ts';
import { testDatabase } from '../src/testing.ts';

interface Tables {
  tasks: LeasedWorkColumns;
}
export type Task = WorkKey & { deadline_seconds: number };
type ClaimOptions = Parameters<typeof claimWork>[2];

export const work = defineLeasedWork({ table: 'tasks' });
export const limits = { maxFailures: 3, maxWaitSeconds: 3_600 };

/** Two integrations, and who claims where that matters. */
export const [one, other, claimant] = [randomUUID(), randomUUID(), randomUUID()];

/** A table of tasks, and what a service does with it; emptied before each test. */
export async function workDatabase(t: Test) {
  const migrations = new URL('./work/', import.meta.url);
  const { database } = await testDatabase<Tables>(t, { schema: 'tasks', migrations });
  const db = database.kysely;
  t.beforeEach(async () => {
    await sql`delete from tasks`.execute(db);
  });
  async function add(integration_id: string, count = 1): Promise<void> {
    for (let index = 0; index < count; index += 1)
      await db.insertInto('tasks').values({ integration_id, id: randomUUID() }).execute();
  }
  return {
    db,
    add,
    /** A task of the first integration, by the claimant. */
    async claimed(): Promise<Task> {
      await add(one);
      const [task] = await transaction(db, (tx) => claim(tx, { claimant }));
      if (task === undefined) throw new Error('nothing was claimed');
      return task;
    },
    renew: (task: Task, paused = false) => renewWork(db, work, [{ ...task, paused }], { leaseSeconds: 90 }),
    /** By another worker each time, unless one is named. */
    claim: (o: Partial<ClaimOptions> = {}): Promise<Task[]> => transaction(db, (tx) => claim(tx, o)),
    /** The rows of the table that a claim reads. */
    readsOfClaim: (o: Partial<ClaimOptions> = {}): Promise<number> =>
      transaction(db, async function claimAndCount(tx) {
        // Its connection may still have others to report.
        const before = await readsSoFar(tx);
        await claim(tx, o);
        return (await readsSoFar(tx)) - before;
      }),
    giveBack: (task: WorkKey, outcome: Return['outcome'], more: Partial<Return & ReturnOptions> = {}) =>
      transaction(db, (tx) =>
        returnWork(tx, work, [{ ...task, outcome, reason: 'engine_unavailable', ...more }], {
          ...limits,
          ...more,
        }),
      ),
    takeBack: (counts: RawBuilder<boolean> = sql`true`) =>
      transaction(db, (tx) => takeBackWork(tx, work, { maxFailures: 3, counts, limit: 100 })),
    rowOf: ({ id }: { id: string }) =>
      db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    change: (values: Partial<Record<keyof LeasedWorkColumns, unknown>>) =>
      db
        .updateTable('tasks')
        .set(values as never)
        .execute(),
    /** As if the clock had beaten all the time. */
    pass: (seconds: number) =>
      sql`update lease_clock set at = at + make_interval(secs => ${seconds})`.execute(db),
    /** As if the last beat were so long ago, or so far ahead, by the database's clock. */
    beatAfter: (seconds: number) => beatAfter(db, seconds),
    seconds: (column: string, { id }: { id: string }) => secondsUntil(db, column, id),
  };
}

function claim<T>(tx: Tx<T>, o: Partial<ClaimOptions>): Promise<Task[]> {
  return claimWork(tx, work, {
    claimant: randomUUID(),
    holds: [],
    places: 1,
    perIntegration: 4,
    leaseSeconds: 90,
    deadlineSeconds: sql`600`,
    ...o,
    select: sql<WorkKey>`r.integration_id, r.id, r.attempt`,
  });
}

async function readsSoFar(tx: Tx<Tables>): Promise<number> {
  const { rows } = await sql<{ reads: number }>`
    select (seq_tup_read + idx_tup_fetch)::integer as reads
    from pg_stat_xact_user_tables where relname = 'tasks' and schemaname = current_schema()
  `.execute(tx);
  return rows[0]?.reads ?? 0;
}

/** @returns by how many seconds the lease clock went on. */
async function beatAfter<T>(db: Kysely<T>, seconds: number): Promise<number> {
  await sql`update lease_clock set beat_at = clock_timestamp() - make_interval(secs => ${seconds})`.execute(
    db,
  );
  const at = () => sql<{ at: string }>`select at from lease_clock`.execute(db);
  const before = (await at()).rows[0]?.at ?? '';
  await beat(db, 1_000);
  const after = (await at()).rows[0]?.at ?? '';
  return (Date.parse(after) - Date.parse(before)) / 1_000;
}

/** How far ahead of the lease clock a column is. */
async function secondsUntil<T>(db: Kysely<T>, column: string, id: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select round(extract(epoch from ${sql.ref(column)} - (select at from lease_clock)), 1)::float8 as seconds
    from tasks where id = ${id}
  `.execute(db);
  return rows[0]?.seconds ?? null;
}
