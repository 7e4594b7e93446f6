import type { PayloadOf } from '@debrief/contracts/define';
import {
  type RecordingContext,
  type recordingAnalyzed,
  recordingCompleted,
} from '@debrief/contracts/events/recording';
import { appendToOutbox } from '@debrief/database/outbox';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';
import { dropAnalysisRequests } from '../work/request-analysis.ts';
import { dueRecordings, isAnalyzing } from './due-recordings.ts';

/**
 * Makes each recording COMPLETED whose present attempt coaching has stored an analysis of, once, and emits so.
 * @returns how many recordings are finished by it.
 */
export async function markAnalyzed(
  tx: Tx<Tables>,
  results: readonly PayloadOf<typeof recordingAnalyzed>[],
): Promise<number> {
  const { rows } = await sql<{ recording: RecordingContext }>`
    with ${dueRecordings(
      results.map(({ recording }) => recording),
      isAnalyzing,
    )}
    update recordings r set
      status = 'COMPLETED', status_since = clock_timestamp(), progress = 100, finished_at = clock_timestamp(), due_at = null
    from due
    where r.integration_id = due.integration_id and r.id = due.id
    returning ${recordingContext} as recording
  `.execute(tx);
  await dropAnalysisRequests(
    tx,
    rows.map(({ recording }) => recording.recording_id),
  );
  const messages = rows.map(({ recording }) => ({
    subject: recordingCompleted.subject,
    messageId: `${recording.recording_id}:${recording.attempt}:completed`,
    payload: { recording },
  }));
  await appendToOutbox(tx, messages);
  return rows.length;
}
