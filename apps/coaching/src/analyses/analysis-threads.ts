import type { CoachingResult } from '@debrief/contracts/resources/analysis';
import type { Logger } from '@debrief/service-kit/run';
import { Piscina } from 'piscina';
import type { AnalysisRequest, DerivationRequest } from './analyze.ts';

export interface AnalysisThreads {
  analyze(request: AnalysisRequest): Promise<CoachingResult>;
  derive(request: DerivationRequest): Promise<CoachingResult>;
  close(): Promise<void>;
}

export interface AnalysisThreadsOptions {
  /** Analyses at once; a caller that asks for more has their time in the queue counted as well. */
  count: number;
  log: Logger;
  timeoutMs?: number;
  idleTimeoutMs?: number;
  heapMb?: number;
  /** The module whose `analyze` and `derive` run on the threads. */
  worker?: URL;
}

/** Four hours of talk take seconds: a recording that takes longer than this has found a fault of the engine. */
const TIMEOUT_MS = 60_000;
/** A thread that has coached an hour of talk holds about 90 MB; a new one starts in half a second. */
const IDLE_TIMEOUT_MS = 60_000;
/** Four hours of talk fit in 40 MB. Without a limit a thread may grow until the system ends the whole service. */
const HEAP_MB = 512;

/**
 * Runs the engine beside the event loop, which must still answer reads and report progress to NATS. A thread that
 * fails, hangs or outgrows its memory ends with its recording; the next recording gets a new one.
 */
export function startAnalysisThreads({
  count,
  log,
  timeoutMs = TIMEOUT_MS,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
  heapMb = HEAP_MB,
  worker = new URL('analyze.ts', import.meta.url),
}: AnalysisThreadsOptions): AnalysisThreads {
  const pool = new Piscina<AnalysisRequest | DerivationRequest, CoachingResult>({
    filename: worker.href,
    minThreads: 0,
    maxThreads: count,
    idleTimeout: idleTimeoutMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // Emitted when a thread dies between two analyses; without a listener it would end the process.
  pool.on('error', (error: unknown) => log.error({ err: error }, 'an idle analysis thread failed'));

  async function run(name: string, request: AnalysisRequest | DerivationRequest): Promise<CoachingResult> {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return await pool.run(request, { name, signal: deadline });
    } catch (error) {
      if (!deadline.aborted) throw error;
      throw new Error(`The analysis did not end within ${timeoutMs / 1000} s`, { cause: error });
    }
  }

  return {
    analyze: (request) => run('analyze', request),
    derive: (request) => run('derive', request),
    close: () => pool.destroy(),
  };
}
