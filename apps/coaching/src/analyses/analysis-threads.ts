import type { Logger } from '@debrief/service-kit/run';
import { Piscina } from 'piscina';
import type { Coached, CoachingRun } from '../engines/coach.ts';
import type { AnalysisRequest, DerivationRequest } from './analyze.ts';

export interface AnalysisThreads {
  /** The signal ends an analysis with its thread. Until it has begun on a thread, this counts as progress. */
  analyze(request: AnalysisRequest, run?: CoachingRun): Promise<Coached>;
  derive(request: DerivationRequest, signal?: AbortSignal): Promise<Coached>;
  close(): Promise<void>;
}

export interface AnalysisThreadsOptions {
  /** Analyses at once. */
  count: number;
  log: Logger;
  idleTimeoutMs?: number;
  heapMb?: number;
  /** The module whose `analyze` and `derive` run on the threads. */
  worker?: URL;
}

/** A thread that has coached an hour of talk holds about 90 MB; a new one starts in half a second. */
const IDLE_TIMEOUT_MS = 60_000;
/** Four hours of talk fit in 40 MB. Without a limit a thread may grow until the system ends the whole service. */
const HEAP_MB = 512;
/** Less than the shortest lease. */
const LOADING_MS = 1_000;

/**
 * Runs the engine beside the event loop, which must still answer reads and report progress to NATS. A thread that
 * fails, is ended or outgrows its memory ends with its recording; the next recording gets a new one.
 */
export function startAnalysisThreads({
  count,
  log,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
  heapMb = HEAP_MB,
  worker = new URL('analyze.ts', import.meta.url),
}: AnalysisThreadsOptions): AnalysisThreads {
  const pool = new Piscina<AnalysisRequest | DerivationRequest, Coached>({
    filename: worker.href,
    minThreads: 0,
    maxThreads: count,
    idleTimeout: idleTimeoutMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // Emitted when a thread dies between two analyses; without a listener it would end the process.
  pool.on('error', (error: unknown) => log.error({ err: error }, 'an idle analysis thread failed'));

  return {
    async analyze(request, { signal, onProgress } = {}) {
      const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      // A new thread loads the engine, on a machine that has too much to do for long. Ended for it, it would only load
      // it again for the next recording, and none would get further.
      const loading = setInterval(() => Atomics.load(begun, 0) === 0 && onProgress?.(0), LOADING_MS);
      try {
        return await pool.run({ ...request, begun }, { name: 'analyze', signal: signal ?? null });
      } finally {
        clearInterval(loading);
      }
    },
    derive: (request, signal) => pool.run(request, { name: 'derive', signal: signal ?? null }),
    close: () => pool.destroy(),
  };
}
