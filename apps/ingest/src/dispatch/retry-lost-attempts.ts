import { failure } from '@debrief/contracts/failures';
import { type RawBuilder, sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Db } from '../tables.ts';
import type { DispatchSettings } from './dispatch-settings.ts';
import type { Work } from './work-messages.ts';

export interface LostAttempt extends Work {
  /** Set when the attempt ran out of tries. */
  failed: boolean;
}

/**
 * Begins the next attempt of every recording whose attempt started and then fell silent for a lease, from the
 * transcript where there is one; after the last attempt the recording is FAILED.
 * Rows that a consumer has locked are skipped: they just gave a sign of life.
 *
 * @returns with `full` when there may be more of them.
 */
export async function retryLostAttempts(
  tx: Db,
  settings: DispatchSettings,
): Promise<{ attempts: LostAttempt[]; full: boolean }> {
  const { rows } = await sql<LostAttempt & { transcribed: boolean }>`
    with untranscribed as (${silent(sql`transcribed_at is null`, settings.batchSize)}),
    transcribed as (${silent(sql`transcribed_at is not null`, settings.transcriptBatchSize)}),
    lost as (
      select integration_id, id, tries >= ${settings.maxAttempts} as failed
      from (table untranscribed union all table transcribed) silent
    ),
    r as (
      update recordings set
        attempt = attempt + (not lost.failed)::integer,
        tries = tries + (not lost.failed)::integer,
        status = case
          when lost.failed then 'FAILED'
          when transcribed_at is null then 'QUEUED'
          else 'ANALYZING'
        end,
        progress = case when lost.failed then progress when transcribed_at is null then 0 else 65 end,
        analyzed_at = null,
        started_at = null,
        lease_until = case when not lost.failed then ${settings.queuedLease} end,
        error = case when lost.failed then ${JSON.stringify(failure('timed_out'))}::json end,
        finished_at = case when lost.failed then now() end
      from lost
      where recordings.integration_id = lost.integration_id and recordings.id = lost.id
      returning recordings.*, lost.failed
    ),
    kept as (
      update transcripts t set attempt = r.attempt
      from r
      where t.integration_id = r.integration_id and t.recording_id = r.id
        and r.transcribed_at is not null and not r.failed
      returning t.integration_id, t.recording_id, t.transcript
    )
    select ${recordingContext} as recording, r.recording_url, r.failed, kept.transcript,
      r.transcribed_at is not null as transcribed
    from r
    left join kept on kept.integration_id = r.integration_id and kept.recording_id = r.id
    order by r.queued_at, r.id
  `.execute(tx);
  const transcribed = rows.filter((row) => row.transcribed).length;
  const full =
    transcribed === settings.transcriptBatchSize || rows.length - transcribed === settings.batchSize;
  return { attempts: rows, full };
}

function silent(stage: RawBuilder<boolean>, limit: number): RawBuilder<unknown> {
  return sql`
    select integration_id, id, tries from recordings
    where released_at is not null and finished_at is null and started_at is not null
      and lease_until < now() and ${stage}
    order by lease_until
    limit ${limit}
    for update skip locked
  `;
}
