import { sql } from 'kysely';
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
export { type Jobs, startJobs } from './job-worker.ts';

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
  await sql`
    select from ${sql.id(jobSchemaOf(job.schema), 'add_job')}(
      identifier => ${job.name}::text,
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${o.queue ?? null}::text,
      run_at => ${o.runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${job.maxAttempts}::int,
      job_key => ${o.key ?? null}::text
    )`.execute(tx);
}
