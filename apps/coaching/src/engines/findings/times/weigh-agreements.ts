import type { Features } from './features.ts';
import type { Possible } from './possible-agreements.ts';

/** A weight for each feature's name. */
export type AgreementModel = Readonly<Record<string, number>>;

/**
 * Conditional logistic regression: how likely each of what may stand does.
 * @returns probabilities in the order of `agreements`; what they leave to 1 is that of nothing.
 */
export function weighAgreements(model: AgreementModel, { agreements, nothing }: Possible): number[] {
  return sharesOf(
    [nothing, ...agreements.map(({ features }) => features)].map((one) => score(model, one)),
  ).slice(1);
}

function score(model: AgreementModel, features: Features): number {
  let sum = 0;
  for (const [name, value] of features) sum += (model[name] ?? 0) * value;
  return sum;
}

/** Scores as probabilities that add up to 1. */
export function sharesOf(scores: readonly number[]): number[] {
  const top = Math.max(...scores);
  const powers = scores.map((one) => Math.exp(one - top));
  const all = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / all);
}
