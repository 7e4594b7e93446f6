import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { JobDefinition } from './job-definition.ts';
import { jobSchemaOf } from './job-schema.ts';
import type { Tx } from './pool.ts';

export {
  defineJob,
  handleJob,
  type JobDefinition,
  type JobHandler,
  type JobRun,
  Postpone,
} from './job-definition.ts';

export interface JobOptions {
  /** Only one job of a key waits: adding it again replaces it. One that is already running is followed by the new one. */
  readonly key?: string;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
  readonly runAt?: Date;
}

/** Adds a job that runs if and only if this transaction commits. */
export async function addJob<T, Payload extends object>(
  tx: Tx<T>,
  job: JobDefinition<Payload>,
  payload: Payload,
  o: JobOptions = {},
): Promise<void> {
  const added = addJobCall(job, {
    payload: sql`${JSON.stringify(payload)}::json`,
    key: sql`${o.key ?? null}::text`,
    queue: sql`${o.queue ?? null}::text`,
    runAt: sql`${o.runAt?.toISOString() ?? null}::timestamptz`,
  });
  await sql`select from ${added}`.execute(tx);
}

/** The same as a call inside a statement, for a job of each of its rows. */
export function addJobCall(
  job: JobDefinition<object>,
  o: {
    payload: RawBuilder<unknown>;
    key: RawBuilder<unknown>;
    queue?: RawBuilder<unknown>;
    runAt?: RawBuilder<unknown>;
  },
): RawBuilder<unknown> {
  return sql`${sql.id(jobSchemaOf(job.schema), 'add_job')}(
    identifier => ${job.name}::text,
    payload => ${o.payload},
    queue_name => ${o.queue ?? sql`null`},
    run_at => ${o.runAt ?? sql`null`},
    max_attempts => ${job.maxAttempts}::int,
    job_key => ${o.key}
  )`;
}

/** For metrics. A job that failed counts as waiting until it has failed for good; one of a later day does not yet. */
export async function measureJobs<T>(
  db: Kysely<T>,
  schema: string,
): Promise<{ waiting: number; oldestSeconds: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; oldest_seconds: number; failed: number }>`
    select count(*) filter (where is_waiting) as waiting,
      coalesce(extract(epoch from now() - min(created_at) filter (where is_waiting)), 0)::float8 as oldest_seconds,
      count(*) filter (where has_failed) as failed
    from (
      select created_at,
        attempts >= max_attempts and locked_at is null as has_failed,
        (attempts < max_attempts or locked_at is not null)
          and (attempts > 0 or run_at < now() + interval '1 minute') as is_waiting
      from ${sql.id(jobSchemaOf(schema), '_private_jobs')}
    ) as job`.execute(db);
  const row = rows[0] ?? { waiting: 0, oldest_seconds: 0, failed: 0 };
  return { waiting: row.waiting, oldestSeconds: row.oldest_seconds, failed: row.failed };
}
