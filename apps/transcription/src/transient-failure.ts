import type { Failure } from '@debrief/contracts/failures';

/** May pass when tried again; `failure` is what the recording ends with when no other try is due. */
export class TransientFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'TransientFailure';
    this.failure = failure;
  }
}
