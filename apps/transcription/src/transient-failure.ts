import type { Failure } from '@debrief/contracts/failures';

/** May pass when tried again; `failure` is what the recording ends with when no other try is due. */
export class TransientFailure extends Error {
  readonly failure: Failure;
  /** What the other side asks to wait; null when it says nothing. */
  readonly retryAfterSeconds: number | null;

  constructor(failure: Failure, options: ErrorOptions & { retryAfterSeconds?: number | null } = {}) {
    super(failure.message, options);
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.name = 'TransientFailure';
    this.failure = failure;
  }
}
