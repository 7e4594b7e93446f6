import { type Kysely, sql } from 'kysely';
import type { Test } from 'tap';
import { startJobs } from '../src/job-worker.ts';
import { defineJob, handleJob, type JobRun } from '../src/jobs.ts';
import type { DatabaseLog } from '../src/pool.ts';

export const schema = 'notes';
export const migrations = new URL('./migrations/', import.meta.url);
export const silent: DatabaseLog = { info() {}, warn() {}, error() {} };
export const sendMail = defineJob<{ note: string }>({ schema, name: 'send-mail' });

/** A service that does the jobs, until the test ends. */
export async function work(
  t: Test,
  handler: (note: string, run: JobRun) => Promise<void> | void,
  o: { url: string; log?: DatabaseLog; concurrency?: number },
) {
  const handlers = [handleJob(sendMail, async ({ note }, run) => handler(note, run))];
  const jobs = await startJobs({
    schema,
    handlers,
    concurrency: 2,
    log: silent,
    timing: { pollMs: 100, beatMs: 100, stopGraceMs: 300 },
    ...o,
  });
  t.teardown(() => jobs.close());
  return jobs;
}

interface JobRow {
  attempts: number;
  key: string | null;
  last_error: string | null;
  locked_by: string | null;
  seconds: number;
}

export async function waiting(of: Kysely<unknown>): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select attempts, key, last_error, locked_by, extract(epoch from run_at - now())::float8 as seconds
    from notes_jobs.jobs order by id`.execute(of);
  return rows;
}
