import type { CoachingResult } from '@debrief/contracts/resources/analysis';
import type { Rubric } from '@debrief/contracts/resources/rubric';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { Speech } from './findings/speech/speech.ts';

/** What a coach may know of a recording besides its words. Nothing in here identifies a tenant. */
export interface CoachingContext {
  kind: 'call' | 'roleplay';
  /** True inbound, false outbound, null unknown: an inbound call needs no permission to talk. */
  incoming: boolean | null;
  /** When the call took place, ISO-8601: spoken dates are read against it, never against the clock. */
  occurred_at: string;
  /** IANA zone of the agent, in which `tomorrow` is meant; absent where nobody knows it. */
  time_zone?: string;
  /** The integration's coaching category, such as `sales` or `charity`; absent where it is not known. */
  category?: string;
}

/** How an analysis is run, and what it reports meanwhile. */
export interface CoachingRun {
  /** Ends an analysis that nobody waits for any more. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a part of the work is really done, with the share of it from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** What is reported of a recording, and what its agent's speech was like. */
export type Coached = CoachingResult & { speech: Speech };

/** A coaching engine. */
export interface Coach {
  analyze(
    transcript: Transcript,
    rubric: Rubric,
    context: CoachingContext,
    run?: CoachingRun,
  ): Promise<Coached>;
}
