import type { Rubric, RubricCriterion, RubricIndicator } from '@debrief/contracts/resources/rubric';
import { ratingCap } from '../conduct/fault.ts';
import { indicators } from './all-indicators.ts';
import { applies, callTypes, isTooShort } from './applies.ts';
import type { Finding, RatingInput } from './indicator.ts';
import { isIndicatorName } from './indicator-names.ts';
import type { Rating, ScoredCriterion, ShownIndicator } from './rating.ts';
import { criterionReasoning, HEARD, ratedIndicator, ratingReasoning } from './reasoning.ts';

/**
 * Points for what was heard, criterion by criterion; null where there is nobody to lead a conversation with. The
 * rating is 1 + 4 × Σ(weight × score ÷ potential) ÷ Σ weight over the criteria that apply, at most what the agent's
 * conduct allows, rounded to one decimal.
 */
export function rate(rubric: Rubric, input: RatingInput): Rating | null {
  if (rubric.not_rated.includes(input.outcome.code) || isTooShort(input.conversation)) return null;
  const criteria = rubric.criteria.map((criterion) => scoreCriterion(criterion, input));
  let earned = 0;
  let weight = 0;
  for (const { criterion } of criteria) {
    if (!criterion.applicable) continue;
    earned += (criterion.weight * criterion.score) / criterion.potential_score;
    weight += criterion.weight;
  }
  if (weight === 0) return null;
  const technique = 1 + (4 * earned) / weight;
  const cap = ratingCap(input.faults);
  const outcome = Math.round(Math.min(technique, cap) * 10) / 10;
  const capped = technique > cap ? input.faults : [];
  return { outcome, reasoning: ratingReasoning(outcome, criteria, capped), criteria };
}

function scoreCriterion(criterion: RubricCriterion, input: RatingInput): ScoredCriterion {
  const types = callTypes(input.conversation.context);
  const isMeant = ({ not_for = [] }: RubricCriterion | RubricIndicator) =>
    !not_for.some((type) => types.has(type));
  const scored = criterion.indicators
    .filter(isMeant)
    .map((indicator) => ({ indicator, finding: find(indicator.indicator, input) }));
  const counted = scored.filter(({ finding }) => finding.applicable);
  const applicable = isMeant(criterion) && applies(criterion, input) && counted.length > 0;
  const potential = sum(counted.map(({ indicator }) => indicator.points));
  const score = applicable
    ? Math.round(sum(counted.map(({ indicator, finding }) => indicator.points * finding.share)) * 100) / 100
    : 0;
  // What is only heard in part, or missing, no line shows.
  const heard = counted.filter(({ finding }) => finding.share >= HEARD);
  const shown = heard.flatMap(({ indicator: { indicator }, finding: { plain } }) =>
    plain.slice(0, 1).map((stretch) => ({ indicator, stretch })),
  );
  return {
    criterion: {
      id: criterion.id,
      title: criterion.title,
      applicable,
      score,
      potential_score: applicable ? potential : sum(criterion.indicators.map(({ points }) => points)),
      weight: criterion.weight,
      reasoning: criterionReasoning(applicable, score, potential, counted),
      indicators: applicable ? counted.map(ratedIndicator) : [],
    },
    indicators: applicable ? counted : [],
    shown: applicable ? distinct(shown) : [],
  };
}

function distinct(shown: readonly ShownIndicator[]): ShownIndicator[] {
  return shown.filter(({ stretch }, index) => shown.findIndex((one) => one.stretch === stretch) === index);
}

function find(name: string, input: RatingInput): Finding {
  if (!isIndicatorName(name)) throw new Error(`Unknown indicator "${name}" in the rubric`);
  const finding = indicators[name](input);
  // No points without words that show it.
  return finding.shown.length === 0 ? { ...finding, share: 0 } : finding;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
