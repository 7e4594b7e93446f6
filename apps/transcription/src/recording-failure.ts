import type { Failure } from '@debrief/contracts/failures';

/** The recording itself is at fault, or its host says so: no other try can succeed. */
export class RecordingFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'RecordingFailure';
    this.failure = failure;
  }
}
