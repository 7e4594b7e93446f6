import { recordingCompleted } from '@debrief/contracts/events/recording';
import { appendToOutbox } from '@debrief/database/outbox';
import type { Tx } from '@debrief/database/pool';
import { withdrawWork } from '../dispatch/withdraw-work.ts';
import { type ContextRow, recordingContext } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';

/** What a consumer learns of the row it advanced; none where the message was late, repeated or stale. */
export interface AdvancedRow extends ContextRow {
  completed: boolean;
}

/** Says recording.completed, in the transaction that stored the second of transcript and analysis. */
export async function announceCompletion(tx: Tx<Tables>, row: AdvancedRow | undefined): Promise<boolean> {
  if (row === undefined || !row.completed) return false;
  await withdrawWork(tx, [row]);
  await appendToOutbox(tx, [
    {
      subject: recordingCompleted.subject,
      messageId: `${row.id}:${row.attempt}:completed`,
      payload: { recording: recordingContext(row) },
    },
  ]);
  return true;
}
