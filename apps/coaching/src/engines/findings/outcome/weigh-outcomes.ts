import type { OutcomeCode } from '../findings.ts';

/** Multinomial logistic regression: for each outcome a weight of each feature, and its bias last. */
export interface OutcomeModel {
  codes: readonly OutcomeCode[];
  features: readonly string[];
  weights: readonly ArrayLike<number>[];
}

/** @returns the probability of each outcome; they add up to 1. */
export function weighOutcomes(
  { codes, weights }: OutcomeModel,
  features: ArrayLike<number>,
): Map<OutcomeCode, number> {
  const sums = weights.map((row) => {
    let sum = row[features.length] as number;
    for (let f = 0; f < features.length; f += 1) sum += (row[f] as number) * (features[f] as number);
    return sum;
  });
  const top = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - top));
  const all = powers.reduce((a, b) => a + b, 0);
  return new Map(codes.map((code, i) => [code, (powers[i] as number) / all]));
}
