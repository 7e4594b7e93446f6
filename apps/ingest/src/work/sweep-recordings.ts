import { type FailureCode, failure, isFailureCode } from '@debrief/contracts/failures';
import { endLongWaits, isAmong, leaseNow, takeBackWork, type WorkKey } from '@debrief/database/leased-work';
import { type Tx, transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';
import { emitSubmitted } from './emit-submitted.ts';
import { endRecordings } from './end-recordings.ts';
import { dropAnalysisRequests, insertAnalysisRequests, nextRequest } from './request-analysis.ts';
import { lossCounts, toQueue, type WorkSettings, work } from './work-settings.ts';

export interface Swept {
  /** Back in the queue, or asked for again. */
  again: number;
  failed: number;
  /** It stopped at its batch size: there may be more at once. */
  isFull: boolean;
}

/** Takes recordings back whose lease or deadline has passed. */
export function sweepLeases(db: Db, settings: WorkSettings): Promise<Swept> {
  return transaction(db, async function takeBack(tx) {
    const taken = await takeBackWork(tx, work, {
      maxFailures: settings.maxFailures,
      counts: lossCounts,
      limit: settings.batchSize,
      set: toQueue,
    });
    const exhausted = taken.filter(({ isExhausted }) => isExhausted);
    await endRecordings(
      tx,
      exhausted.map((key) => ({ ...key, error: failure('timed_out') })),
    );
    await emitSubmitted(
      tx,
      taken.filter(({ isExhausted }) => !isExhausted),
    );
    return sweptOf(taken.length, exhausted.length, settings.batchSize);
  });
}

/** Fails what has waited for longer than WAIT_DAYS. */
export function sweepWaits(db: Db, settings: WorkSettings): Promise<Swept> {
  return transaction(db, async function endWaits(tx) {
    const { maxWaitSeconds, batchSize: limit } = settings;
    const ended = await endLongWaits(tx, work, { maxWaitSeconds, limit });
    await endRecordings(
      tx,
      ended.map(({ reason, ...key }) => ({ ...key, error: failure(codeOf(reason)) })),
    );
    return sweptOf(ended.length, ended.length, limit);
  });
}

/** An analysis without news; `isLate`: for longer than WAIT_DAYS. */
type Silent = WorkKey & { isLate: boolean };

/** Requests analyses again that are silent: the event is lost, or coaching is away. */
export function sweepAnalyses(db: Db, settings: WorkSettings): Promise<Swept> {
  return transaction(db, async function askAgain(tx) {
    const silent = await lockSilent(tx, settings);
    const late = silent.filter(({ isLate }) => isLate);
    await endRecordings(
      tx,
      late.map((key) => ({ ...key, error: failure('analysis_failed') })),
    );
    const again = silent.filter(({ isLate }) => !isLate);
    await dropAnalysisRequests(
      tx,
      again.map(({ id }) => id),
    );
    await sql`
      with r as (
        update recordings r set ${nextRequest(settings.analysisSilenceSeconds)}
        where ${isAmong(again)} returning *
      )
      ${insertAnalysisRequests(sql.table('transcripts'))}
    `.execute(tx);
    return sweptOf(silent.length, late.length, settings.transcriptBatchSize);
  });
}

export async function lockSilent(
  tx: Tx<Tables>,
  { maxWaitSeconds, transcriptBatchSize }: WorkSettings,
): Promise<Silent[]> {
  const { rows } = await sql<Silent>`
    select integration_id, id, attempt,
      transcribed_at < ${leaseNow} - make_interval(secs => ${maxWaitSeconds}) as "isLate"
    from recordings
    where transcribed_at is not null and finished_at is null and due_at < ${leaseNow}
    order by due_at
    limit ${transcriptBatchSize}
    for update skip locked
  `.execute(tx);
  return rows;
}

function sweptOf(count: number, failed: number, limit: number): Swept {
  return { again: count - failed, failed, isFull: count === limit };
}

/** A worker of another version may wait for what this one does not know. */
function codeOf(reason: string | null): FailureCode {
  return reason !== null && isFailureCode(reason) ? reason : 'internal';
}
