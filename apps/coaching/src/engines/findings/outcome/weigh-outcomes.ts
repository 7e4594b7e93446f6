import type { OutcomeCode } from '../findings.ts';
import { softmax } from '../softmax.ts';

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
  const shares = softmax(sums);
  return new Map(codes.map((code, i) => [code, shares[i] as number]));
}
