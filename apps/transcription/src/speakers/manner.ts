import learnt from './lexicons/manner.json' with { type: 'json' };

/** How much each word leans to the agent (above 0) or the contact (below 0), and the length of what is said first. */
export interface Manner {
  readonly words: ReadonlyMap<string, number>;
  /** By how many words begin an outgoing call: a weight for each of `OPENING_LENGTHS`. */
  readonly outgoing: readonly number[];
}

/** Learnt from the labelled calls of the coach by `bench/names/learn-manner.ts`. */
export const MANNER: Manner = {
  words: new Map(Object.entries(learnt.words)),
  outgoing: learnt.outgoing,
};

/** Up to so many words; the last is for more. */
export const OPENING_LENGTHS = [1, 2, 3, 5, 7, 10, 14, 20, Number.POSITIVE_INFINITY];

export function openingLength(words: number): number {
  return OPENING_LENGTHS.findIndex((most) => words <= most);
}
