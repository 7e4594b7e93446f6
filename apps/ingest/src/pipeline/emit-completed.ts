import { type RecordingContext, recordingCompleted } from '@debrief/contracts/events/recording';
import { appendToOutbox } from '@debrief/database/outbox';
import type { Tx } from '@debrief/database/pool';
import { deletePendingWork } from '../dispatch/work-messages.ts';
import type { Tables } from '../tables.ts';

/** A recording that a result has advanced. */
export interface Advanced {
  recording: RecordingContext;
  completed: boolean;
}

/**
 * Emits recording.completed of those that now have both transcript and analysis, in the transaction that stored the
 * second.
 * @returns how many recordings are finished by it.
 */
export async function emitCompleted(tx: Tx<Tables>, rows: readonly Advanced[]): Promise<number> {
  const completed = rows.filter((row) => row.completed);
  if (completed.length === 0) return 0;
  await deletePendingWork(tx, completed);
  const messages = completed.map(({ recording }) => ({
    subject: recordingCompleted.subject,
    messageId: `${recording.recording_id}:${recording.attempt}:completed`,
    payload: { recording },
  }));
  await appendToOutbox(tx, messages);
  return completed.length;
}
