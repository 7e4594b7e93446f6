import { type ConsumerDefinition, consumers } from '@debrief/contracts/topology';
import { transaction } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { contextColumns } from '../recordings/recording-context.ts';
import type { Db } from '../tables.ts';
import { askAgain, type WorkRow } from './ask-for-work.ts';
import type { DispatchSettings } from './dispatch-settings.ts';
import { takeTurn } from './take-turn.ts';

/** How many messages the consumer has not finished; rejects when NATS cannot be asked. */
export type Backlog = (consumer: ConsumerDefinition) => Promise<number>;

interface Stage {
  readonly worker: ConsumerDefinition;
  /** This service's own, of what the worker says when it is done. */
  readonly answers: readonly ConsumerDefinition[];
  readonly isNext: RawBuilder<boolean>;
  readonly batchSize: 'batchSize' | 'transcriptBatchSize';
}

const stages: readonly Stage[] = [
  {
    worker: consumers.transcriptionRecordingSubmitted,
    answers: [consumers.ingestRecordingTranscribed, consumers.ingestRecordingFailed],
    isNext: sql`transcribed_at is null`,
    batchSize: 'batchSize',
  },
  {
    worker: consumers.coachingRecordingTranscribed,
    answers: [consumers.ingestRecordingAnalyzed, consumers.ingestRecordingFailed],
    isNext: sql`transcribed_at is not null`,
    batchSize: 'transcriptBatchSize',
  },
];

const isOverdue = sql<boolean>`
  released_at is not null and finished_at is null and started_at is null and lease_until < now()
`;

/**
 * Settles the leases that ran out before anybody started. While the stage's worker has messages to do, the queue is
 * merely long, and it waits on: a copy of a message that is still there would be done twice once JetStream has
 * forgotten its id. When the worker has none the message was lost, and is sent again as the same attempt.
 */
export async function settleUnstarted(
  db: Db,
  settings: DispatchSettings,
  backlog: Backlog,
): Promise<{ sentAgain: number; full: boolean }> {
  const settled = { sentAgain: 0, full: false };
  for (const stage of stages) {
    if (!(await hasOverdue(db, stage))) continue;
    // Asked before the transaction, which is not to wait for NATS.
    const isLost = await isAllDone(stage, backlog);
    const { count, full } = isLost ? await sendAgain(db, settings, stage) : await waitOn(db, settings, stage);
    if (isLost) settled.sentAgain += count;
    settled.full ||= full;
  }
  return settled;
}

async function hasOverdue(db: Db, { isNext }: Stage): Promise<boolean> {
  const { rows } = await sql`select from recordings where ${isOverdue} and ${isNext} limit 1`.execute(db);
  return rows.length > 0;
}

/** The worker first: it answers before it acknowledges, so that what is not with it is among the answers or lost. */
async function isAllDone({ worker, answers }: Stage, backlog: Backlog): Promise<boolean> {
  try {
    for (const consumer of [worker, ...answers]) {
      if ((await backlog(consumer)) > 0) return false;
    }
    return true;
  } catch {
    return false;
  }
}

interface Batch {
  count: number;
  /** There may be more. */
  full: boolean;
}

async function waitOn(db: Db, settings: DispatchSettings, stage: Stage): Promise<Batch> {
  const limit = settings.batchSize;
  const { numAffectedRows } = await sql`
    with overdue as (${overdue(stage, limit)}) ${renew(settings)}
  `.execute(db);
  const count = Number(numAffectedRows ?? 0);
  return { count, full: count === limit };
}

function sendAgain(db: Db, settings: DispatchSettings, stage: Stage): Promise<Batch> {
  const limit = settings[stage.batchSize];
  return transaction(db, async (tx) => {
    await takeTurn(tx);
    const { rows } = await sql<WorkRow>`
      with overdue as (${overdue(stage, limit)}),
      r as (${renew(settings)} returning recordings.*)
      select ${contextColumns}, r.recording_url, t.transcript
      from r
      left join transcripts t
        on t.integration_id = r.integration_id and t.recording_id = r.id and r.transcribed_at is not null
      order by r.queued_at, r.id
    `.execute(tx);
    await askAgain(tx, rows);
    return { count: rows.length, full: rows.length === limit };
  });
}

function overdue({ isNext }: Stage, limit: number): RawBuilder<unknown> {
  return sql`
    select integration_id, id from recordings
    where ${isOverdue} and ${isNext}
    order by lease_until
    limit ${limit}
    for update skip locked
  `;
}

function renew(settings: DispatchSettings): RawBuilder<unknown> {
  return sql`
    update recordings set lease_until = ${settings.queuedLease}
    from overdue
    where recordings.integration_id = overdue.integration_id and recordings.id = overdue.id
  `;
}
