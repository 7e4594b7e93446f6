/** A kind of job of one service. `Payload` is stored as JSON and never logged; ids are enough. */
export interface JobDefinition<Payload extends object> {
  /** The service's schema. */
  readonly schema: string;
  readonly name: string;
  /** Failures before the job is given up. They are seconds to hours apart: 25 of them take three days. */
  readonly maxAttempts: number;
  readonly payload?: Payload;
}

export function defineJob<Payload extends object>(o: {
  schema: string;
  name: string;
  maxAttempts?: number;
}): JobDefinition<Payload> {
  return { maxAttempts: 25, ...o };
}

/** Of one run of a job. */
export interface JobRun {
  /** Aborts when the service stops. A handler that then throws runs again elsewhere, a second later. */
  readonly signal: AbortSignal;
  /** 1 in the first run; postponed runs do not count. */
  readonly attempt: number;
}

export interface JobHandler {
  readonly job: JobDefinition<object>;
  run(payload: unknown, run: JobRun): Promise<void>;
}

/**
 * A job is done when its handler resolves, is tried again later when it throws, and may be run twice: after a crash,
 * and when its process was frozen for longer than a heartbeat may be late.
 */
export function handleJob<Payload extends object>(
  job: JobDefinition<Payload>,
  handler: (payload: Payload, run: JobRun) => Promise<void>,
): JobHandler {
  return { job, run: (payload, run) => handler(payload as Payload, run) };
}

/**
 * Thrown by a handler when an outage is at fault and not the job: it runs again later, and the attempt does not count.
 * The delay is the job's age, between 1 and 30 s.
 */
export class Postpone extends Error {
  override readonly name = 'Postpone';
}
