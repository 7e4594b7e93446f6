import type { IndicatorResult, Conversation as Statistics } from '@debrief/contracts/resources/analysis';
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
  /**
   * `missing` is only what was surely not there. Of what may have been there or not nothing is said, nor of what the
   * call gave no occasion for.
   */
  result: IndicatorResult | 'unclear' | 'no_occasion';
  /** The words that show it; empty unless it was heard. */
  shown: readonly Stretch[];
  /** Those of them that show it to whoever reads them alone; what only a whole call shows has none. */
  plain: readonly Stretch[];
}

export type Indicator = (input: RatingInput) => Finding;

const nothing = { shown: [], plain: [] } as const;
export const noOccasion: Finding = { result: 'no_occasion', ...nothing };
export const unclear: Finding = { result: 'unclear', ...nothing };
export const missing: Finding = { result: 'missing', ...nothing };

/** No points without words that show it. */
export function heard(shown: readonly Stretch[], plain: readonly Stretch[] = []): Finding {
  return shown.length === 0 ? unclear : { result: 'heard', shown: shown.slice(0, MOST_SHOWN), plain };
}

/** From here on a stretch is shown to people, by its probability. */
const WORTH_SHOWING = 0.5;
const MOST_SHOWN = 3;
/** From here on a quotation is beyond doubt an act of its kind. */
const PLAINLY = 0.75;
const LEAST_WORDS = 3;

/** Stretches that are surely one of these acts, and long enough to show it. */
export function plainly(stretches: readonly Stretch[], acts: readonly Act[]): Stretch[] {
  return stretches.filter((one) => one.words.length >= LEAST_WORDS && chance(one, ...acts) >= PLAINLY);
}

/** Those that are likely to do one of these, the likeliest first. */
export function showing(stretches: readonly Stretch[], acts: readonly Act[]): Stretch[] {
  return stretches
    .filter((one) => chance(one, ...acts) >= WORTH_SHOWING)
    .sort((a, b) => chance(b, ...acts) - chance(a, ...acts) || a.index - b.index);
}

/** In how many turns one of these acts is to be expected: two turns that are half certain are worth one. */
export function expectedTurns(stretches: readonly Stretch[], acts: readonly Act[]): number {
  const turns = new Map<number, number>();
  for (const one of stretches) turns.set(one.turn, Math.max(turns.get(one.turn) ?? 0, chance(one, ...acts)));
  return turns.values().reduce((sum, likely) => sum + likely, 0);
}

export interface Wanted {
  acts: readonly Act[];
  /** In how many turns it is to be expected until it was heard. */
  from: number;
  /** What a listener may take for it; the acts themselves unless told. */
  traces?: readonly Act[];
  /** In how many turns a trace may be expected where it was surely not there. */
  below: number;
}

/** Heard where it is to be expected often enough, missing where there is hardly a trace of it. */
export function heardTimes(
  stretches: readonly Stretch[],
  { acts, from, traces = acts, below }: Wanted,
): Finding {
  const shown = showing(stretches, acts);
  if (shown.length > 0 && expectedTurns(stretches, acts) >= from) return heard(shown, plainly(shown, acts));
  return expectedTurns(stretches, traces) < below ? missing : unclear;
}

/** What met an occasion that the contact gave; `missed` where surely nothing did. */
export type Met = Stretch | 'missed' | 'unclear';

/** Heard or missing where all occasions that are clear agree, and missing only where all are clear. */
export function metOccasions(occasions: readonly Met[], acts: readonly Act[]): Finding {
  if (occasions.length === 0) return noOccasion;
  const isMissed = (met: Met) => met === 'missed';
  if (occasions.every(isMissed)) return missing;
  if (occasions.some(isMissed)) return unclear;
  const shown = occasions
    .filter((met) => typeof met !== 'string')
    .sort((a, b) => chance(b, ...acts) - chance(a, ...acts));
  return heard(shown, plainly(shown, acts));
}

export function agentStretches({ stretches }: Conversation): Stretch[] {
  return stretches.filter(({ role }) => role === 'agent');
}

export function contactStretches({ stretches }: Conversation): Stretch[] {
  return stretches.filter(({ role }) => role === 'contact');
}
