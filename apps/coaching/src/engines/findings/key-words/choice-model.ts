import { softmax } from '../softmax.ts';

/**
 * Which of several candidates it is, or none (multinomial logistic regression over candidates): a weight for each
 * bucket of hashed features.
 */
export interface ChoiceModel {
  /** Whole numbers from -127 to 127, in units of `unit`; their number is a power of two. */
  weights: Int8Array | Float32Array;
  unit: number;
}

/** A candidate by the hashes of its features. */
export type Features = readonly number[] | Uint32Array;

/** @returns the probability of each candidate; what is missing to 1 is that of none of them. */
export function choose(model: ChoiceModel, candidates: readonly Features[], nothing: Features): number[] {
  const sums = [...candidates, nothing].map((features) => sumOf(model, features) * model.unit);
  return softmax(sums).slice(0, -1);
}

function sumOf({ weights }: ChoiceModel, features: Features): number {
  const mask = weights.length - 1;
  let sum = 0;
  for (const feature of features) sum += weights[feature & mask] as number;
  return sum;
}
