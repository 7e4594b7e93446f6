import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { softmax } from '../softmax.ts';

/**
 * Which of several candidates it is, or none (multinomial logistic regression over candidates): a weight for each
 * bucket of hashed features.
 */
export interface ChoiceModel {
  /** In units of `unit`, as stored from -127 to 127; their number is a power of two. */
  weights: Int8Array | Float32Array;
  unit: number;
}

export interface Candidate {
  /** Hashes of its features. */
  features: readonly number[];
  /** Hash of what sets its features apart from the same ones of another candidate. */
  kind?: number;
}

/** @returns the probability of each candidate; what is missing to 1 is that of `nothing`, where there is one. */
export function choose(model: ChoiceModel, candidates: readonly Candidate[], nothing?: Candidate): number[] {
  const all = nothing === undefined ? candidates : [...candidates, nothing];
  return softmax(all.map((candidate) => weightOf(model, candidate))).slice(0, candidates.length);
}

/** What its features weigh together. */
export function weightOf({ weights, unit }: ChoiceModel, { features, kind }: Candidate): number {
  let sum = 0;
  for (const feature of features) sum += weights[bucketOf(feature, kind, weights.length)] as number;
  return sum * unit;
}

export function bucketOf(feature: number, kind: number | undefined, buckets: number): number {
  const own = kind === undefined ? feature : Math.imul(feature ^ kind, 0x9e3779b1) >>> 7;
  return own & (buckets - 1);
}

/** A model as it is stored: its weights compressed, as base64. Most of them are 0 or near it. */
export interface StoredChoices {
  unit: number;
  weights: string;
}

export function encodeChoices({ unit, weights }: ChoiceModel): StoredChoices {
  const bytes = Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength);
  return { unit, weights: brotliCompressSync(bytes).toString('base64') };
}

export function decodeChoices({ unit, weights }: StoredChoices): ChoiceModel {
  const bytes = brotliDecompressSync(Buffer.from(weights, 'base64'));
  return { unit, weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
}
