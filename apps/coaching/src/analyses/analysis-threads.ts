import { Worker } from 'node:worker_threads';
import type { CoachingResult } from '@debrief/contracts/resources/analysis';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { CoachingContext } from '../engines/coach.ts';
import type { Rubric } from '../engines/rubric.ts';

export interface AnalysisRequest {
  transcript: Transcript;
  rubric: Rubric;
  context: CoachingContext;
}

type Answer = { result: CoachingResult } | { error: unknown };

interface Job {
  request: AnalysisRequest;
  resolve(result: CoachingResult): void;
  reject(error: unknown): void;
}

export interface AnalysisThreads {
  analyze(request: AnalysisRequest): Promise<CoachingResult>;
  close(): Promise<void>;
}

/** A recording that takes longer than this has found a fault of the engine. */
const ANALYSIS_TIMEOUT_MS = 60_000;

/**
 * Runs the engine beside the event loop: four hours of talk take seconds of one core, in which reads must still be
 * answered and NATS still be told that work goes on. A thread that fails or hangs is ended with its recording and
 * replaced for the next.
 */
export function startAnalysisThreads(count: number): AnalysisThreads {
  const waiting: Job[] = [];
  const idle: Worker[] = [];
  const busy = new Set<Worker>();
  let closed = false;

  function next(): void {
    while (waiting.length > 0 && (idle.length > 0 || busy.size < count)) {
      const job = waiting.shift();
      if (job !== undefined) run(idle.pop() ?? createWorker(), job);
    }
  }

  function run(worker: Worker, job: Job): void {
    busy.add(worker);
    const finish = (isSound: boolean, settle: () => void): void => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', fail).off('exit', ended);
      busy.delete(worker);
      if (isSound && !closed) idle.push(worker);
      else void worker.terminate();
      settle();
      next();
    };
    const answered = (answer: Answer): void =>
      finish(true, () => ('result' in answer ? job.resolve(answer.result) : job.reject(answer.error)));
    const fail = (error: unknown): void => finish(false, () => job.reject(error));
    const ended = (code: number): void => fail(new Error(`the analysis thread ended with status ${code}`));
    const timer = setTimeout(() => fail(new Error('the analysis took too long')), ANALYSIS_TIMEOUT_MS);
    worker.on('message', answered).on('error', fail).on('exit', ended);
    worker.postMessage(job.request);
  }

  function createWorker(): Worker {
    const worker = new Worker(new URL('analyze-on-thread.ts', import.meta.url));
    const forget = (): void => {
      const index = idle.indexOf(worker);
      if (index !== -1) idle.splice(index, 1);
    };
    // While it works its job listens too; while it is idle nobody else does, and an unheard error ends the process.
    return worker.on('error', forget).on('exit', forget);
  }

  return {
    analyze: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        next();
      }),
    close: async () => {
      closed = true;
      await Promise.all([...idle, ...busy].map((worker) => worker.terminate()));
    },
  };
}
