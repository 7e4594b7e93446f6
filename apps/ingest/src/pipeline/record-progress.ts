import type { RecordingProgress } from '@debrief/contracts/events/recording';
import { leaseNow } from '@debrief/database/leased-work';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/** The progress a client may see of an analysis; a notice beyond it is clamped. */
const LEAST = 65;
const MOST = 99;

/**
 * Writes a batch of coaching's progress in one statement: it only goes forward, and postpones the next request
 * for the analysis. Locked rows are skipped, so that this neither waits nor deadlocks; the next notice updates them.
 */
export async function recordProgress(
  db: Db,
  notices: readonly RecordingProgress[],
  silenceSeconds: number,
): Promise<void> {
  const shown = notices.map(({ progress }) => Math.floor(Math.min(Math.max(progress, LEAST), MOST)));
  await sql`
    with alive as (
      select r.integration_id, r.id, notice.progress
      from unnest(
        ${notices.map((notice) => notice.integration_id)}::uuid[],
        ${notices.map((notice) => notice.recording_id)}::uuid[],
        ${notices.map((notice) => notice.attempt)}::integer[],
        ${shown}::integer[]
      ) as notice (integration_id, id, attempt, progress)
      join recordings r
        on r.integration_id = notice.integration_id and r.id = notice.id and r.attempt = notice.attempt
      where r.finished_at is null and r.transcribed_at is not null
      for update of r skip locked
    )
    update recordings r set
      progress = greatest(r.progress, alive.progress),
      -- Not for less than a tenth: it is in an index, which most progress then leaves as it is.
      due_at = case when r.due_at < ${leaseNow} + make_interval(secs => 0.9 * ${silenceSeconds})
        then ${leaseNow} + make_interval(secs => ${silenceSeconds}) else r.due_at end
    from alive
    where r.integration_id = alive.integration_id and r.id = alive.id
  `.execute(db);
}
