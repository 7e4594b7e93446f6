import { type ConsumerDefinition, consumers } from '@debrief/contracts/topology';
import { transaction } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Db } from '../tables.ts';
import type { DispatchSettings } from './dispatch-settings.ts';
import { lockDispatch } from './lock-dispatch.ts';
import { emitWorkAgain, type Work } from './work-messages.ts';

/** How many messages the consumer has not finished; rejects when NATS does not answer. */
export type Backlog = (consumer: ConsumerDefinition) => Promise<number>;

interface Stage {
  readonly worker: ConsumerDefinition;
  /** This service's own consumers of the worker's results. */
  readonly results: readonly ConsumerDefinition[];
  readonly isNext: RawBuilder<boolean>;
  readonly batchSize: 'batchSize' | 'transcriptBatchSize';
}

const stages: readonly Stage[] = [
  {
    worker: consumers.transcriptionRecordingSubmitted,
    results: [consumers.ingestRecordingTranscribed, consumers.ingestRecordingFailed],
    isNext: sql`transcribed_at is null`,
    batchSize: 'batchSize',
  },
  {
    worker: consumers.coachingRecordingTranscribed,
    results: [consumers.ingestRecordingAnalyzed, consumers.ingestRecordingFailed],
    isNext: sql`transcribed_at is not null`,
    batchSize: 'transcriptBatchSize',
  },
];

const isOverdue = sql<boolean>`
  released_at is not null and finished_at is null and started_at is null and lease_until < now()
`;

/**
 * Handles the leases that ran out before work began. While the stage's worker has messages left the queue is merely
 * long, and the lease is extended: a copy of a message that is still there would be done twice once JetStream has
 * forgotten its id. When the worker has none left the message was lost, and is sent again as the same attempt.
 */
export async function checkUnstarted(
  db: Db,
  settings: DispatchSettings,
  backlog: Backlog,
): Promise<{ resent: number; full: boolean }> {
  const checked = { resent: 0, full: false };
  for (const stage of stages) {
    if (!(await hasOverdue(db, stage))) continue;
    // Before the transaction, which must not wait for NATS.
    const isLost = await isAllDone(stage, backlog);
    const { count, full } = isLost
      ? await resend(db, settings, stage)
      : await extendLeases(db, settings, stage);
    if (isLost) checked.resent += count;
    checked.full ||= full;
  }
  return checked;
}

async function hasOverdue(db: Db, { isNext }: Stage): Promise<boolean> {
  const { rows } = await sql`select from recordings where ${isOverdue} and ${isNext} limit 1`.execute(db);
  return rows.length > 0;
}

/** The worker first: it publishes its result before it acknowledges, so what it no longer has is a result or lost. */
async function isAllDone({ worker, results }: Stage, backlog: Backlog): Promise<boolean> {
  try {
    for (const consumer of [worker, ...results]) {
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

async function extendLeases(db: Db, settings: DispatchSettings, stage: Stage): Promise<Batch> {
  const limit = settings.batchSize;
  const { numAffectedRows } = await sql`
    with overdue as (${overdue(stage, limit)}) ${renew(settings)}
  `.execute(db);
  const count = Number(numAffectedRows ?? 0);
  return { count, full: count === limit };
}

function resend(db: Db, settings: DispatchSettings, stage: Stage): Promise<Batch> {
  const limit = settings[stage.batchSize];
  return transaction(db, async (tx) => {
    await lockDispatch(tx);
    const { rows } = await sql<Work>`
      with overdue as (${overdue(stage, limit)}),
      r as (${renew(settings)} returning recordings.*)
      select ${recordingContext} as recording, r.recording_url, t.transcript
      from r
      left join transcripts t
        on t.integration_id = r.integration_id and t.recording_id = r.id and r.transcribed_at is not null
      order by r.queued_at, r.id
    `.execute(tx);
    await emitWorkAgain(tx, rows);
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
