import {
  recordingFailed,
  recordingSubmitted,
  recordingTranscribed,
} from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import { appendToOutbox, type OutboxMessage } from '@debrief/database/outbox';
import { transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Db } from '../tables.ts';
import type { DispatchSettings } from './dispatch-settings.ts';
import { type ExpiredRow, renewExpiredLeases } from './expired-leases.ts';
import { type ReleasedRow, releaseWaiting } from './waiting-recordings.ts';
import { analysisId, withdrawWork, workId } from './withdraw-work.ts';

export interface Pass {
  released: number;
  sentAgain: number;
  /** Ran out of attempts. */
  failed: readonly { integration_id: string; id: string; attempt: number }[];
  /** True when the pass stopped at its batch size: there may be more to do at once. */
  full: boolean;
}

/**
 * One look at everything that is due: leases that ran out, then free places. The messages go to the outbox in the
 * transaction that takes the leases. Replicas take turns by an advisory lock; one that waits here sees what the
 * one before it committed, so a wake-up is never lost to a pass that began before the commit it announces.
 */
export function releaseRecordings(
  db: Db,
  settings: DispatchSettings,
  /** Asked once it is this replica's turn: whether silence means that an attempt is lost. */
  isSure: () => boolean = () => true,
): Promise<Pass> {
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('debrief.ingest.dispatch'))`.execute(tx);
    const expired = await renewExpiredLeases(tx, settings, isSure());
    const released = await releaseWaiting(tx, settings);
    const messages = [...expired.map(messageOfExpired), ...released.map(submitted)];
    if (messages.length > 0) await appendToOutbox(tx, messages);
    const failed = expired.filter((row) => row.failed);
    await withdrawWork(tx, failed);
    return {
      released: released.length,
      sentAgain: expired.length - failed.length,
      failed,
      full: expired.length === settings.batchSize || released.length === settings.batchSize,
    };
  });
}

function messageOfExpired(row: ExpiredRow): OutboxMessage {
  if (row.failed) return timedOut(row);
  return row.transcript === null ? submitted(row) : transcribed(row, row.transcript);
}

function submitted(row: ReleasedRow): OutboxMessage {
  return {
    subject: recordingSubmitted.subject,
    messageId: workId(row.id, row.attempt),
    payload: { recording: recordingContext(row), recording_url: row.recording_url },
  };
}

function transcribed(row: ReleasedRow, transcript: Transcript): OutboxMessage {
  return {
    subject: recordingTranscribed.subject,
    messageId: analysisId(row.id, row.attempt),
    payload: { recording: recordingContext(row), transcript },
  };
}

function timedOut(row: ReleasedRow): OutboxMessage {
  return {
    subject: recordingFailed.subject,
    messageId: `${row.id}:${row.attempt}:timed-out`,
    payload: { recording: recordingContext(row), stage: 'ingest', error: failure('timed_out') },
  };
}
