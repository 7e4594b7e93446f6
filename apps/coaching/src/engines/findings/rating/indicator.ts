import type { Conversation as Statistics } from '@debrief/contracts/resources/analysis';
import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Fault } from '../conduct/fault.ts';
import type { Findings } from '../findings.ts';

/** Everything an indicator may look at. */
export interface RatingInput extends Findings {
  faults: readonly Fault[];
  statistics: Statistics;
}

/** Whether something good was heard. */
export interface Finding {
  /** How much of it, 0 to 1. */
  share: number;
  /** The words that show it; empty when it was not heard. */
  shown: readonly Stretch[];
  /** Those of them that show it to whoever reads them alone; what only a whole call shows has none. */
  plain: readonly Stretch[];
  /** Where it, or more of it, was called for. */
  where: Stretch | undefined;
  /** False: the call gave no occasion, the points are left out on both sides. */
  applicable: boolean;
}

export type Indicator = (input: RatingInput) => Finding;

export const notApplicable: Finding = {
  share: 0,
  shown: [],
  plain: [],
  where: undefined,
  applicable: false,
};

export function missing(where: Stretch | undefined): Finding {
  return { share: 0, shown: [], plain: [], where, applicable: true };
}

/** From here on a stretch counts, by its probability: two that are half certain are worth one. */
const WORTH_COUNTING = 0.3;
/** From here on it is shown to people. */
const WORTH_SHOWING = 0.5;
export const MOST_SHOWN = 3;
/** From here on a quotation is beyond doubt an act of its kind. */
const PLAINLY = 0.75;
const LEAST_WORDS = 3;

/** Stretches that are surely one of these acts, and long enough to show it. */
export function plainly(stretches: readonly Stretch[], acts: readonly Act[]): Stretch[] {
  return stretches.filter((one) => one.words.length >= LEAST_WORDS && chance(one, ...acts) >= PLAINLY);
}

/** How many of these were heard, against how many are enough. */
export function heardTimes(
  stretches: readonly Stretch[],
  acts: readonly Act[],
  enough: number,
  where: Stretch | undefined,
): Finding {
  const chances = stretches.map((stretch) => ({ stretch, likely: chance(stretch, ...acts) }));
  const counted = chances.filter(({ likely }) => likely >= WORTH_COUNTING);
  const sum = counted.reduce((total, { likely }) => total + likely, 0);
  const shown = counted
    .filter(({ likely }) => likely >= WORTH_SHOWING)
    .sort((a, b) => b.likely - a.likely || a.stretch.index - b.stretch.index)
    .map(({ stretch }) => stretch);
  return {
    share: Math.min(1, sum / enough),
    shown: shown.slice(0, MOST_SHOWN),
    plain: plainly(shown, acts),
    where,
    applicable: true,
  };
}

export interface Occasion {
  /** What the contact said. */
  given: Stretch;
  /** How well the agent met it, 0 to 1. */
  met: number;
  shown: Stretch | undefined;
}

/** How well the occasions that the contact gave were met, on average; no occasion, no judgement. */
export function metOccasions(occasions: readonly Occasion[], acts: readonly Act[]): Finding {
  if (occasions.length === 0) return notApplicable;
  const share = occasions.reduce((sum, { met }) => sum + met, 0) / occasions.length;
  const shown = [...occasions]
    .sort((a, b) => b.met - a.met)
    .flatMap((one) => (one.met >= WORTH_SHOWING ? (one.shown ?? []) : []));
  const worst = occasions.reduce((a, b) => (b.met < a.met ? b : a));
  return {
    share,
    shown: shown.slice(0, MOST_SHOWN),
    plain: plainly(shown, acts),
    where: worst.given,
    applicable: true,
  };
}

export function agentStretches({ stretches }: Conversation): Stretch[] {
  return stretches.filter(({ role }) => role === 'agent');
}

export function contactStretches({ stretches }: Conversation): Stretch[] {
  return stretches.filter(({ role }) => role === 'contact');
}

/** The first words that say something, not the bare `Hello Susan` before them. */
export function openingWords(stretches: readonly Stretch[]): Stretch | undefined {
  return stretches.find(({ words }) => words.length > 3) ?? stretches[0];
}
