import type { OutcomeCode } from '../findings.ts';
import { decodeChoices, type StoredChoices } from '../key-words/choice-model.ts';
import { softmax } from '../softmax.ts';

/** Numbers of one layer, a row for each input, its biases last; in units of `unit`. */
export interface OutcomeLayer {
  unit: number;
  weights: ArrayLike<number>;
}

/** A network with one hidden layer: features, centred and scaled, to hidden units, to outcomes. */
export interface OutcomeModel {
  codes: readonly OutcomeCode[];
  centers: readonly number[];
  spreads: readonly number[];
  hidden: OutcomeLayer;
  output: OutcomeLayer;
}

/** As it is stored: its layers as whole numbers from -127 to 127. */
export interface StoredOutcomes extends Omit<OutcomeModel, 'hidden' | 'output'> {
  /** Hash of the features' names. */
  features: number;
  hidden: StoredChoices;
  output: StoredChoices;
}

/** A feature that is rare is not to outweigh all others. */
const FARTHEST = 4;

export function decodeOutcomes({ codes, centers, spreads, hidden, output }: StoredOutcomes): OutcomeModel {
  return { codes, centers, spreads, hidden: decodeChoices(hidden), output: decodeChoices(output) };
}

/** @returns the probability of each outcome; they add up to 1. */
export function weighOutcomes(model: OutcomeModel, features: ArrayLike<number>): Map<OutcomeCode, number> {
  const { codes, hidden, output } = model;
  const units = output.weights.length / codes.length - 1;
  const active = sums(hidden, scaled(model, features), units).map((sum) => Math.max(0, sum));
  const shares = softmax(sums(output, active, codes.length));
  return new Map(codes.map((code, i) => [code, shares[i] as number]));
}

export function scaled(
  { centers, spreads }: Pick<OutcomeModel, 'centers' | 'spreads'>,
  features: ArrayLike<number>,
): number[] {
  return centers.map((center, f) => {
    const away = ((features[f] as number) - center) / (spreads[f] as number);
    return Math.max(-FARTHEST, Math.min(FARTHEST, away));
  });
}

function sums({ unit, weights }: OutcomeLayer, inputs: readonly number[], width: number): number[] {
  return Array.from({ length: width }, (_, o) => {
    let sum = weights[inputs.length * width + o] as number;
    for (let i = 0; i < inputs.length; i += 1)
      sum += (weights[i * width + o] as number) * (inputs[i] as number);
    return sum * unit;
  });
}
