import type { PayloadOf } from '@debrief/contracts/define';
import type { recordingTranscribed } from '@debrief/contracts/events/recording';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import { transcriptView } from '../recordings/transcript-view.ts';
import type { Tables } from '../tables.ts';
import { dueRecordings } from './due-recordings.ts';
import { type Advanced, emitCompleted } from './emit-completed.ts';

type Transcribed = PayloadOf<typeof recordingTranscribed>;

/**
 * Stores each transcript of a recording's present attempt, once. The recording is then ANALYZING, or COMPLETED when
 * its analysis was there first.
 * @returns how many recordings are finished by it.
 */
export async function storeTranscripts(
  tx: Tx<Tables>,
  results: readonly Transcribed[],
  queuedLease: RawBuilder<Date>,
): Promise<number> {
  const { rows } = await sql<Advanced>`
    with ${dueRecordings(results, sql`r.transcribed_at is null`)},
    r as (
      update recordings set
        transcribed_at = now(),
        status = case when analyzed_at is null then 'ANALYZING' else 'COMPLETED' end,
        progress = case when analyzed_at is null then greatest(progress, 65) else 100 end,
        finished_at = case when analyzed_at is not null then now() end,
        lease_until = case when analyzed_at is null then ${queuedLease} end,
        -- Coaching may have started on the same message before it came here.
        started_at = case when status = 'ANALYZING' then started_at end
      from due
      where recordings.integration_id = due.integration_id and recordings.id = due.id
      returning recordings.*, due.ord
    ),
    stored as (
      insert into transcripts (integration_id, recording_id, attempt, transcript, body)
      select r.integration_id, r.id, r.attempt, result.transcript::json, result.body
      from r
      join unnest(
        ${results.map(({ transcript }) => JSON.stringify(transcript))}::text[],
        ${results.map(bodyOf)}::text[]
      ) with ordinality as result (transcript, body, ord) on result.ord = r.ord
      on conflict (integration_id, recording_id) do update
        set attempt = excluded.attempt, transcript = excluded.transcript, body = excluded.body
    )
    select ${recordingContext} as recording, r.status = 'COMPLETED' as completed from r
  `.execute(tx);
  return emitCompleted(tx, rows);
}

function bodyOf({ recording, transcript }: Transcribed): string {
  return JSON.stringify(transcriptView(recording.recording_id, transcript));
}
