import type { RecordingProgress } from '@debrief/contracts/events/recording';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../tables.ts';

/** The progress a client may see of each stage; a notice beyond it is clamped. */
const ranges = { DOWNLOADING: [5, 9], TRANSCRIBING: [10, 60], ANALYZING: [65, 99] } as const;

/**
 * Writes a batch of progress in one statement: each extends the lease of its attempt and moves status and progress
 * forward only, also when a redelivered message starts over. Once the transcript is stored only coaching's counts.
 * Locked rows are skipped, so that this neither waits nor deadlocks; the next notice makes up for it.
 */
export async function recordProgress(
  db: Db,
  notices: readonly RecordingProgress[],
  lease: RawBuilder<Date>,
): Promise<void> {
  await sql`
    with alive as (
      select r.integration_id, r.id, notice.status, notice.progress
      from unnest(
        ${notices.map((notice) => notice.integration_id)}::uuid[],
        ${notices.map((notice) => notice.recording_id)}::uuid[],
        ${notices.map((notice) => notice.attempt)}::integer[],
        ${notices.map((notice) => notice.status)}::text[],
        ${notices.map(shownProgress)}::integer[]
      ) as notice (integration_id, id, attempt, status, progress)
      join recordings r
        on r.integration_id = notice.integration_id and r.id = notice.id and r.attempt = notice.attempt
      where r.finished_at is null and r.released_at is not null
        and (r.transcribed_at is null or notice.status = 'ANALYZING')
      for update of r skip locked
    )
    update recordings r set
      status = case
        when array_position(${order}, alive.status) > array_position(${order}, r.status) then alive.status
        else r.status
      end,
      progress = greatest(r.progress, alive.progress),
      started_at = coalesce(r.started_at, now()),
      lease_until = ${lease}
    from alive
    where r.integration_id = alive.integration_id and r.id = alive.id
  `.execute(db);
}

const order = sql`array['QUEUED', 'DOWNLOADING', 'TRANSCRIBING', 'ANALYZING']`;

function shownProgress({ status, progress }: RecordingProgress): number {
  const [least, most] = ranges[status];
  return Math.floor(Math.min(Math.max(progress, least), most));
}
