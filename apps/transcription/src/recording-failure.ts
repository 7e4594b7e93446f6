import { type Failure, type FailureCode, failure } from '@debrief/contracts/failures';

/**
 * The recording itself cannot be processed, and trying again would end the same way: the recording becomes FAILED
 * with `failure`. Anything else that is thrown is taken for passing trouble and tried again.
 */
export class RecordingFailure extends Error {
  readonly failure: Failure;

  /** @param detail public addition such as `HTTP 404`; the private reason belongs in `options.cause`. */
  constructor(code: FailureCode, detail?: string, options?: ErrorOptions) {
    super(detail === undefined ? code : `${code}: ${detail}`, options);
    this.name = 'RecordingFailure';
    this.failure = failure(code, detail);
  }
}
