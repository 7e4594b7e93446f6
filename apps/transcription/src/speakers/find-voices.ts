import { cholesky, dot, whiten } from './cholesky.ts';
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

/**
 * The two most different voices among samples of speech, even when all is one person; null for less than two samples.
 * A voice is a full normal distribution of frames, as in the Bayesian information criterion for speaker changes (Chen and Gopalakrishnan 1998); samples go
 * to the likelier voice until none moves, from several starts, of which the likeliest end is kept.
 */
export function findVoices(samples: readonly VoiceSample[]): VoicePair | null {
  const heard = samples.filter(({ frames }) => frames >= LEAST_FRAMES);
  if (heard.length < 2) return null;
  const within = covarianceWithin(heard);
  const factor = cholesky(within, FEATURES);
  const { mean } = pool(heard, FEATURES);
  const points = heard.map((sample) => whiten(factor, difference(sample.mean, mean)));
  const weights = heard.map(({ frames }) => frames);
  let best: Settled | null = null;
  for (const values of starts(points, weights, heard)) {
    const start = splitInTwo(values, weights);
    const found = start && settle(heard, start, within);
    if (found && (best === null || found.fit > best.fit)) best = found;
  }
  return best?.voices ?? null;
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

/** Lines along which the samples may fall apart: the two main directions of their means, and the pitch. */
function starts(
  points: readonly Float64Array[],
  weights: readonly number[],
  heard: readonly VoiceSample[],
): number[][] {
  const main = mainDirection(points, weights);
  const along = points.map((point) => dot(point, main));
  const rest = points.map((point, i) =>
    difference(
      point,
      main.map((x) => x * (along[i] as number)),
    ),
  );
  const second = mainDirection(rest, weights);
  return [
    along,
    rest.map((point) => dot(point, second)),
    heard.map((sample) => sample.mean[FEATURES - 1] as number),
  ];
}

/** First principal component, by power iteration. */
function mainDirection(points: readonly Float64Array[], weights: readonly number[]): Float64Array {
  let direction = new Float64Array(FEATURES).map((_, i) => 1 / (i + 1));
  for (let round = 0; round < 60; round++) {
    const next = new Float64Array(FEATURES);
    for (const [p, point] of points.entries()) {
      const along = (weights[p] as number) * dot(point, direction);
      for (let i = 0; i < FEATURES; i++) next[i] = (next[i] as number) + along * (point[i] as number);
    }
    const length = Math.sqrt(dot(next, next));
    if (length === 0) return direction;
    direction = next.map((x) => x / length);
  }
  return direction;
}

interface Settled {
  readonly fit: number;
  readonly voices: VoicePair;
}

function settle(
  heard: readonly VoiceSample[],
  start: readonly boolean[],
  within: Float64Array,
): Settled | null {
  let isSecond = start;
  let settled: Settled | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const first = heard.filter((_, i) => !isSecond[i]);
    const second = heard.filter((_, i) => isSecond[i]);
    if (first.length === 0 || second.length === 0) return null;
    const voices: VoicePair = [modelVoice(first, within), modelVoice(second, within)];
    const chances = heard.map(
      (sample) => [logLikelihood(sample, voices[0]), logLikelihood(sample, voices[1])] as const,
    );
    settled = { fit: chances.reduce((sum, [a, b]) => sum + Math.max(a, b), 0), voices };
    const next = chances.map(([a, b]) => b > a);
    if (next.every((side, i) => side === isSecond[i])) break;
    isSecond = next;
  }
  return settled;
}
