import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingAnalyzed } from '@debrief/contracts/events/recording';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { contextColumns } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';
import { type AdvancedRow, announceCompletion } from './announce-completion.ts';
import { dueRecordings } from './due-recordings.ts';

/**
 * Notes that coaching has stored the analysis of each recording's present attempt, once. The recording is then
 * COMPLETED, or waits for its transcript when this came first.
 * @returns how many recordings are finished by it.
 */
export async function noteAnalyses(
  tx: Tx<Tables>,
  results: readonly PayloadOf<typeof recordingAnalyzed>[],
  lease: RawBuilder<Date>,
): Promise<number> {
  const { rows } = await sql<AdvancedRow>`
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
    returning ${contextColumns}, r.status = 'COMPLETED' as completed
  `.execute(tx);
  return announceCompletion(tx, rows);
}
