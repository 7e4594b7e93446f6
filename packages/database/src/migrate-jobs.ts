import { runMigrations } from 'graphile-worker';
import { jobSchemaOf } from './job-schema.ts';
import { createPool, type DatabaseLog } from './pool.ts';

/** Brings graphile-worker's own tables up to date, after `migrate` with jobs. A service that starts does the same. */
export async function migrateJobs(o: { url: string; schema: string; log: DatabaseLog }): Promise<void> {
  const pool = createPool({ ...o, poolSize: 1, statementTimeoutMs: 600_000 });
  try {
    await runMigrations({ pgPool: pool, schema: jobSchemaOf(o.schema) });
  } finally {
    await pool.end();
  }
}
