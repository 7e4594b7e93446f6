/** Why an attempt ends before its engine does. */
type Reason = 'timed_out' | 'not_held' | 'closing';

export class AttemptStopped extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(`the analysis was stopped: ${reason}`);
    this.name = 'AttemptStopped';
    this.reason = reason;
  }
}

export interface AttemptWatch {
  /** Aborts with an AttemptStopped. */
  readonly signal: AbortSignal;
  stop(reason: Reason): void;
  /** Real progress: the engine may be silent for another lease. */
  progressed(): void;
  /** The engine is done: from here on only the deadline counts. */
  engineEnded(): void;
  end(): void;
}

const TICK_MS = 100;

/**
 * Stops an attempt at its deadline, whatever it reports, and when its engine reports nothing for a lease. Time is
 * counted in ticks and not read from a clock, so that what passes while this process is frozen does not count.
 * @param o.closing Aborts with an AttemptStopped of its own when the service closes.
 */
export function watchAttempt(o: {
  leaseSeconds: number;
  deadlineSeconds: number;
  closing: AbortSignal;
}): AttemptWatch {
  const stopped = new AbortController();
  const stop = (reason: Reason) => stopped.abort(new AttemptStopped(reason));
  let passedMs = 0;
  let silentMs = 0;
  let isRunning = true;
  const timer = setInterval(() => {
    passedMs += TICK_MS;
    silentMs += TICK_MS;
    const isSilent = isRunning && silentMs >= o.leaseSeconds * 1000;
    if (isSilent || passedMs >= o.deadlineSeconds * 1000) stop('timed_out');
  }, TICK_MS);
  return {
    signal: AbortSignal.any([stopped.signal, o.closing]),
    stop,
    progressed() {
      silentMs = 0;
    },
    engineEnded() {
      isRunning = false;
    },
    end: () => clearInterval(timer),
  };
}
