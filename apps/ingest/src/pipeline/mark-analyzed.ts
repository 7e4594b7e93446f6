import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingAnalyzed } from '@debrief/contracts/events/recording';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';
import { dueRecordings } from './due-recordings.ts';
import { type Advanced, emitCompleted } from './emit-completed.ts';

/**
 * Marks each recording whose present attempt coaching has stored an analysis of, once. The recording is then
 * COMPLETED, or waits for its transcript when this came first.
 * @returns how many recordings are finished by it.
 */
export async function markAnalyzed(
  tx: Tx<Tables>,
  results: readonly PayloadOf<typeof recordingAnalyzed>[],
  lease: RawBuilder<Date>,
): Promise<number> {
  const { rows } = await sql<Advanced>`
    with ${dueRecordings(results, sql`r.analyzed_at is null`)}
    update recordings r set
      analyzed_at = now(),
      status = case when transcribed_at is null then 'ANALYZING' else 'COMPLETED' end,
      progress = case when transcribed_at is null then greatest(progress, 65) else 100 end,
      finished_at = case when transcribed_at is not null then now() end,
      lease_until = case when transcribed_at is null then ${lease} end,
      started_at = coalesce(started_at, now())
    from due
    where r.integration_id = due.integration_id and r.id = due.id
    returning ${recordingContext} as recording, r.status = 'COMPLETED' as completed
  `.execute(tx);
  return emitCompleted(tx, rows);
}
