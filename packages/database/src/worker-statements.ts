import { type Kysely, sql } from 'kysely';
import type { Round } from './loop.ts';
import type { DatabaseLog } from './pool.ts';
import { removeOldRows } from './remove-old-rows.ts';

/** A worker without a heartbeat for so long is dead. */
const DEAD_AFTER = sql`interval '30 seconds'`;

/** `schema` is graphile-worker's, and `id` what it locks jobs by. */
export async function beat(db: Kysely<unknown>, schema: string, id: string): Promise<void> {
  await sql`
    insert into ${sql.id(schema, 'heartbeats')} (worker_id) values (${id})
    on conflict (worker_id) do update set seen_at = now()`.execute(db);
}

/** Frees the jobs of workers that are gone; graphile-worker itself would wait for four hours. */
export async function unlockDead(db: Kysely<unknown>, schema: string, log: DatabaseLog): Promise<void> {
  const { rows } = await sql<{ worker_id: string; jobs: number }>`
    select locked_by as worker_id, count(*) as jobs
    from ${sql.id(schema, 'jobs')}
    where locked_at < now() - ${DEAD_AFTER} and not exists (
      select from ${sql.id(schema, 'heartbeats')}
      where worker_id = locked_by and seen_at > now() - ${DEAD_AFTER})
    group by locked_by`.execute(db);
  for (const { worker_id, jobs } of rows) {
    await forgetWorker(db, schema, worker_id);
    log.warn({ worker_id, jobs }, 'a worker is gone; its jobs run again');
  }
}

/** What was noted so far in the future was noted before the clock of the database was set back. */
const SET_BACK = sql`interval '10 seconds'`;

/**
 * After the clock of the database was set back: what waits does not wait for as much longer, and a worker that is gone
 * is found. A job that has failed before waits at most for its back-off, which is graphile-worker's, and a little.
 */
export async function followClock(db: Kysely<unknown>, schema: string): Promise<void> {
  await sql`
    update ${sql.id(schema, '_private_jobs')} set
      run_at = case when attempts = 0 then run_at - (updated_at - now()) else now() end, updated_at = now()
    where locked_at is null and attempts < max_attempts and (
      updated_at > now() + ${SET_BACK}
      or attempts > 0 and run_at > now() + exp(least(attempts, 10)) * interval '1 second' + interval '1 minute'
    )`.execute(db);
  await sql`
    update ${sql.id(schema, '_private_jobs')} set locked_at = now() where locked_at > now() + ${SET_BACK}`.execute(
    db,
  );
  await sql`
    update ${sql.id(schema, 'heartbeats')} set seen_at = now() where seen_at > now() + ${SET_BACK}`.execute(
    db,
  );
}

/** Frees what a worker still holds. */
export async function forgetWorker(db: Kysely<unknown>, schema: string, id: string): Promise<void> {
  await sql`select ${sql.id(schema, 'force_unlock_workers')}(array[${id}::text])`.execute(db);
  await sql`
    delete from ${sql.id(schema, 'heartbeats')}
    where worker_id = ${id} or seen_at < now() - interval '1 day'`.execute(db);
}

/** Jobs that failed for good stay for a month, so that somebody can look at them. */
export function removeFailed(db: Kysely<unknown>, schema: string): Promise<Round> {
  return removeOldRows(db, {
    table: sql.id(schema, '_private_jobs'),
    column: sql.ref('updated_at'),
    days: 30,
    where: sql<boolean>`attempts >= max_attempts and locked_at is null`,
  });
}

/**
 * Gives back a running job, and its queue, as if this run had not been. Not before a second has passed may it run
 * again: its worker, which fails it right after this, must not find it locked by itself.
 */
export async function returnJob(
  db: Kysely<unknown>,
  schema: string,
  job: { id: string; locked_by: string | null },
  delay: 'short' | 'by-age',
): Promise<void> {
  const maxDelay = sql.lit(delay === 'short' ? '1 second' : '30 seconds');
  await sql`
    with returned as (
      update ${sql.id(schema, '_private_jobs')}
      set locked_by = null, locked_at = null, attempts = attempts - 1, updated_at = now(),
        run_at = now() + least(greatest(now() - created_at, interval '1 second'), interval ${maxDelay})
      where id = ${job.id} and locked_by = ${job.locked_by}
      returning job_queue_id
    )
    update ${sql.id(schema, '_private_job_queues')} as queue set locked_by = null, locked_at = null
    from returned where queue.id = returned.job_queue_id and queue.locked_by = ${job.locked_by}`.execute(db);
}
