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

/**
 * Stops an attempt at its deadline, whatever it reports, and when its engine reports nothing for a lease.
 * @param o.closing Aborts with an AttemptStopped of its own when the service closes.
 */
export function watchAttempt(o: {
  leaseSeconds: number;
  deadlineSeconds: number;
  closing: AbortSignal;
}): AttemptWatch {
  const stopped = new AbortController();
  const stop = (reason: Reason) => stopped.abort(new AttemptStopped(reason));
  const late = () => stop('timed_out');
  const deadline = setTimeout(late, Math.max(0, o.deadlineSeconds) * 1000);
  const silence = setTimeout(late, o.leaseSeconds * 1000);
  let isRunning = true;
  function engineEnded(): void {
    isRunning = false;
    clearTimeout(silence);
  }
  return {
    signal: AbortSignal.any([stopped.signal, o.closing]),
    stop,
    progressed() {
      if (isRunning) silence.refresh();
    },
    engineEnded,
    end() {
      engineEnded();
      clearTimeout(deadline);
    },
  };
}
