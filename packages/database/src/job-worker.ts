import { EventEmitter } from 'node:events';
import { type JobHelpers, Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { Kysely, PostgresDialect } from 'kysely';
import pTimeout from 'p-timeout';
import { type JobHandler, Postpone } from './job-definition.ts';
import { jobSchemaOf } from './job-schema.ts';
import { type Loop, startLoop } from './loop.ts';
import { createPool, type DatabaseLog } from './pool.ts';
import { untilPostgresAnswers } from './until-postgres-answers.ts';
import { beat, followClock, forgetWorker, removeFailed, returnJob, unlockDead } from './worker-statements.ts';

export interface Jobs {
  /** Takes no more jobs. Running ones get a few seconds to end; then they go back, to be run again elsewhere. */
  close(): Promise<void>;
}

/** One listens for new jobs; the others take and end them. */
const CONNECTIONS = 3;
const RETRY_MS = 1_000;
const STOP_TIMEOUT_MS = 8_000;
const REMOVE_MS = 600_000;

export interface JobTiming {
  /** A new job is announced by NOTIFY; polling finds retries, future jobs and those whose announcement was lost. */
  pollMs: number;
  /** Between heartbeats. */
  beatMs: number;
  /** How long a running job may take to end after its signal has aborted. */
  stopGraceMs: number;
}

const TIMING: JobTiming = { pollMs: 2_000, beatMs: 5_000, stopGraceMs: 3_000 };

interface Worker {
  id: string;
  runner: Runner;
  hasEnded: boolean;
  /** Whether the last attempt to take a job failed. */
  isFailing: boolean;
}

/**
 * Runs the jobs of a service, in any number of replicas at once. Resolves when graphile-worker's tables are up to date
 * and the first worker runs; waits for Postgres. After that it never throws: it logs, and replaces a worker that an
 * outage has ended (decision 0015).
 */
export async function startJobs(o: {
  url: string;
  schema: string;
  handlers: readonly JobHandler[];
  /** Jobs at once in this process. */
  concurrency: number;
  log: DatabaseLog;
  timing?: Partial<JobTiming>;
}): Promise<Jobs> {
  const { log } = o;
  const { pollMs, beatMs, stopGraceMs } = { ...TIMING, ...o.timing };
  const schema = jobSchemaOf(o.schema);
  const pool = createPool({ ...o, poolSize: CONNECTIONS });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const stopping = new AbortController();
  const graceOver = new AbortController();
  let loop: Loop | undefined;

  const taskList: TaskList = {};
  for (const handler of o.handlers) {
    if (handler.job.schema !== o.schema)
      throw new Error(`${handler.job.name} is a job of ${handler.job.schema}`);
    taskList[handler.job.name] = (payload, { job }) => runJob(handler, payload, job);
  }

  async function runJob(handler: JobHandler, payload: unknown, job: JobHelpers['job']): Promise<void> {
    const fields = { job: handler.job.name, job_id: String(job.id), attempt: job.attempts };
    try {
      const running = handler.run(payload, { signal: stopping.signal, attempt: job.attempts });
      await pTimeout(running, { milliseconds: Number.POSITIVE_INFINITY, signal: graceOver.signal });
    } catch (error) {
      const isPostponed = error instanceof Postpone;
      if (isPostponed || stopping.signal.aborted) {
        await returnJob(db, schema, job, isPostponed ? 'by-age' : 'short');
        log.info({ ...fields, err: error }, isPostponed ? 'a job is postponed' : 'a job was handed back');
      } else if (job.attempts >= job.max_attempts)
        log.error({ ...fields, err: error }, 'a job failed for good');
      else log.warn({ ...fields, err: error }, 'a job failed; retrying');
      // graphile-worker fails a job only where it still holds the lock, so a returned one stays as it is.
      throw error;
    }
  }

  async function startWorker(): Promise<Worker> {
    const events = new EventEmitter() as WorkerEvents;
    const worker = { id: '', hasEnded: false, isFailing: false };
    events.once('pool:create', ({ workerPool }) => {
      worker.id = workerPool.id;
    });
    events.on('worker:getJob:error', () => {
      worker.isFailing = true;
    });
    for (const event of ['worker:getJob:empty', 'job:start'] as const) {
      events.on(event, () => {
        worker.isFailing = false;
      });
    }
    const runner = await run({
      pgPool: pool,
      schema,
      taskList,
      parsedCronItems: [],
      concurrency: o.concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      events,
      logger: loggerTo(log),
      // Without batches an outage while a job ends is an unhandled rejection, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    const started: Worker = Object.assign(worker, { runner });
    const end = (): void => {
      started.hasEnded = true;
      loop?.retryNow();
    };
    runner.promise.then(end, end);
    return started;
  }

  let worker = await untilPostgresAnswers(startWorker, log).catch(async (error) => {
    await pool.end();
    throw error;
  });
  let lastBeatAt = performance.now();
  let failingBeats = 0;
  const beating = startLoop({
    async round() {
      if (worker.hasEnded) {
        await forgetWorker(db, schema, worker.id);
        worker = await startWorker();
        log.info({}, 'jobs run again');
      }
      await beat(db, schema, worker.id);
      await followClock(db, schema);
      const isSteady = performance.now() - lastBeatAt < 2 * beatMs;
      lastBeatAt = performance.now();
      // Right after an outage nobody could write a heartbeat, so nobody is dead.
      if (isSteady) await unlockDead(db, schema, log);
      // A worker whose first query failed would fail for ever (decision 0015).
      failingBeats = worker.isFailing ? failingBeats + 1 : 0;
      if (failingBeats > 1) {
        failingBeats = 0;
        await stop(worker);
        return 'more';
      }
      return 'done';
    },
    idleMs: beatMs,
    retryMs: RETRY_MS,
    onFailure: (error) => log.warn({ err: error }, 'jobs cannot run; retrying'),
    onRecovery: () => log.info({}, 'the database of jobs answers again'),
  });
  loop = beating;
  const removal = startLoop({
    round: () => removeFailed(db, schema),
    idleMs: REMOVE_MS,
    retryMs: REMOVE_MS,
  });

  async function stop({ runner, hasEnded }: Worker): Promise<void> {
    if (hasEnded) return;
    await pTimeout(runner.stop(), { milliseconds: STOP_TIMEOUT_MS }).catch((error) =>
      log.warn({ err: error }, 'the worker of jobs did not stop cleanly'),
    );
  }

  return {
    async close() {
      // Takes no more jobs from here on, so that it does not take those that it hands back.
      const current = worker;
      const stopped = stop(current);
      stopping.abort(new Error('the service stops'));
      const grace = setTimeout(() => graceOver.abort(new Error('the job did not end in time')), stopGraceMs);
      await Promise.all([beating.close(), removal.close()]);
      await stopped;
      // The loop may just have replaced it.
      if (worker !== current) await stop(worker);
      clearTimeout(grace);
      await forgetWorker(db, schema, worker.id).catch(() => {});
      await pTimeout(pool.end(), { milliseconds: STOP_TIMEOUT_MS }).catch(() => {});
    },
  };
}

/** Its errors only, without their details: those hold the job with its payload. What fails in a job is logged above. */
function loggerTo(log: DatabaseLog): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error' && meta?.failure !== true) log.warn({}, `graphile-worker: ${message}`);
  });
}
