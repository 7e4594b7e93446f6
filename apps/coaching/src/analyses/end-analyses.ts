import type { RecordingContext } from '@debrief/contracts/events/recording';
import {
  isAmong,
  leaseNow,
  type Return,
  returnWork,
  takeBackWork,
  type WorkKey,
} from '@debrief/database/leased-work';
import { appendToOutbox } from '@debrief/database/outbox';
import { type Tx, transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';
import { type FailureReason, failed, keptAnalysis } from './analysis-events.ts';
import { findAnalyses } from './analysis-queries.ts';
import { type WorkSettings, work } from './analysis-work.ts';

/** Gives work back. What has used up its attempts fails its recording. @returns how many do. */
export function returnAnalyses(db: Db, settings: WorkSettings, returned: readonly Return[]): Promise<number> {
  return transaction(db, async function giveBack(tx) {
    const results = await returnWork(tx, work, returned, settings);
    const exhausted = results.filter((result) => result !== null).filter(({ isExhausted }) => isExhausted);
    await failAnalyses(tx, exhausted);
    return exhausted.length;
  });
}

export interface Swept {
  /** Waiting again. */
  again: number;
  failed: number;
  /** It stopped at its batch size: there may be more at once. */
  isFull: boolean;
}

/**
 * Takes back what has outlived its lease or its deadline. Both count: an analysis may have killed its process. What
 * has waited for longer than WAIT_DAYS is failed; ingest has given it up as well.
 */
export async function sweepAnalyses(db: Db, settings: WorkSettings): Promise<Swept> {
  const { batchSize: limit, maxFailures, maxWaitSeconds } = settings;
  const reason: FailureReason = 'timed_out';
  const taken = await transaction(db, async function takeBack(tx) {
    const rows = await takeBackWork(tx, work, {
      maxFailures,
      counts: sql`true`,
      limit,
      set: sql`waits_for = ${reason}, waiting_since = ${leaseNow}`,
    });
    const exhausted = rows.filter(({ isExhausted }) => isExhausted);
    await failAnalyses(tx, exhausted);
    return { count: rows.length, failed: exhausted.length };
  });
  const late = await transaction(db, (tx) => failLate(tx, maxWaitSeconds, limit));
  return {
    again: taken.count - taken.failed,
    failed: taken.failed + late,
    isFull: taken.count === limit || late === limit,
  };
}

/** Ends rows that this transaction has locked, and fails their recordings. */
async function failAnalyses(tx: Tx<Tables>, keys: readonly WorkKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await sql<Failed>`
    delete from analyses_due r where ${isAmong(keys)} returning r.recording, r.rerun_id, r.waits_for
  `.execute(tx);
  await emitFailed(tx, rows);
}

async function failLate(tx: Tx<Tables>, maxWaitSeconds: number, limit: number): Promise<number> {
  const { rows } = await sql<Failed>`
    delete from analyses_due where ctid = any (array(
      select r.ctid from analyses_due r
      where r.received_at < ${leaseNow} - make_interval(secs => ${maxWaitSeconds}) and r.claimed_at is null
      order by r.received_at
      limit ${limit}
      for update skip locked
    ))
    returning recording, rerun_id, waits_for
  `.execute(tx);
  await emitFailed(tx, rows);
  return rows.length;
}

interface Failed {
  recording: RecordingContext;
  rerun_id: string | null;
  waits_for: string | null;
}

/** A recording that cannot be judged again keeps the analysis it has, and does not fail. */
async function emitFailed(tx: Tx<Tables>, rows: readonly Failed[]): Promise<void> {
  if (rows.length === 0) return;
  const reruns = new Map(rows.map(({ recording, rerun_id }) => [recording.recording_id, rerun_id]));
  const rerunOf = ({ recording_id }: RecordingContext) => reruns.get(recording_id) ?? null;
  const kept = await findAnalyses(
    tx,
    rows.map(({ recording }) => recording).filter((recording) => rerunOf(recording) !== null),
  );
  await appendToOutbox(tx, [
    ...rows.filter(({ rerun_id }) => rerun_id === null).map((row) => failed(row.recording, row.waits_for)),
    ...kept.map(({ recording, body }) => keptAnalysis(recording, body, rerunOf(recording))),
  ]);
}
