import type { Failure } from '@debrief/contracts/failures';

/** May pass when tried again; `failure` is what the recording ends with when this was the last try. */
export class TransientFailure extends Error {
  readonly failure: Failure;
  /** From this try on it counts as permanent, even when more deliveries are left. */
  readonly maxTries: number;

  constructor(failure: Failure, options: ErrorOptions & { maxTries?: number } = {}) {
    super(failure.message, options);
    this.name = 'TransientFailure';
    this.failure = failure;
    this.maxTries = options.maxTries ?? Number.POSITIVE_INFINITY;
  }
}
