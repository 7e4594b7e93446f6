import {
  type RecordingContext,
  recordingSubmitted,
  recordingTranscribed,
} from '@debrief/contracts/events/recording';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { appendToOutbox, type OutboxMessage } from '@debrief/database/outbox';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export interface Work {
  recording: RecordingContext;
  recording_url: string;
  /** Set once the recording is transcribed: only its analysis is left to do. */
  transcript?: Transcript | null;
}

/** Emits the event that gives each recording's next work to its worker. */
export async function emitWork(tx: Tx<Tables>, work: readonly Work[]): Promise<void> {
  await appendToOutbox(tx, work.map(workMessage));
}

/** Replaces what was emitted before, or the outbox would keep a copy, with a whole transcript, for each time. */
export async function emitWorkAgain(tx: Tx<Tables>, work: readonly Work[]): Promise<void> {
  await deletePendingWork(tx, work);
  await emitWork(tx, work);
}

/**
 * Deletes the work messages of recordings that are finished or will be emitted again. The outbox publishes the last
 * day's again when JetStream has lost its store, and a worker without tables would do finished work twice.
 * Rows that the relay has locked are left to it.
 */
export async function deletePendingWork(
  tx: Tx<Tables>,
  work: readonly { recording: Pick<RecordingContext, 'recording_id' | 'attempt'> }[],
): Promise<void> {
  if (work.length === 0) return;
  const messageIds = work.flatMap(({ recording: { recording_id, attempt } }) =>
    Array.from({ length: attempt }, (_, index) => [
      transcriptionId(recording_id, index + 1),
      analysisId(recording_id, index + 1),
    ]).flat(),
  );
  await sql`
    delete from outbox where id in (
      select id from outbox
      where subject in ('recording.submitted', 'recording.transcribed') and message_id = any (${messageIds}::text[])
      for update skip locked
    )
  `.execute(tx);
}

function workMessage({ recording, recording_url, transcript = null }: Work): OutboxMessage {
  const { recording_id, attempt } = recording;
  if (transcript === null) {
    return {
      subject: recordingSubmitted.subject,
      messageId: transcriptionId(recording_id, attempt),
      payload: { recording, recording_url },
    };
  }
  return {
    subject: recordingTranscribed.subject,
    messageId: analysisId(recording_id, attempt),
    payload: { recording, transcript },
  };
}

function transcriptionId(recordingId: string, attempt: number): string {
  return `${recordingId}:${attempt}`;
}

/** Transcription gives the first message for an analysis the same id. */
function analysisId(recordingId: string, attempt: number): string {
  return `${recordingId}:${attempt}:transcribed`;
}
