import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { splitInTwo } from './split-in-two.ts';
import { FEATURES } from './voice-features.ts';
import {
  difference,
  logLikelihood,
  modelVoice,
  pool,
  type VoiceModel,
  type VoiceSample,
} from './voice-model.ts';

export type VoicePair = readonly [VoiceModel, VoiceModel];

/** 0.4 s of voice: less says too little to shape a model. */
const LEAST_FRAMES = 20;
const ROUNDS = 20;
/** Voices may differ along any of these directions, and speech varies along the first of them, too. */
const DIRECTIONS = 6;
/** Voices much alike are told apart only from a start beside one of them. Of 27 calls of recorded people 3 had under
 * 92 % of their speech right without these and with eight of them, 1 with 24. */
const ANCHORS = 24;
/** All directions, all anchors, and the pitch. */
export const MOST_PAIRS = DIRECTIONS + ANCHORS + 1;

/**
 * Pairs of different voices among samples of speech, even when all is one person; none for less than two samples.
 * A voice is a full normal distribution of frames, as in the Bayesian information criterion for speaker changes (Chen and
 * Gopalakrishnan 1998); samples go to the likelier voice until none moves. Where that ends depends on where it starts,
 * so that several starts are made.
 */
export function* findVoices(samples: readonly VoiceSample[]): Generator<VoicePair> {
  const heard = samples.filter(({ frames }) => frames >= LEAST_FRAMES);
  if (heard.length < 2) return;
  const within = covarianceWithin(heard);
  const weights = heard.map(({ frames }) => frames);
  const ends = new Set<string>();
  for (const values of starts(heard, weights, within)) {
    const start = splitInTwo(values, weights);
    const found = start && settle(heard, start, within);
    if (!found || ends.has(found.key)) continue;
    ends.add(found.key);
    yield found.voices;
  }
}

/** Covariance of frames about the mean of their own sample: what varies without any change of speaker. */
export function covarianceWithin(heard: readonly VoiceSample[]): Float64Array {
  const covariance = new Float64Array(FEATURES * FEATURES);
  const frames = heard.reduce((sum, sample) => sum + sample.frames, 0);
  for (const { scatter } of heard) {
    for (let at = 0; at < scatter.length; at++) {
      covariance[at] = (covariance[at] as number) + (scatter[at] as number) / frames;
    }
  }
  return covariance;
}

/**
 * What samples may be told apart by: the main directions of their means in spreads, how far they are from one of them,
 * and the pitch.
 */
function starts(heard: readonly VoiceSample[], weights: readonly number[], within: Float64Array): number[][] {
  const { mean } = pool(heard, FEATURES);
  const spread = new EigenvalueDecomposition(Matrix.from1DArray(FEATURES, FEATURES, within), {
    assumeSymmetric: true,
  });
  const scale = Matrix.diag(spread.realEigenvalues.map((value) => 1 / Math.sqrt(Math.max(value, 1e-9))));
  const points = new Matrix(heard.map((sample) => [...difference(sample.mean, mean)]))
    .mmul(spread.eigenvectorMatrix)
    .mmul(scale);
  const weighted = points.clone().mulColumnVector([...weights]);
  const between = new EigenvalueDecomposition(points.transpose().mmul(weighted), { assumeSymmetric: true });
  const along = points.mmul(between.eigenvectorMatrix);
  return [
    // Eigenvalues come in ascending order.
    ...Array.from({ length: DIRECTIONS }, (_, i) => along.getColumn(FEATURES - 1 - i)),
    ...evenly(heard, ANCHORS).map((at) => distancesTo(points, at)),
    heard.map((sample) => sample.mean[FEATURES - 1] as number),
  ];
}

function distancesTo(points: Matrix, at: number): number[] {
  const off = points.clone().subRowVector(points.getRow(at));
  return off.mul(off).sum('row').map(Math.sqrt);
}

/** At most so many indexes, spread over all of a list. */
function evenly(list: readonly unknown[], most: number): number[] {
  const count = Math.min(most, list.length);
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * list.length) / count));
}

function settle(
  heard: readonly VoiceSample[],
  start: readonly boolean[],
  within: Float64Array,
): { key: string; voices: VoicePair } | null {
  let isSecond = start;
  let voices: VoicePair | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const first = heard.filter((_, i) => !isSecond[i]);
    const second = heard.filter((_, i) => isSecond[i]);
    if (first.length === 0 || second.length === 0) return null;
    const pair: VoicePair = [modelVoice(first, within), modelVoice(second, within)];
    voices = pair;
    const next = heard.map((sample) => logLikelihood(sample, pair[1]) > logLikelihood(sample, pair[0]));
    if (next.every((side, i) => side === isSecond[i])) break;
    isSecond = next;
  }
  // The same ends with the sides exchanged are one.
  const key = isSecond.map((side) => (side === isSecond[0] ? 0 : 1)).join('');
  return voices && { key, voices };
}
