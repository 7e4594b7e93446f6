import type { IndicatorResult, RatedIndicator } from '@debrief/contracts/resources/analysis';
import type { Fault } from '../conduct/fault.ts';
import { faultNames } from '../conduct/fault-names.ts';
import type { ScoredCriterion, ScoredIndicator } from './rating.ts';

/** Between these, something was heard, but not as often or as surely as it takes. */
export const HEARD = 0.7;
const HEARD_IN_PART = 0.3;

/** `You gave your name and said where you call from. Not clearly heard: why you called.` */
export function criterionReasoning(
  applicable: boolean,
  score: number,
  potential: number,
  scored: readonly ScoredIndicator[],
): string {
  if (!applicable) return 'Left out: the call gave no occasion for it.';
  const texts = (wanted: IndicatorResult) =>
    scored.map(ratedIndicator).flatMap(({ result, text }) => (result === wanted ? [text] : []));
  const [heard, partly, absent] = [texts('heard'), texts('in_part'), texts('missing')];
  const sentences = [`${points(score)} of ${potential} ${potential === 1 ? 'point' : 'points'}.`];
  if (heard.length > 0) sentences.push(`You ${listed(heard)}.`);
  if (partly.length > 0) sentences.push(`Only in part: ${listed(partly)}.`);
  if (absent.length > 0) sentences.push(`Not clearly heard: ${listed(absent)}.`);
  return sentences.join(' ');
}

export function ratedIndicator({ indicator, finding: { share } }: ScoredIndicator): RatedIndicator {
  const result = share >= HEARD ? 'heard' : share >= HEARD_IN_PART ? 'in_part' : 'missing';
  const text = result === 'heard' ? indicator.heard : indicator.missing;
  const score = Math.round(indicator.points * share * 100) / 100;
  return { indicator: indicator.indicator, result, text, score, potential_score: indicator.points };
}

/** What carried the rating, what cost most, and what kept it down whatever went well. */
export function ratingReasoning(
  outcome: number,
  criteria: readonly ScoredCriterion[],
  capping: readonly Fault[],
): string {
  const counted = criteria.filter(({ criterion }) => criterion.applicable).map(({ criterion }) => criterion);
  const share = (own: (typeof counted)[number]) => own.score / own.potential_score;
  const strong = counted
    .filter((own) => share(own) >= 0.75)
    .sort((a, b) => b.weight * share(b) - a.weight * share(a));
  const weak = counted
    .filter((own) => share(own) < 0.5)
    .sort((a, b) => b.weight * (1 - share(b)) - a.weight * (1 - share(a)));
  const number = counted.length === 1 ? 'one criterion' : `${counted.length} criteria`;
  const sentences = [`${outcome.toFixed(1)} of 5, from ${number} that applied to this call.`];
  if (capping.length > 0) {
    const names = listed(capping.map(({ kind }) => faultNames[kind]));
    sentences.push(`It cannot be higher, whatever went well, because of ${names}.`);
  }
  if (strong.length > 0) sentences.push(`Strong: ${listed(strong.slice(0, 3).map(named))}.`);
  if (weak.length > 0) sentences.push(`Most to gain: ${listed(weak.slice(0, 3).map(named))}.`);
  return sentences.join(' ');
}

function named({ title, score, potential_score }: ScoredCriterion['criterion']): string {
  return `${title.toLowerCase()} (${points(score)} of ${potential_score})`;
}

/** One decimal says as much as a probability can. */
function points(score: number): number {
  return Math.round(score * 10) / 10;
}

export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
