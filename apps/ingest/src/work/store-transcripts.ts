import type { HeardTranscript } from '@debrief/contracts/resources/transcript';
import { leaseNow, lockAttempts, noClaim } from '@debrief/database/leased-work';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { type AttemptKey, workKey } from '../pipeline/analyzing-recordings.ts';
import { transcriptView, withoutWords } from '../recordings/transcript-view.ts';
import type { Tables } from '../tables.ts';
import { firstRequest, insertAnalysisRequests } from './request-analysis.ts';
import type { WorkSettings } from './work-settings.ts';

export interface Transcribed extends AttemptKey {
  transcript: HeardTranscript;
}

/**
 * Stores each transcript of a present attempt for which `condition` holds, once, ends the claim and asks for the
 * analysis, in one statement.
 */
export async function storeTranscripts(
  tx: Tx<Tables>,
  { analysisSilenceSeconds }: WorkSettings,
  results: readonly Transcribed[],
  condition: RawBuilder<boolean>,
): Promise<void> {
  if (results.length === 0) return;
  await sql`
    with ${lockAttempts(sql.table('recordings'), results.map(workKey), condition)},
    r as (
      update recordings set
        status = 'ANALYZING', status_since = clock_timestamp(), transcribed_at = ${leaseNow},
        progress = 65, waits_for = null, waiting_since = null,
        ${noClaim}, ${firstRequest(analysisSilenceSeconds)}
      from held
      where recordings.integration_id = held.integration_id and recordings.id = held.id
      returning recordings.*, held.ord
    ),
    t as (
      insert into transcripts as t (integration_id, recording_id, attempt, transcript, body, created_date)
      select r.integration_id, r.id, r.attempt, result.transcript::json, result.body, r.created_date
      from r
      join unnest(
        ${results.map(({ transcript }) => JSON.stringify(withoutWords(transcript)))}::text[],
        ${results.map(({ recording_id, transcript }) => JSON.stringify(transcriptView(recording_id, transcript)))}::text[]
      ) with ordinality as result (transcript, body, ord) on result.ord = r.ord
      on conflict (integration_id, recording_id) do update
        set attempt = excluded.attempt, transcript = excluded.transcript, body = excluded.body, original = null,
          revision = t.revision + 1, is_judged = true
      returning t.*
    ),
    dropped as (
      delete from transcript_parts p using r where p.integration_id = r.integration_id and p.recording_id = r.id
    )
    ${insertAnalysisRequests(sql`t`)}
  `.execute(tx);
}
