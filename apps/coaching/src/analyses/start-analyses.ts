import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoop } from '@debrief/database/loop';
import { inBatches } from '@debrief/messaging/in-batches';
import { type AnalysisDeps, analyzeRecording, type RunningAnalysis } from './analyze-recording.ts';
import { type ClaimedAnalysis, claimAnalyses, hasAnalyses } from './claim-analyses.ts';
import { returnAnalyses, sweepAnalyses } from './end-analyses.ts';
import { spareWork } from './spare-work.ts';
import { type EndedAnalysis, storeAnalyses } from './store-analyses.ts';
import { AttemptStopped } from './watch-attempt.ts';

export interface Analyses {
  /** There is work: claims it now, if an engine is free. */
  wake(): void;
  /** Claims nothing more, hands on what is claimed, and resolves soon. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 2_000;
/** Results that may wait for the database while engines go on. */
const UNSTORED_MAX = 16;
/** The order in which integrations were served is kept for so many. */
const SERVED_MAX = 500;
/** Spare work that has waited for so long is handed on. */
const SPARE_WAIT_MS = 1_000;

/**
 * Claims due analyses for the engines of this process, and takes back what other replicas left behind. Polling
 * finds what another replica was notified of, or what was handed on or given back.
 * @param o.engines Analyses at once.
 */
export function startAnalyses(
  o: Omit<AnalysisDeps, 'closing' | 'store'> & { engines: number; intervalMs: number },
): Analyses {
  const { db, settings, engines, log } = o;
  const claimant = randomUUID();
  const running = new Set<RunningAnalysis>();
  /** Claimed, for the next free engine. */
  const ready: ClaimedAnalysis[] = [];
  /** Being handed on: until that is committed, a claim would return it again. */
  let leaving: ClaimedAnalysis[] = [];
  /** Integrations, the one served last at the end. */
  const served = new Set<string>();
  const spares = spareWork(engines);
  const closing = new AbortController();
  const store = inBatches<EndedAnalysis, boolean>((ended) => storeAnalyses(db, ended), UNSTORED_MAX);
  const deps: AnalysisDeps = { ...o, store, closing: closing.signal };
  let busy = 0;
  /** Running ones that have failed before. */
  let retries = 0;
  let startedAt = performance.now();
  const timing = { idleMs: o.intervalMs, retryMs: o.intervalMs };

  const claims = startLoop({
    ...timing,
    async round() {
      const spare = retries > 0 ? 0 : spares.count();
      const places = engines - busy - ready.length + spare;
      // At least half of the spare work at once: one claim for many rows.
      if (places <= spare / 2 || isFull() || closing.signal.aborted) return 'done';
      if (!(await hasAnalyses(db))) return 'done';
      const holds = [...running, ...ready, ...leaving].map(({ id }) => id);
      const claimed = await claimAnalyses(db, settings, { claimant, holds, served: [...served], places });
      for (const { integration_id } of claimed) noteServed(integration_id);
      ready.push(...claimed);
      // If it kills this process, what is claimed beside it would be counted too.
      if (claimed.some(({ failures }) => failures > 0)) await handOnReady(engines - busy);
      startNext();
      return 'done';
    },
    onFailure: (error) => log.warn({ err: error }, 'no analyses can be claimed; retrying'),
    onRecovery: () => log.info({}, 'analyses are claimed again'),
  });

  const sweeps = startLoop({
    ...timing,
    async round() {
      if (ready.length > 0 && leaving.length === 0 && performance.now() - startedAt > SPARE_WAIT_MS) {
        spares.isLate();
        await handOnReady();
      }
      if (!(await hasAnalyses(db))) return 'done';
      const { again, failed, isFull } = await sweepAnalyses(db, settings);
      if (again + failed > 0) log.warn({ again, failed }, 'leases or deadlines of analyses ran out');
      if (again > 0) claims.wake();
      if (failed > 0) o.emitted();
      return isFull ? 'more' : 'done';
    },
    onFailure: (error) => log.warn({ err: error }, 'cannot look for analyses to take back; retrying'),
    onRecovery: () => log.info({}, 'can look for analyses to take back again'),
  });

  // The first round begins before this line is reached.
  function isFull(): boolean {
    return running.size - busy >= UNSTORED_MAX;
  }

  function startNext(): void {
    while (busy < engines && leaving.length === 0 && !isFull() && !closing.signal.aborted) {
      const next = ready.shift();
      if (next === undefined) return;
      run(next);
    }
  }

  function run(claimed: ClaimedAnalysis): void {
    const began = performance.now();
    startedAt = began;
    const analysis = analyzeRecording(deps, claimed);
    const isRetry = claimed.failures > 0 ? 1 : 0;
    running.add(analysis);
    busy += 1;
    retries += isRetry;
    void analysis.engineEnded.then(() => {
      busy -= 1;
      retries -= isRetry;
      spares.analysisTook(performance.now() - began);
      startNext();
      claims.wake();
    });
    void analysis.ended.then(() => {
      running.delete(analysis);
      startNext();
      claims.wake();
    });
  }

  function noteServed(integrationId: string): void {
    served.delete(integrationId);
    served.add(integrationId);
    const [first] = served;
    if (served.size > SERVED_MAX && first !== undefined) served.delete(first);
  }

  async function handOnReady(keep = 0): Promise<void> {
    if (ready.length <= keep) return;
    leaving = ready.splice(Math.max(keep, 0));
    const returned = leaving.map(({ integration_id, id, attempt }) => ({ integration_id, id, attempt }));
    try {
      await returnAnalyses(
        db,
        settings,
        returned.map((key) => ({ ...key, outcome: 'handed_on' })),
      );
    } finally {
      leaving = [];
      startNext();
    }
  }

  async function handOn(): Promise<void> {
    await Promise.all([claims.close(), sweeps.close()]);
    const handedOn = handOnReady().catch((error: unknown) =>
      log.warn({ err: error }, 'analyses could not be handed on'),
    );
    await Promise.all([handedOn, ...[...running].map(({ ended }) => ended)]);
  }

  return {
    wake: claims.wake,
    async close() {
      closing.abort(new AttemptStopped('closing'));
      await Promise.race([handOn(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
