import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingTranscribed } from '@debrief/contracts/events/recording';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { contextColumns } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';
import { storableJson } from '../transcripts/storable-json.ts';
import { type AdvancedRow, announceCompletion } from './complete-recording.ts';

/**
 * Stores the transcript of the recording's present attempt, once. The recording is then ANALYZING, or COMPLETED when
 * its analysis was there first.
 * @returns whether the recording is finished by it.
 */
export async function storeTranscript(
  tx: Tx<Tables>,
  { recording, transcript }: PayloadOf<typeof recordingTranscribed>,
  queuedLease: RawBuilder<Date>,
): Promise<boolean> {
  const { rows } = await sql<AdvancedRow>`
    with r as (
      update recordings set
        transcribed_at = now(),
        status = case when analyzed_at is null then 'ANALYZING' else 'COMPLETED' end,
        progress = case when analyzed_at is null then greatest(progress, 65) else 100 end,
        finished_at = case when analyzed_at is not null then now() end,
        lease_until = case when analyzed_at is null then ${queuedLease} end,
        -- Coaching may have started on the same message before it came here.
        started_at = case when status = 'ANALYZING' then started_at end
      where integration_id = ${recording.integration_id} and id = ${recording.recording_id}
        and attempt = ${recording.attempt} and finished_at is null and transcribed_at is null
      returning *
    ),
    stored as (
      insert into transcripts (integration_id, recording_id, attempt, transcript)
      select r.integration_id, r.id, r.attempt, ${storableJson(transcript)}::json from r
      on conflict (integration_id, recording_id)
        do update set attempt = excluded.attempt, transcript = excluded.transcript
    )
    select ${contextColumns}, r.status = 'COMPLETED' as completed from r
  `.execute(tx);
  return announceCompletion(tx, rows[0]);
}
