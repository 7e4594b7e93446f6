import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingAnalyzed } from '@debrief/contracts/events/recording';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { contextColumns } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';
import { type AdvancedRow, announceCompletion } from './complete-recording.ts';

/**
 * Notes that coaching has stored the analysis of the recording's present attempt, once. The recording is then
 * COMPLETED, or waits for its transcript when this came first.
 * @returns whether the recording is finished by it.
 */
export async function noteAnalysis(
  tx: Tx<Tables>,
  { recording }: PayloadOf<typeof recordingAnalyzed>,
  lease: RawBuilder<Date>,
): Promise<boolean> {
  const { rows } = await sql<AdvancedRow>`
    update recordings r set
      analyzed_at = now(),
      status = case when transcribed_at is null then 'ANALYZING' else 'COMPLETED' end,
      progress = case when transcribed_at is null then greatest(progress, 65) else 100 end,
      finished_at = case when transcribed_at is not null then now() end,
      lease_until = case when transcribed_at is null then ${lease} end,
      started_at = coalesce(started_at, now())
    where integration_id = ${recording.integration_id} and id = ${recording.recording_id}
      and attempt = ${recording.attempt} and finished_at is null and analyzed_at is null
    returning ${contextColumns}, r.status = 'COMPLETED' as completed
  `.execute(tx);
  return announceCompletion(tx, rows[0]);
}
