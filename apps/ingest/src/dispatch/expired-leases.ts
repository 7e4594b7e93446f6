import { failure } from '@debrief/contracts/failures';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { sql } from 'kysely';
import { type ContextRow, contextColumns } from '../recordings/recording-context.ts';
import type { Db } from '../tables.ts';
import type { DispatchSettings } from './dispatch-settings.ts';

export interface ExpiredRow extends ContextRow {
  recording_url: string;
  /** Set when the attempt ran out of tries. */
  failed: boolean;
  /** What this attempt has got as far as. */
  transcript: Transcript | null;
}

/**
 * Settles every lease that has run out. Nobody started: the same attempt's message is due again, under the same
 * id, so that JetStream drops it unless its store was lost. Started, then silent: the next attempt, from the
 * transcript when there is one, or FAILED after the last.
 * Rows a consumer is changing at this moment are skipped: they just gave a sign of life.
 *
 * @param isSure whether silence is proof; without it nobody is called lost.
 */
export async function renewExpiredLeases(
  tx: Db,
  settings: DispatchSettings,
  isSure: boolean,
): Promise<ExpiredRow[]> {
  const { rows } = await sql<ExpiredRow>`
    with expired as (
      select integration_id, id, started_at is not null as lost,
        started_at is not null and tries >= ${settings.maxAttempts} as failed
      from recordings
      where released_at is not null and finished_at is null and lease_until < now()
        and (started_at is null or ${isSure})
      order by lease_until
      limit ${settings.batchSize}
      for update skip locked
    ),
    r as (
      update recordings set
        attempt = attempt + (expired.lost and not expired.failed)::integer,
        tries = tries + (expired.lost and not expired.failed)::integer,
        status = case
          when expired.failed then 'FAILED'
          when not expired.lost then status
          when transcribed_at is null then 'QUEUED'
          else 'ANALYZING'
        end,
        progress = case
          when expired.failed or not expired.lost then progress
          when transcribed_at is null then 0
          else 65
        end,
        analyzed_at = case when expired.lost then null else analyzed_at end,
        started_at = null,
        lease_until = case when not expired.failed then ${settings.queuedLease} end,
        error = case when expired.failed then ${JSON.stringify(failure('timed_out'))}::json end,
        finished_at = case when expired.failed then now() end
      from expired
      where recordings.integration_id = expired.integration_id and recordings.id = expired.id
      returning recordings.*, expired.failed
    ),
    kept as (
      update transcripts t set attempt = r.attempt
      from r
      where t.integration_id = r.integration_id and t.recording_id = r.id
        and r.transcribed_at is not null and not r.failed
      returning t.integration_id, t.recording_id, t.transcript
    )
    select ${contextColumns}, r.recording_url, r.failed, kept.transcript
    from r
    left join kept on kept.integration_id = r.integration_id and kept.recording_id = r.id
    order by r.queued_at, r.id
  `.execute(tx);
  return rows;
}
