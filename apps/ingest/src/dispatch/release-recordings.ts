import { recordingFailed } from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import { appendToOutbox, type OutboxMessage } from '@debrief/database/outbox';
import { transaction } from '@debrief/database/pool';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Db } from '../tables.ts';
import { askAgain, askForWork } from './ask-for-work.ts';
import type { DispatchSettings } from './dispatch-settings.ts';
import { type LostRow, takeUpLost } from './lost-attempts.ts';
import { takeTurn } from './take-turn.ts';
import { releaseWaiting } from './waiting-recordings.ts';
import { withdrawWork } from './withdraw-work.ts';

export interface Pass {
  released: number;
  /** Attempts that were lost and are followed by another. */
  takenUp: number;
  /** Ran out of attempts. */
  failed: readonly { integration_id: string; id: string; attempt: number }[];
  /** True when the pass stopped at its batch size: there may be more to do at once. */
  full: boolean;
}

/**
 * One look at everything that is due: attempts that were lost, then free places. The messages go to the outbox in the
 * transaction that takes the leases. Replicas take turns, so that a wake-up is never lost to a pass that began before
 * the commit it announces.
 */
export function releaseRecordings(
  db: Db,
  settings: DispatchSettings,
  /** Asked once it is this replica's turn: whether silence means that an attempt is lost. */
  isSure: () => boolean = () => true,
): Promise<Pass> {
  return transaction(db, async (tx) => {
    await takeTurn(tx);
    const lost = isSure() ? await takeUpLost(tx, settings) : { rows: [], full: false };
    const failed = lost.rows.filter((row) => row.failed);
    const takenUp = lost.rows.filter((row) => !row.failed);
    await askAgain(tx, takenUp);
    await withdrawWork(tx, failed);
    await appendToOutbox(tx, failed.map(timedOut));
    const released = await releaseWaiting(tx, settings);
    await askForWork(tx, released);
    return {
      released: released.length,
      takenUp: takenUp.length,
      failed,
      full: lost.full || released.length === settings.batchSize,
    };
  });
}

function timedOut(row: LostRow): OutboxMessage {
  return {
    subject: recordingFailed.subject,
    messageId: `${row.id}:${row.attempt}:timed-out`,
    payload: { recording: recordingContext(row), stage: 'ingest', error: failure('timed_out') },
  };
}
