import {
  bucketOf,
  type Candidate,
  type ChoiceModel,
  choose,
} from '../src/engines/findings/key-words/choice-model.ts';
import { seeded, shuffled } from './seeded.ts';

/** The candidates of a call, and which of them are right: none where the set is empty. */
export interface ChoiceExample {
  candidates: readonly Candidate[];
  nothing?: Candidate;
  right: ReadonlySet<number>;
}

const EPOCHS = 12;
const RATE = 0.05;
const DECAY = 1e-3;

/** Adagrad on the log loss of a right candidate, whichever it is. @param buckets a power of two. */
export function fitChoices(examples: readonly ChoiceExample[], buckets: number): ChoiceModel {
  const weights = new Float32Array(buckets);
  const squares = new Float32Array(buckets).fill(1e-2);
  const random = seeded(11);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const i of shuffled(examples.length, random)) {
      const { candidates, nothing, right } = examples[i] as ChoiceExample;
      const shares = choose({ weights, unit: 1 }, candidates, nothing);
      const mass = [...right].reduce((sum, c) => sum + (shares[c] as number), 0);
      const learn = ({ features, kind }: Candidate, error: number) => {
        if (Math.abs(error) < 1e-4) return;
        for (const feature of features) {
          const f = bucketOf(feature, kind, buckets);
          const slope = error + DECAY * (weights[f] as number);
          squares[f] = (squares[f] as number) + slope * slope;
          weights[f] = (weights[f] as number) - (RATE * slope) / Math.sqrt(squares[f] as number);
        }
      };
      if (nothing !== undefined) {
        const none = 1 - shares.reduce((sum, share) => sum + share, 0);
        learn(nothing, right.size === 0 ? none - 1 : none);
      }
      candidates.forEach((candidate, c) => {
        const share = shares[c] as number;
        learn(candidate, right.has(c) ? share - share / Math.max(mass, 1e-9) : share);
      });
    }
  }
  const most = weights.reduce((high, weight) => Math.max(high, Math.abs(weight)), 0);
  const unit = most / 127;
  return { weights: Int8Array.from(weights, (weight) => Math.round(weight / unit)), unit };
}
