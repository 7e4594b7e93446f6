import type { SpeakerRole, Transcript } from '@debrief/contracts/resources/transcript';
import type { CoachingContext } from '../coach.ts';
import type { Act } from './acts.ts';
import type { RawWord } from './split-words.ts';

/** A sentence or a clause that does one thing. It never goes beyond its segment, so that it can be quoted. */
export interface Stretch {
  index: number;
  turn: number;
  role: SpeakerRole;
  segment: number;
  /** First character in the segment's text, and the one after its last. */
  start: number;
  end: number;
  /** Verbatim: the segment's text from `start` to `end`. */
  text: string;
  /** Lower case, contractions opened; places count from the start of the segment's text. */
  words: readonly RawWord[];
  /** What it does, each with its calibrated probability; an act that is missing is not worth considering. */
  acts: Partial<Record<Act, number>>;
  /** How likely a manager would praise exactly this, or take it up with the agent; absent where nobody judged. */
  remark?: { praise: number; blame: number };
}

/** Everything one speaker says until the other takes over. */
export interface Turn {
  index: number;
  role: SpeakerRole;
  /** Stretches of the conversation from `from` up to, not including, `to`. */
  from: number;
  to: number;
  /** Seconds. */
  startTime: number;
  endTime: number;
}

/** A call as an engine understood it: everything that is reported is derived from this, whichever engine it was. */
export interface Conversation {
  transcript: Transcript;
  context: CoachingContext;
  /** First names, as in the transcript's speakers. */
  people: { agent: string; contact: string };
  stretches: readonly Stretch[];
  turns: readonly Turn[];
}

/** The probability that a stretch does at least the likeliest of these. */
export function chance(stretch: Stretch, ...acts: readonly Act[]): number {
  let most = 0;
  for (const act of acts) most = Math.max(most, stretch.acts[act] ?? 0);
  return most;
}

/** The likeliest of the stretches to do one of these, the first of equals, however unlikely. */
export function likeliest(stretches: readonly Stretch[], ...acts: readonly Act[]): Stretch | undefined {
  let best: Stretch | undefined;
  for (const stretch of stretches) {
    if (best === undefined || chance(stretch, ...acts) > chance(best, ...acts)) best = stretch;
  }
  return best;
}
