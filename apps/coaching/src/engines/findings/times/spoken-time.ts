/** A day as somebody named it. Parts that were not said are absent; several may be given for one day. */
export interface SpokenDay {
  /** Monday is 1, Sunday 7. */
  weekday?: number;
  /** Which of the weekdays of that name: `this friday`, `next friday`, `the friday after`. */
  which?: 'this' | 'next' | 'after';
  /** `friday week` and `a week on friday` are 1. */
  weeksOn?: number;
  /** Day of the month, and month (January is 1). */
  date?: number;
  month?: number;
  /** `in twenty minutes`: the time itself, as said. The offset is 0. */
  soon?: string;
  /** Days from the call: `today` is 0, `a week today` 7. */
  offset?: number;
  /** A whole week: 0 is the call's own, 1 the next; `after` is the one after that which was spoken of. */
  week?: number | 'after';
  /** `the same day`. */
  isSame?: true;
}

/** An hour on the clock. The hour is missing where only `quarter past` was said. */
export interface SpokenClock {
  hour: number | null;
  minute: number;
  /** `quarter to` counts back from the hour. */
  isBefore?: true;
  half: 'am' | 'pm' | null;
  /** `quarter past nine`, with what a recogniser misheard put right. */
  words: string;
}

export type PartOfDay = 'early' | 'morning' | 'lunch' | 'afternoon' | 'evening' | 'night';

/** A day, an hour or both, as said in one stretch. */
export interface SpokenTime {
  /** Places in the stretch's words, the second after the last. */
  from: number;
  to: number;
  day: SpokenDay | null;
  clock: SpokenClock | null;
  /** The end of `between eight and ten`. */
  until: SpokenClock | null;
  part: PartOfDay | null;
  /** What stands before the hour or the day. */
  bound: 'at' | 'around' | 'after' | 'before' | 'until' | 'between' | null;
  /** `not friday`. */
  isNegated: boolean;
  /** False for what has been (`last friday`) and what keeps happening (`on mondays`). */
  isAhead: boolean;
  /** `the same time`. */
  isSameHour: boolean;
}
