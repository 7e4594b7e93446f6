import { recordingSubmitted, recordingTranscribed } from '@debrief/contracts/events/recording';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { appendToOutbox, type OutboxMessage } from '@debrief/database/outbox';
import type { Tx } from '@debrief/database/pool';
import { type ContextRow, recordingContext } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';
import { analysisId, withdrawWork, workId } from './withdraw-work.ts';

export interface WorkRow extends ContextRow {
  recording_url: string;
  /** What the recording has got as far as; without it the work starts at its audio. */
  transcript?: Transcript | null;
}

/** Asks for the next work on each recording, for the first time. */
export async function askForWork(tx: Tx<Tables>, rows: readonly WorkRow[]): Promise<void> {
  await appendToOutbox(tx, rows.map(workMessage));
}

/**
 * Asks once more. What was asked before is taken back, or the outbox would hold a copy of the message, and a whole
 * transcript with it, for each time.
 */
export async function askAgain(tx: Tx<Tables>, rows: readonly WorkRow[]): Promise<void> {
  await withdrawWork(tx, rows);
  await askForWork(tx, rows);
}

function workMessage(row: WorkRow): OutboxMessage {
  const { transcript = null } = row;
  const recording = recordingContext(row);
  if (transcript === null) {
    return {
      subject: recordingSubmitted.subject,
      messageId: workId(row.id, row.attempt),
      payload: { recording, recording_url: row.recording_url },
    };
  }
  return {
    subject: recordingTranscribed.subject,
    messageId: analysisId(row.id, row.attempt),
    payload: { recording, transcript },
  };
}
