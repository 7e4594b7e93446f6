import { boundaryFeatures } from './boundary-features.ts';
import type { ActModel } from './model-file.ts';
import { type Embeddings, find, numberAt } from './network.ts';
import type { SpokenTurn } from './read-words.ts';
import type { Unit } from './unit-features.ts';

/** A longer one is cut, so that every later step is linear in the length of the call. */
const STRETCH_WORDS = 60;
/** This much of a turn is judged at once. */
const PASSAGE_WORDS = 60;

type Boundaries = Pick<ActModel, 'boundaries' | 'thresholds'>;

/** Cuts a turn into stretches. One never goes beyond its segment nor splits `don't`, which is two words. */
export function findStretches(model: Boundaries, turn: SpokenTurn, index: number): Unit[] {
  const { words, punctuated } = turn;
  const threshold = punctuated ? model.thresholds.punctuated : model.thresholds.bare;
  const units: Unit[] = [];
  let from = 0;
  for (let at = 1; at < words.length; at += 1) {
    const [before, word] = [words[at - 1], words[at]];
    const starts =
      before?.segment !== word?.segment ||
      (before?.start !== word?.start &&
        (at - from >= STRETCH_WORDS ||
          weigh(model.boundaries, boundaryFeatures(turn, at, at - from)) > threshold));
    if (!starts) continue;
    units.push({ turn: index, from, to: at });
    from = at;
  }
  units.push({ turn: index, from, to: words.length });
  return units;
}

/** The passage of each stretch: its whole turn, or in a long one the stretches beside it. */
export function findPassages(stretches: readonly Unit[]): Unit[] {
  const passages: Unit[] = [];
  for (const { turn, from, to } of stretches) {
    const last = passages.at(-1);
    if (last?.turn === turn && to - last.from <= PASSAGE_WORDS) last.to = to;
    else passages.push({ turn, from, to });
  }
  return passages;
}

function weigh({ hashes, scales, unit, rows }: Embeddings, features: readonly number[]): number {
  let sum = 0;
  for (const feature of features) {
    const row = find(hashes, feature);
    if (row >= 0) sum += numberAt(rows, 1, row, 0) * (scales[row] as number) * unit;
  }
  return sum;
}
