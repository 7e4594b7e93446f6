import type { Rubric, RubricCriterion, RubricIndicator } from '@debrief/contracts/resources/rubric';
import { ratingCap } from '../conduct/fault.ts';
import { unfairness } from '../conduct/unfair-stretches.ts';
import { indicators } from './all-indicators.ts';
import { applies, callTypes, isTooShort } from './applies.ts';
import { type Finding, type RatingInput, unclear } from './indicator.ts';
import { type IndicatorName, isIndicatorName } from './indicator-names.ts';
import type { Rating, ScoredCriterion, ShownIndicator } from './rating.ts';
import { criterionReasoning, ratedIndicator, ratingReasoning } from './reasoning.ts';

/** What is unclear counts as neither good nor bad. */
const UNCLEAR_SHARE = 0.5;

/** With so much unfair expected in a call, nothing in it is called strong. */
const UNFAIR = 0.6;

/**
 * Points for what was heard, criterion by criterion; null where there is nobody to lead a conversation with, or
 * nothing is clear. The rating is 1 + 4 × Σ(weight × (score + ½ unclear) ÷ (potential + unclear)) ÷ Σ weight over the
 * criteria that the call gave an occasion for, at most what the agent's conduct allows, rounded to one decimal.
 */
export function rate(rubric: Rubric, input: RatingInput): Rating | null {
  if (rubric.not_rated.includes(input.outcome.code) || isTooShort(input.conversation)) return null;
  const criteria = rubric.criteria.map((criterion) => scoreCriterion(criterion, input));
  if (!criteria.some(({ criterion }) => criterion.applicable)) return null;
  let earned = 0;
  let weight = 0;
  for (const { criterion } of criteria) {
    const { applicable, score, potential_score, unclear_points: unclear } = criterion;
    const potential = (applicable ? potential_score : 0) + unclear;
    if (potential === 0) continue;
    earned += (criterion.weight * (score + UNCLEAR_SHARE * unclear)) / potential;
    weight += criterion.weight;
  }
  const technique = 1 + (4 * earned) / weight;
  const cap = ratingCap(input.faults);
  const outcome = Math.round(Math.min(technique, cap) * 10) / 10;
  const capping = technique > cap ? input.faults : [];
  const isPraised = input.faults.length === 0 && unfairness(input.conversation) < UNFAIR;
  const reasoning = ratingReasoning(outcome, criteria, { capping, isPraised });
  return { outcome, reasoning, criteria };
}

function scoreCriterion(criterion: RubricCriterion, input: RatingInput): ScoredCriterion {
  const types = callTypes(input.conversation.context);
  const isMeant = ({ not_for = [] }: RubricCriterion | RubricIndicator) =>
    !not_for.some((type) => types.has(type));
  const isCalledFor = isMeant(criterion) && applies(criterion, input);
  const found = (isCalledFor ? criterion.indicators.filter(isMeant) : []).map((indicator) => ({
    indicator,
    ...find(indicator.indicator, input),
  }));
  const judged = found.flatMap(({ indicator, result, plain }) =>
    result === 'heard' || result === 'missing' ? [{ indicator, result, plain }] : [],
  );
  const pointsOf = (wanted: Finding['result']) =>
    sum(found.flatMap(({ result, indicator }) => (result === wanted ? [indicator.points] : [])));
  const [score, unclearPoints] = [pointsOf('heard'), pointsOf('unclear')];
  const applicable = judged.length > 0;
  const shown = judged.flatMap(({ indicator: { indicator }, plain }) =>
    plain.slice(0, 1).map((stretch) => ({ indicator, stretch })),
  );
  return {
    criterion: {
      ...{ id: criterion.id, title: criterion.title, weight: criterion.weight, applicable, score },
      potential_score: applicable
        ? score + pointsOf('missing')
        : sum(criterion.indicators.map(({ points }) => points)),
      unclear_points: unclearPoints,
      reasoning: criterionReasoning(judged, unclearPoints),
      indicators: judged.map(ratedIndicator),
    },
    indicators: judged,
    unclear: found.flatMap(({ result, indicator }) => (result === 'unclear' ? [indicator] : [])),
    shown: distinct(shown),
  };
}

function distinct(shown: readonly ShownIndicator[]): ShownIndicator[] {
  return shown.filter(({ stretch }, index) => shown.findIndex((one) => one.stretch === stretch) === index);
}

/** What was said or agreed, however it came about; all else would praise an agent who pushes or frightens. */
const facts = new Set<IndicatorName>([
  ...(['introduced_self', 'introduced_company', 'agreed_next_step', 'fixed_time'] as const),
]);

function find(name: string, input: RatingInput): Finding {
  if (!isIndicatorName(name)) throw new Error(`Unknown indicator "${name}" in the rubric`);
  const found = indicators[name](input);
  const isPraise = found.result === 'heard' && !facts.has(name);
  return isPraise && input.faults.length > 0 ? unclear : found;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
