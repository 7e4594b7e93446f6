import type { IndicatorResult, RatedIndicator } from '@debrief/contracts/resources/analysis';
import type { Fault } from '../conduct/fault.ts';
import { faultNames } from '../conduct/fault-names.ts';
import { isMostlyClear } from './mostly-clear.ts';
import type { JudgedIndicator, ScoredCriterion } from './rating.ts';

/** `2 of 3 points. You gave your name and said where you call from. Missing: why you are calling.` */
export function criterionReasoning(judged: readonly JudgedIndicator[], unclearPoints: number): string {
  if (judged.length === 0)
    return unclearPoints > 0
      ? 'Left out: what was said does not show it clearly.'
      : 'Left out: the call gave no occasion for it.';
  const rated = judged.map(ratedIndicator);
  const texts = (wanted: IndicatorResult) =>
    rated.flatMap(({ result, text }) => (result === wanted ? [text] : []));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const potential = sum(rated.map(({ potential_score }) => potential_score));
  const [heard, missing] = [texts('heard'), texts('missing')];
  return [
    `${decimal(sum(rated.map(({ score }) => score)))} of ${decimal(potential)} ${potential === 1 ? 'point' : 'points'}.`,
    ...(heard.length > 0 ? [`You ${listed(heard)}.`] : []),
    ...(missing.length > 0 ? [`Missing: ${listed(missing)}.`] : []),
  ].join(' ');
}

export function ratedIndicator({ indicator: own, result }: JudgedIndicator): RatedIndicator {
  const { indicator, points } = own;
  const isHeard = result === 'heard';
  const text = isHeard ? own.heard : own.missing;
  return { indicator, result, text, score: isHeard ? points : 0, potential_score: points };
}

/** What carried the rating, what cost most, and what kept it down whatever went well. */
export function ratingReasoning(
  outcome: number,
  criteria: readonly ScoredCriterion[],
  { capping, isPraised }: { capping: readonly Fault[]; isPraised: boolean },
): string {
  const judged = criteria.map(({ criterion }) => criterion).filter(({ applicable }) => applicable);
  const counted = judged.filter(isMostlyClear);
  const share = (own: (typeof counted)[number]) => own.score / own.potential_score;
  const strong = counted
    .filter((own) => share(own) >= 0.75)
    .sort((a, b) => b.weight * share(b) - a.weight * share(a));
  const weak = counted
    .filter((own) => share(own) < 0.5)
    .sort((a, b) => b.weight * (1 - share(b)) - a.weight * (1 - share(a)));
  const number = judged.length === 1 ? 'one criterion' : `${judged.length} criteria`;
  const sentences = [`${outcome.toFixed(1)} of 5, from ${number} that can be judged in this call.`];
  if (capping.length > 0) {
    const names = listed(capping.map(({ kind }) => faultNames[kind]));
    sentences.push(`It cannot be higher, whatever went well, because of ${names}.`);
  }
  if (isPraised && strong.length > 0) sentences.push(`Strong: ${listed(strong.slice(0, 3).map(named))}.`);
  if (weak.length > 0) sentences.push(`Most to gain: ${listed(weak.slice(0, 3).map(named))}.`);
  else if (capping.length === 0) sentences.push(...lostIn(judged));
  // Beside a fault nothing is praised, which is another reason than that nobody could tell.
  return [...sentences, ...(isPraised ? halfCounted(criteria) : [])].join(' ');
}

/** `Points were lost in opening (3 of 5).` */
function lostIn(judged: readonly ScoredCriterion['criterion'][]): string[] {
  const lost = judged.filter(({ score, potential_score }) => score < potential_score);
  if (lost.length === 0) return [];
  return [`Points were lost in ${listed(lost.slice(0, 3).map(named))}.`];
}

const MOST_UNCLEAR = 3;

/** What the coach could not tell, what costs most first: nobody is told that it was missing. */
function halfCounted(criteria: readonly ScoredCriterion[]): string[] {
  const costs = criteria.flatMap(({ criterion, unclear }) => {
    const { applicable, potential_score, unclear_points } = criterion;
    const potential = (applicable ? potential_score : 0) + unclear_points;
    return unclear.map((one) => ({
      text: one.missing,
      points: one.points,
      cost: (criterion.weight * one.points) / potential,
    }));
  });
  const worst = costs.filter(({ points }) => points > 0).sort((a, b) => b.cost - a.cost);
  if (worst.length === 0) return [];
  const shown = worst.slice(0, MOST_UNCLEAR).map(({ text }) => text);
  const more = worst.length > MOST_UNCLEAR ? [`${worst.length - MOST_UNCLEAR} more`] : [];
  return [`Counted half, because the coach cannot tell: ${listed([...shown, ...more])}.`];
}

function named({ title, score, potential_score }: ScoredCriterion['criterion']): string {
  return `${title.toLowerCase()} (${decimal(score)} of ${decimal(potential_score)})`;
}

/** Points of a team's own rubric may be fractions. */
function decimal(points: number): number {
  return Math.round(points * 10) / 10;
}

export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
