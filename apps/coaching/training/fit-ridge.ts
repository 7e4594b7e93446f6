import { bucketOf, type ChoiceModel } from '../src/engines/findings/key-words/choice-model.ts';

/** What may be right or not, and what speaks for it. */
export interface RidgeExample {
  features: readonly number[];
  /** The log odds that were known before; 0 where nothing was. */
  known: number;
  /** 1 where it is, 0 where it is not, and between them where people differ. */
  right: number;
}

const EPOCHS = 150;
const RATE = 0.02;
const KEPT = 0.9;
const LEAST_SQUARE = 1e-6;

/**
 * Logistic regression of few examples: on top of what is known, all examples at a time, in steps by the size of the
 * slope. @param buckets a power of two. @param ridge what a weight costs
 */
export function fitRidge(examples: readonly RidgeExample[], buckets: number, ridge: number): ChoiceModel {
  const weights = new Float64Array(buckets);
  const squares = new Float64Array(buckets);
  const rows = examples.map(({ known, features, right }) => ({
    known,
    places: features.map((feature) => bucketOf(feature, undefined, buckets)),
    right,
  }));
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const slopes = weights.map((weight) => ridge * weight);
    for (const { known, places, right } of rows) {
      const sum = places.reduce((total, place) => total + (weights[place] as number), known);
      const error = 1 / (1 + Math.exp(-sum)) - right;
      for (const place of places) slopes[place] = (slopes[place] as number) + error;
    }
    slopes.forEach((slope, place) => {
      const square = KEPT * (squares[place] as number) + (1 - KEPT) * slope * slope;
      squares[place] = square;
      weights[place] = (weights[place] as number) - (RATE * slope) / Math.sqrt(square + LEAST_SQUARE);
    });
  }
  const most = weights.reduce((high, weight) => Math.max(high, Math.abs(weight)), 1e-9);
  const unit = most / 127;
  return { weights: Int8Array.from(weights, (weight) => Math.round(weight / unit)), unit };
}
