import { boundaryFeatures } from '../src/engines/built-in/classifier/boundary-features.ts';
import type { Embeddings } from '../src/engines/built-in/classifier/network.ts';
import type { LabelledText } from './examples.ts';
import { quantised } from './quantise.ts';
import { seeded, shuffled } from './seeded.ts';

const EPOCHS = 5;
const RATE = 0.1;
/** A feature seen less often tells more of its writer than of speech. */
const SEEN_AT_LEAST = 20;

/** Logistic regression with AdaGrad: does a new stretch begin at this word? */
export function trainBoundaries(texts: readonly LabelledText[]): Embeddings {
  const examples = texts.flatMap(boundaryExamples);
  const seen = new Map<number, number>();
  for (const { features } of examples) for (const f of features) seen.set(f, (seen.get(f) ?? 0) + 1);
  const hashes = [...seen].flatMap(([f, count]) => (count >= SEEN_AT_LEAST ? [f] : [])).sort((a, b) => a - b);
  const rowOf = new Map(hashes.map((f, row) => [f, row]));
  const rows = examples.map(({ features }) => features.flatMap((f) => rowOf.get(f) ?? []));
  const weights = new Float32Array(hashes.length);
  const squares = new Float32Array(hashes.length);
  const random = seeded(1);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const i of shuffled(examples.length, random)) {
      const own = rows[i] as number[];
      const sum = own.reduce((total, row) => total + (weights[row] as number), 0);
      const error = 1 / (1 + Math.exp(-sum)) - Number(examples[i]?.starts);
      for (const row of own) {
        const square = (squares[row] as number) + error * error;
        squares[row] = square;
        weights[row] = (weights[row] as number) - (RATE * error) / (Math.sqrt(square) + 1e-6);
      }
    }
  }
  return quantised(hashes, weights, 1);
}

function boundaryExamples({ turns, starts }: LabelledText): { features: number[]; starts: boolean }[] {
  if (starts === null) return [];
  return turns.flatMap((turn, index) => {
    const own = starts[index];
    let from = 0;
    return turn.words.flatMap((word, at) => {
      if (at === 0 || word.start === turn.words[at - 1]?.start) return [];
      const example = { features: boundaryFeatures(turn, at, at - from), starts: own?.has(at) ?? false };
      if (example.starts) from = at;
      return [example];
    });
  });
}
