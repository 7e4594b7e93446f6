import { recordingCompleted } from '@debrief/contracts/events/recording';
import { appendToOutbox } from '@debrief/database/outbox';
import type { Tx } from '@debrief/database/pool';
import { withdrawWork } from '../dispatch/withdraw-work.ts';
import { type ContextRow, recordingContext } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';

/** A recording that a result has brought on. */
export interface AdvancedRow extends ContextRow {
  completed: boolean;
}

/**
 * Says recording.completed of those that now have both, in the transaction that stored the second of transcript and
 * analysis.
 * @returns how many recordings are finished by it.
 */
export async function announceCompletion(tx: Tx<Tables>, rows: readonly AdvancedRow[]): Promise<number> {
  const completed = rows.filter((row) => row.completed);
  if (completed.length === 0) return 0;
  await withdrawWork(tx, completed);
  const messages = completed.map((row) => ({
    subject: recordingCompleted.subject,
    messageId: `${row.id}:${row.attempt}:completed`,
    payload: { recording: recordingContext(row) },
  }));
  await appendToOutbox(tx, messages);
  return completed.length;
}
