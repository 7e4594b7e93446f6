import { type Cholesky, cholesky, dot, whiten } from './cholesky.ts';
import type { RegionVoice } from './measure-region.ts';
import { splitInTwo } from './split-in-two.ts';
import { FEATURES } from './voice-features.ts';
import { difference, logLikelihood, modelVoice, pool, type VoiceModel } from './voice-model.ts';

export type Voice = 0 | 1;

/** 0.4 s of voiced speech: less says too little to shape a voice, and is only labelled at the end. */
const LEAST_FRAMES = 20;
/** 0.7 s, after Debrief's regions: shorter ones are labelled with a leaning towards a change of speaker. */
const BRIEF_FRAMES = 35;
const ROUNDS = 20;

/**
 * Tells which of two voices speaks in each region, in order of time. A voice is a full normal distribution of
 * frames, as in the Bayesian information criterion for speaker changes (Chen and Gopalakrishnan 1998); regions
 * go to the likelier voice until none moves. Voice 0 is the one heard first.
 */
export function tellVoices(regions: readonly RegionVoice[]): Voice[] {
  const heard = regions.filter(({ frames }) => frames >= LEAST_FRAMES);
  const models = heard.length < 2 ? null : findVoices(heard);
  if (models === null) return regions.map(() => 0);
  const voices: Voice[] = [];
  for (const region of regions) voices.push(likelier(region, models, voices.at(-1)));
  const first = voices[0];
  return voices.map((voice) => (voice === first ? 0 : 1));
}

type Pair = readonly [VoiceModel, VoiceModel];

function findVoices(heard: readonly RegionVoice[]): Pair | null {
  const within = withinRegions(heard);
  const factor = cholesky(within, FEATURES);
  const { mean } = pool(heard, FEATURES);
  const points = heard.map((region) => whiten(factor, difference(region.mean, mean)));
  const weights = heard.map(({ frames }) => frames);
  let best: { fit: number; models: Pair } | null = null;
  for (const values of starts(points, weights, heard)) {
    const start = splitInTwo(values, weights);
    const found = start && settle(heard, start, within);
    if (found && (best === null || found.fit > best.fit)) best = found;
  }
  return best !== null && areTwo(best.models, factor, heard.length) ? best.models : null;
}

/** Covariance of frames about the mean of their own region: what varies without any change of speaker. */
function withinRegions(heard: readonly RegionVoice[]): Float64Array {
  const covariance = new Float64Array(FEATURES * FEATURES);
  const frames = heard.reduce((sum, region) => sum + region.frames, 0);
  for (const { scatter } of heard) {
    for (let at = 0; at < scatter.length; at++) {
      covariance[at] = (covariance[at] as number) + (scatter[at] as number) / frames;
    }
  }
  return covariance;
}

/** Lines along which the regions may fall apart: the two main directions of their means, and the pitch. */
function starts(
  points: readonly Float64Array[],
  weights: readonly number[],
  heard: readonly RegionVoice[],
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
    heard.map((region) => region.mean[FEATURES - 1] as number),
  ];
}

/** First principal component, by power iteration. */
function mainDirection(points: readonly Float64Array[], weights: readonly number[]): Float64Array {
  let direction = new Float64Array(FEATURES).fill(1).map((x, i) => x / (i + 1));
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

function settle(
  heard: readonly RegionVoice[],
  start: readonly boolean[],
  within: Float64Array,
): { fit: number; models: Pair } | null {
  let second = start;
  let found: { fit: number; models: Pair } | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const sides = [heard.filter((_, i) => !second[i]), heard.filter((_, i) => second[i])] as const;
    if (sides[0].length === 0 || sides[1].length === 0) return null;
    const models = [modelVoice(sides[0], within), modelVoice(sides[1], within)] as const;
    const chances = heard.map(
      (region) => models.map((model) => logLikelihood(region, model)) as [number, number],
    );
    found = { fit: chances.reduce((sum, [a, b]) => sum + Math.max(a, b), 0), models };
    const next = chances.map(([a, b]) => b > a);
    if (next.every((side, i) => side === second[i])) break;
    second = next;
  }
  return found;
}

/**
 * Whether two models are two people. One person's turns fall into halves 0.4 to 1.0 spreads apart, a few odd
 * turns up to 2.3; two people measured 2.1 to 4.9, also over the telephone, with noise and as 32 kbit/s MP3.
 */
function areTwo([a, b]: Pair, factor: Cholesky, regions: number): boolean {
  const apart = whiten(factor, difference(a.mean, b.mean));
  const share = Math.min(a.frames, b.frames) / (a.frames + b.frames);
  const needed = 1.15 + 2.2 * Math.exp(-share / 0.05) + 2.5 / regions;
  return Math.sqrt(dot(apart, apart)) > needed;
}

function likelier(region: RegionVoice, [a, b]: Pair, before: Voice | undefined): Voice {
  // Neighbouring frames overlap, so a region is worth less than its count of frames.
  const evidence = (logLikelihood(region, b) - logLikelihood(region, a)) / 10;
  const change = before === undefined || region.frames >= BRIEF_FRAMES ? 0 : before === 0 ? 0.5 : -0.5;
  return evidence + change > 0 ? 1 : 0;
}
