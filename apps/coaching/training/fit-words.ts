import { bucketOf, type ChoiceModel } from '../src/engines/findings/key-words/choice-model.ts';
import { softmax } from '../src/engines/findings/softmax.ts';
import { seeded } from './seeded.ts';

/** What was said, as hashes, and how likely each kind is right. */
export interface WordExample {
  features: readonly number[];
  right: readonly number[];
}

export interface WordFit {
  /** Hashes of the kinds that are told apart. */
  kinds: readonly number[];
  /** It may be none of them: what is missing to 1. */
  orNone?: boolean;
  /** A power of two. */
  buckets: number;
  /** Features of fewer examples are left out: they say more of one writer than of the kind. */
  least: number;
  epochs: number;
  rate: number;
}

/** What a weight costs at each step. */
const RIDGE = 2e-3;
/** Of the squared slopes, before there is any. */
const FIRST_SQUARE = 0.5;
const SEED = 7;
/** The widest of these are as good as one another; a step of the rest is finer. */
const WIDEST = 0.9999;
const MOST = 15;

/**
 * Multinomial logistic regression of many examples by their words: one example at a time in an order that is always the
 * same, each weight in steps by the size of its own slopes (AdaGrad).
 */
export function fitWords(examples: readonly WordExample[], fit: WordFit): ChoiceModel {
  const { kinds, buckets } = fit;
  const frequent = frequentFeatures(examples, fit.least);
  const rows = examples.map(({ features, right }) => ({
    features: Uint32Array.from(features.filter((feature) => frequent.has(feature))),
    right,
  }));
  const weights = new Float32Array(buckets);
  const squares = new Float32Array(buckets).fill(FIRST_SQUARE);
  const random = seeded(SEED);
  const sums = new Array<number>(kinds.length + (fit.orNone === true ? 1 : 0));
  for (let epoch = 0; epoch < fit.epochs; epoch += 1) {
    for (const row of shuffled(rows, random)) {
      sums.fill(0);
      const places = kinds.map((kind) => row.features.map((one) => bucketOf(one, kind, buckets)));
      places.forEach((own, k) => {
        for (const place of own) sums[k] = (sums[k] as number) + (weights[place] as number);
      });
      const shares = softmax(sums);
      places.forEach((own, k) => {
        const error = (shares[k] as number) - (row.right[k] as number);
        if (Math.abs(error) < 1e-3) return;
        for (const place of own) {
          const slope = error + RIDGE * (weights[place] as number);
          const square = (squares[place] as number) + slope * slope;
          squares[place] = square;
          weights[place] = (weights[place] as number) - (fit.rate * slope) / Math.sqrt(square);
        }
      });
    }
  }
  return quantised(weights);
}

function frequentFeatures(examples: readonly WordExample[], least: number): Set<number> {
  const counts = new Map<number, number>();
  for (const { features } of examples)
    for (const feature of new Set(features)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return new Set([...counts].flatMap(([feature, count]) => (count >= least ? [feature] : [])));
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  const order = [...all];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order;
}

function quantised(weights: Float32Array): ChoiceModel {
  const sizes = weights.map(Math.abs).sort();
  const unit = Math.max(1e-9, sizes[Math.floor(sizes.length * WIDEST)] as number) / MOST;
  const stored = Int8Array.from(weights, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / unit))),
  );
  return { weights: stored, unit };
}
