import type { JudgedStretch } from './judged-stretch.ts';

const LOGIT_BOUND = 6;
/** Longer calls than those it has learnt from count like these. */
const MOST_TURNS = 45;
/** Where in its call a stretch stands. */
const PLACES = 5;

/** How many numbers `contextFeatures` gives a stretch. */
export function contextSize(outputs: number): number {
  return 7 * outputs + PLACES;
}

/**
 * What each stretch is judged by the second time: what it seemed to do on its own and in its passage, what the
 * stretches beside it and the turns around it seem to do, and what is done anywhere in the call. One after the other:
 * those of a long call at once would take more memory than its words.
 */
export function* contextFeatures(judged: readonly JudgedStretch[]): Generator<Float32Array> {
  const chances = judged.map(({ ofStretch, ofTurn }) =>
    ofStretch.map((logit, o) => sigmoid(0.5 * logit + 0.5 * (ofTurn[o] as number))),
  );
  const outputs = chances[0]?.length ?? 0;
  const zero = new Float32Array(outputs);
  const anywhere = highest(chances, outputs);
  const lastTurn = judged.at(-1)?.unit.turn ?? 0;
  const turns: Float32Array[] = [];
  for (let i = 0; i < judged.length; ) {
    const turn = (judged[i] as JudgedStretch).unit.turn;
    let to = i;
    while (judged[to]?.unit.turn === turn) to += 1;
    turns[turn] = highest(chances.slice(i, to), outputs);
    i = to;
  }
  for (const [i, { unit, ofStretch, ofTurn }] of judged.entries()) {
    const features = new Float32Array(contextSize(outputs));
    const beside = (at: number) =>
      judged[at]?.unit.turn === unit.turn ? (chances[at] as Float32Array) : zero;
    features.set(ofStretch.map(bounded), 0);
    features.set(ofTurn.map(bounded), outputs);
    features.set(beside(i - 1), 2 * outputs);
    features.set(beside(i + 1), 3 * outputs);
    features.set(turns[unit.turn - 1] ?? zero, 4 * outputs);
    features.set(turns[unit.turn + 1] ?? zero, 5 * outputs);
    features.set(anywhere, 6 * outputs);
    const left = lastTurn - unit.turn;
    const through = unit.turn / Math.max(1, lastTurn);
    features.set(
      [
        through,
        Number(unit.turn < 2),
        Number(left < 2),
        Number(left < 5),
        Math.min(lastTurn, MOST_TURNS) / 30,
      ],
      7 * outputs,
    );
    yield features;
  }
}

function highest(rows: readonly Float32Array[], outputs: number): Float32Array {
  const most = new Float32Array(outputs);
  for (const row of rows)
    for (let o = 0; o < outputs; o += 1) most[o] = Math.max(most[o] as number, row[o] as number);
  return most;
}

function bounded(logit: number): number {
  return Math.max(-LOGIT_BOUND, Math.min(LOGIT_BOUND, logit)) / 2;
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
