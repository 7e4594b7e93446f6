import { hash } from '../src/engines/conversation/hash.ts';
import type { OutcomeCode } from '../src/engines/findings/findings.ts';
import { bucketOf, type ChoiceModel } from '../src/engines/findings/key-words/choice-model.ts';
import { logShare } from '../src/engines/findings/outcome/second-look.ts';
import { softmax } from '../src/engines/findings/softmax.ts';

/** A call whose ending is known, and what the first look makes of it. */
export interface SeenEnding {
  shares: ReadonlyMap<OutcomeCode, number>;
  features: readonly number[];
  code: OutcomeCode;
}

/** There are ten times as many weights as buckets: those of words that are rare share theirs. */
const BUCKETS = 1 << 13;
/** What a weight costs. */
const RIDGE = 20;
const EPOCHS = 60;
const RATE = 0.03;
const KEPT = 0.9;
const LEAST_SQUARE = 1e-6;
const MOST = 127;

/** Multinomial logistic regression on top of the first look, all calls at a time, in steps by the size of the slope. */
export function fitSecondLook(examples: readonly SeenEnding[]): ChoiceModel {
  const codes = [...(examples[0]?.shares.keys() ?? [])];
  const kinds = codes.map((code) => hash(code));
  const rows = examples.map(({ shares, features, code }) => ({
    known: codes.map((one) => logShare(shares.get(one))),
    places: kinds.map((kind) => Int32Array.from(features, (feature) => bucketOf(feature, kind, BUCKETS))),
    right: codes.indexOf(code),
  }));
  const weights = new Float64Array(BUCKETS);
  const squares = new Float64Array(BUCKETS);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const slopes = weights.map((weight) => RIDGE * weight);
    for (const { known, places, right } of rows) {
      const sums = known.map((sum, c) => {
        let total = sum;
        for (const place of places[c] as Int32Array) total += weights[place] as number;
        return total;
      });
      softmax(sums).forEach((share, c) => {
        const error = share - (c === right ? 1 : 0);
        if (Math.abs(error) < 1e-4) return;
        for (const place of places[c] as Int32Array) slopes[place] = (slopes[place] as number) + error;
      });
    }
    const rate = RATE * (1 - epoch / EPOCHS);
    slopes.forEach((slope, place) => {
      const square = KEPT * (squares[place] as number) + (1 - KEPT) * slope * slope;
      squares[place] = square;
      weights[place] = (weights[place] as number) - (rate * slope) / Math.sqrt(square + LEAST_SQUARE);
    });
  }
  const unit = weights.reduce((high, weight) => Math.max(high, Math.abs(weight)), 1e-9) / MOST;
  return { weights: Int8Array.from(weights, (weight) => Math.round(weight / unit)), unit };
}
