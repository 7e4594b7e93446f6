import type { Rubric, RubricCriterion } from '../../rubric.ts';
import { indicators } from './all-indicators.ts';
import { isEngaged } from './engagement.ts';
import type { Finding, RatingInput } from './indicator.ts';
import { priceRaised } from './offer-indicators.ts';
import type { Rating, ScoredCriterion } from './rating.ts';
import { criterionReasoning, ratingReasoning } from './reasoning.ts';

/**
 * Points for what was heard, criterion by criterion; null for outcomes the rubric does not rate. The rating is
 * 1 + 4 × Σ(weight × score ÷ potential) ÷ Σ weight over the criteria that apply, rounded to one decimal.
 */
export function rate(rubric: Rubric, input: RatingInput): Rating | null {
  if (rubric.not_rated.includes(input.outcome.code)) return null;
  const criteria = rubric.criteria.map((criterion) => scoreCriterion(criterion, input));
  let earned = 0;
  let weight = 0;
  for (const { criterion } of criteria) {
    if (!criterion.applicable) continue;
    earned += (criterion.weight * criterion.score) / criterion.potential_score;
    weight += criterion.weight;
  }
  if (weight === 0) return null;
  const outcome = Math.round((1 + (4 * earned) / weight) * 10) / 10;
  return { outcome, reasoning: ratingReasoning(outcome, criteria), criteria };
}

function scoreCriterion(criterion: RubricCriterion, input: RatingInput): ScoredCriterion {
  const scored = criterion.indicators.map((indicator) => ({
    indicator,
    finding: find(indicator.indicator, input),
  }));
  const counted = scored.filter(({ finding }) => finding.applicable);
  const applicable = applies(criterion, input) && counted.length > 0;
  const potential = sum(counted.map(({ indicator }) => indicator.points));
  const score = applicable
    ? Math.round(sum(counted.map(({ indicator, finding }) => indicator.points * finding.share)) * 100) / 100
    : 0;
  const granted = counted.flatMap(({ finding }) => finding.quotes.slice(0, 1));
  const quotes =
    granted.length > 0 ? granted : counted.flatMap(({ finding }) => finding.where ?? []).slice(0, 1);
  return {
    criterion: {
      id: criterion.id,
      title: criterion.title,
      applicable,
      score,
      potential_score: applicable ? potential : sum(criterion.indicators.map(({ points }) => points)),
      weight: criterion.weight,
      reasoning: criterionReasoning(applicable, score, potential, counted),
    },
    indicators: applicable ? counted : [],
    quotes: applicable ? quotes : [],
  };
}

function find(name: string, input: RatingInput): Finding {
  const indicator = indicators.get(name);
  if (indicator === undefined) throw new Error(`Unknown indicator "${name}" in the rubric`);
  const finding = indicator(input);
  // No points without words that show it.
  return finding.quotes.length === 0 ? { ...finding, share: 0 } : finding;
}

function applies({ applies: when }: RubricCriterion, { reading, outcome, handlings }: RatingInput): boolean {
  switch (when) {
    case 'always':
      return true;
    case 'objections':
      return handlings.length > 0;
    case 'price_raised':
      return priceRaised(reading) !== undefined;
    case 'open':
      return outcome.code !== 'do_not_contact';
    case 'refused':
      return outcome.code === 'do_not_contact' || outcome.code === 'not_interested';
    case 'engaged':
      return isEngaged(reading, outcome.code);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
