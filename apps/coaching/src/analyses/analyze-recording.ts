import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordingProgress } from '@debrief/contracts/events/recording';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import { type Return, renewWork } from '@debrief/database/leased-work';
import type { Logger } from '@debrief/service-kit/run';
import { inSpans } from '@debrief/tracing/tracing';
import type { Speech } from '../engines/findings/speech/speech.ts';
import type { CoachOf } from '../engines/language-model/choose-coach.ts';
import { StorageFailure } from '../engines/language-model/storage-failure.ts';
import type { RubricOf } from '../engines/load-rubrics.ts';
import type { Db } from '../tables.ts';
import type { FailureReason } from './analysis-events.ts';
import { analysisBody } from './analysis-view.ts';
import { type WorkSettings, work } from './analysis-work.ts';
import type { ClaimedAnalysis } from './claim-analyses.ts';
import { returnAnalyses } from './end-analyses.ts';
import type { EndedAnalysis } from './store-analyses.ts';
import { AttemptStopped, type AttemptWatch, watchAttempt } from './watch-attempt.ts';

export interface AnalysisDeps {
  readonly db: Db;
  readonly settings: WorkSettings;
  readonly coachOf: CoachOf;
  readonly rubricOf: RubricOf;
  /** @returns whether its work was still held. */
  readonly store: (ended: EndedAnalysis) => Promise<boolean>;
  readonly reportProgress: (progress: RecordingProgress) => void;
  /** Called after a commit that appended events. */
  readonly emitted: () => void;
  /** Aborts with an AttemptStopped: running work is handed on at once. */
  readonly closing: AbortSignal;
  readonly log: Logger;
}

export interface RunningAnalysis {
  readonly id: string;
  /** The engine's place is free; the result may still be on its way into the database. */
  readonly engineEnded: Promise<void>;
  /** Never rejects. */
  readonly ended: Promise<void>;
}

type Verdict =
  | { body: AnalysisBody; speech: Speech }
  | Pick<Return, 'outcome' | 'reason' | 'afterSeconds'>
  | null;

const PROGRESS_STARTED = 70;
const PROGRESS_ANALYZED = 95;
const RENEW_MS = 1_000;
const STORE_RETRY_MS = 500;

/**
 * Runs one attempt. Only the engine can fail it: an outage of the database keeps the result in memory until the
 * attempt's deadline, and what cannot be given back is handed out again by its lease.
 */
export function analyzeRecording(deps: AnalysisDeps, claimed: ClaimedAnalysis): RunningAnalysis {
  const { closing, settings } = deps;
  const { leaseSeconds } = settings;
  const watch = watchAttempt({ leaseSeconds, deadlineSeconds: claimed.deadline_seconds, closing });
  const { traceparent } = claimed.recording;
  const verdict = inSpans('coach recording', [traceparent], {}, () => coach(deps, claimed, watch));
  return {
    id: claimed.id,
    engineEnded: verdict.then(() => watch.engineEnded()),
    ended: verdict
      .then((reached) =>
        inSpans('store analysis', [traceparent], {}, () => settle(deps, claimed, reached, watch)),
      )
      .finally(() => watch.end()),
  };
}

async function coach(deps: AnalysisDeps, claimed: ClaimedAnalysis, watch: AttemptWatch): Promise<Verdict> {
  const { recording, transcript, time_zone, category_rubric, own_rubrics } = claimed;
  const { integration_id, recording_id, attempt, kind, incoming, occurred_at } = recording;
  const report = (progress: number) =>
    deps.reportProgress({ integration_id, recording_id, attempt, progress });
  const renew = renewing(deps, claimed, watch);
  const onProgress = (share: number) => {
    watch.progressed();
    renew();
    report(PROGRESS_STARTED + Math.floor(share * (PROGRESS_ANALYZED - PROGRESS_STARTED)));
  };
  const named = { kind, rubric: category_rubric ?? recording.rubric };
  const zone = time_zone === null ? {} : { time_zone };
  const context = { kind, incoming, occurred_at, category: recording.ai_category, ...zone };
  try {
    watch.signal.throwIfAborted();
    report(PROGRESS_STARTED);
    const run = { signal: watch.signal, onProgress };
    const engine = deps.coachOf(recording);
    const rubric = deps.rubricOf(named, { integration_id, rubrics: own_rubrics ?? [] });
    const result = await Promise.race([
      engine.analyze(transcript, rubric, context, run),
      stopped(watch.signal),
    ]);
    report(PROGRESS_ANALYZED);
    return { body: analysisBody(result), speech: result.speech };
  } catch (error) {
    const verdict = verdictOn(watch.signal.aborted ? watch.signal.reason : error);
    deps.log.warn({ err: error, recording_id, attempt, ...verdict }, 'an analysis did not end');
    return verdict;
  }
}

/** An engine that ignores its signal is not waited for. */
function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function verdictOn(error: unknown): Exclude<Verdict, { body: AnalysisBody; speech: Speech }> {
  if (error instanceof StorageFailure) return { outcome: 'handed_on', afterSeconds: 1 };
  if (!(error instanceof AttemptStopped))
    return { outcome: 'retry', reason: 'analysis_failed' satisfies FailureReason };
  if (error.reason === 'timed_out') return { outcome: 'retry', reason: error.reason };
  return error.reason === 'closing' ? { outcome: 'handed_on' } : null;
}

/** At most once a second, and only on progress. What is not held any more is stopped. */
function renewing(
  { db, settings }: AnalysisDeps,
  { integration_id, id, attempt }: ClaimedAnalysis,
  watch: AttemptWatch,
): () => void {
  const { leaseSeconds } = settings;
  let renewedAt = performance.now();
  return () => {
    if (performance.now() - renewedAt < RENEW_MS) return;
    renewedAt = performance.now();
    renewWork(db, work, [{ integration_id, id, attempt }], { leaseSeconds }).then(
      ([isHeld]) => {
        if (isHeld === false) watch.stop('not_held');
      },
      // An outage: the clock of leases stands still as well.
      () => {},
    );
  };
}

async function settle(
  deps: AnalysisDeps,
  claimed: ClaimedAnalysis,
  verdict: Verdict,
  watch: AttemptWatch,
): Promise<void> {
  if (verdict === null) return;
  const { db, settings, store, emitted, closing, log } = deps;
  const { integration_id, id, attempt, recording, rerun_id } = claimed;
  const key = { integration_id, id, attempt };
  if ('body' in verdict) {
    const { body, speech } = verdict;
    const ended = { key, recording, body, speech, rerun_id };
    const isStored = await untilStopped(watch.signal, log, () => store(ended));
    if (isStored === true) emitted();
    if (isStored === false) log.info(key, 'an analysis was dropped: it is not held any more');
    return;
  }
  // What cannot be given back for so long is handed out again by its lease or its deadline.
  const limit = AbortSignal.any([AbortSignal.timeout(settings.leaseSeconds * 1000), closing]);
  const failed = await untilStopped(limit, log, () => returnAnalyses(db, settings, [{ ...key, ...verdict }]));
  if (failed !== null && failed > 0) emitted();
}

/** Tries once, and again through an outage until stopped. @returns null when it never succeeded. */
async function untilStopped<T>(signal: AbortSignal, log: Logger, write: () => Promise<T>): Promise<T | null> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await write();
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, 'the end of an analysis could not be stored; retrying');
      if (signal.aborted) return null;
      await sleep(STORE_RETRY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return null;
    }
  }
}
