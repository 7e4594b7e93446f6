import { recordingFailed } from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import { appendToOutbox, type OutboxMessage } from '@debrief/database/outbox';
import { transaction } from '@debrief/database/pool';
import type { Db } from '../tables.ts';
import type { DispatchSettings } from './dispatch-settings.ts';
import { lockDispatch } from './lock-dispatch.ts';
import { releaseWaiting } from './release-waiting.ts';
import { type LostAttempt, retryLostAttempts } from './retry-lost-attempts.ts';
import { deletePendingWork, emitWork, emitWorkAgain } from './work-messages.ts';

export interface Pass {
  released: number;
  /** Lost attempts that are followed by another. */
  retried: number;
  /** Ran out of attempts. */
  failed: readonly LostAttempt[];
  /** True when the pass stopped at its batch size: there may be more to do at once. */
  full: boolean;
}

/**
 * One pass over everything that is due: lost attempts, then free places. The messages go to the outbox in the
 * transaction that takes the leases. Replicas run their passes one after the other, so that a wake-up is never lost to
 * a pass that began before the commit it reports.
 */
export function releaseRecordings(
  db: Db,
  settings: DispatchSettings,
  /** Called under the lock: whether silence means that an attempt is lost. */
  isSilenceProof: () => boolean = () => true,
): Promise<Pass> {
  return transaction(db, async (tx) => {
    await lockDispatch(tx);
    const lost = isSilenceProof() ? await retryLostAttempts(tx, settings) : { attempts: [], full: false };
    const failed = lost.attempts.filter((attempt) => attempt.failed);
    const retried = lost.attempts.filter((attempt) => !attempt.failed);
    await emitWorkAgain(tx, retried);
    await deletePendingWork(tx, failed);
    await appendToOutbox(tx, failed.map(timedOut));
    const released = await releaseWaiting(tx, settings);
    await emitWork(tx, released);
    return {
      released: released.length,
      retried: retried.length,
      failed,
      full: lost.full || released.length === settings.batchSize,
    };
  });
}

function timedOut({ recording }: LostAttempt): OutboxMessage {
  return {
    subject: recordingFailed.subject,
    messageId: `${recording.recording_id}:${recording.attempt}:timed-out`,
    payload: { recording, stage: 'ingest', error: failure('timed_out') },
  };
}
