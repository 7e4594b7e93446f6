import type { FallbackReason } from '@debrief/contracts/resources/analysis';

/** A language model could not read a call. Holds nothing of the request, which has the transcript and the key. */
export class EngineFailure extends Error {
  readonly reason: FallbackReason;

  constructor(reason: FallbackReason) {
    super(`The language model failed: ${reason}`);
    this.name = 'EngineFailure';
    this.reason = reason;
  }
}
