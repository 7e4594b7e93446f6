import { type RecordingContext, recordingFailed } from '@debrief/contracts/events/recording';
import type { Failure } from '@debrief/contracts/failures';
import { noClaim, type WorkKey } from '@debrief/database/leased-work';
import { appendToOutbox } from '@debrief/database/outbox';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';
import { dropAnalysisRequests } from './request-analysis.ts';

/** Makes recordings FAILED that this transaction has locked, and emits recording.failed. */
export async function endRecordings(
  tx: Tx<Tables>,
  endings: readonly (WorkKey & { error: Failure })[],
): Promise<void> {
  if (endings.length === 0) return;
  const { rows } = await sql<{ recording: RecordingContext; error: Failure }>`
    with r as (
      update recordings set
        status = 'FAILED', status_since = clock_timestamp(), finished_at = clock_timestamp(),
        error = ending.error::json, ${noClaim}, due_at = null
      from unnest(
        ${endings.map(({ integration_id }) => integration_id)}::uuid[],
        ${endings.map(({ id }) => id)}::uuid[],
        ${endings.map(({ attempt }) => attempt)}::integer[],
        ${endings.map(({ error }) => JSON.stringify(error))}::text[]
      ) as ending (integration_id, id, attempt, error)
      where recordings.integration_id = ending.integration_id and recordings.id = ending.id
        and recordings.attempt = ending.attempt and recordings.finished_at is null
      returning recordings.*
    ),
    dropped as (
      delete from transcript_parts p using r where p.integration_id = r.integration_id and p.recording_id = r.id
    )
    select ${recordingContext} as recording, r.error from r
  `.execute(tx);
  await dropAnalysisRequests(
    tx,
    rows.map(({ recording }) => recording.recording_id),
  );
  const messages = rows.map(({ recording, error }) => ({
    subject: recordingFailed.subject,
    messageId: `${recording.recording_id}:${recording.attempt}:failed`,
    payload: { recording, stage: 'ingest', error },
  }));
  await appendToOutbox(tx, messages);
}
