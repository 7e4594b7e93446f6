import { type Cholesky, cholesky, dot, inverse } from './cholesky.ts';

/** What speech says of its voice: voiced frames, their mean, and the sum of their outer products about it. */
export interface VoiceSample {
  frames: number;
  readonly mean: Float64Array;
  /** Half the precision, as one is kept for each piece of a recording of hours. */
  readonly scatter: Float32Array;
}

/** One voice as a normal distribution of its frames. */
export interface VoiceModel {
  readonly frames: number;
  readonly mean: Float64Array;
  readonly factor: Cholesky;
  readonly precision: Float64Array;
}

/** Samples as if they were one. */
export function pool(samples: readonly VoiceSample[], size: number): VoiceSample {
  const mean = new Float64Array(size);
  let frames = 0;
  for (const sample of samples) {
    frames += sample.frames;
    for (let i = 0; i < size; i++) mean[i] = (mean[i] as number) + sample.frames * (sample.mean[i] as number);
  }
  for (let i = 0; i < size; i++) mean[i] = (mean[i] as number) / Math.max(1, frames);
  const scatter = new Float32Array(size * size);
  for (const sample of samples) {
    const off = difference(sample.mean, mean);
    for (let i = 0, at = 0; i < size; i++) {
      const weighted = sample.frames * (off[i] as number);
      for (let j = 0; j < size; j++, at++) {
        scatter[at] =
          (scatter[at] as number) + (sample.scatter[at] as number) + weighted * (off[j] as number);
      }
    }
  }
  return { frames, mean, scatter };
}

/** @param prior covariance that counts as one second of speech, so that a voice heard briefly is not overtrusted */
export function modelVoice(samples: readonly VoiceSample[], prior: Float64Array): VoiceModel {
  const { length } = prior;
  const size = Math.sqrt(length);
  const { frames, mean, scatter } = pool(samples, size);
  const covariance = new Float64Array(length);
  for (let at = 0; at < length; at++) {
    covariance[at] =
      ((scatter[at] as number) + PRIOR_FRAMES * (prior[at] as number)) / (frames + PRIOR_FRAMES);
  }
  const factor = cholesky(covariance, size);
  return { frames, mean, factor, precision: inverse(factor) };
}

const PRIOR_FRAMES = 50;

/** Log likelihood of a sample's frames, less the constant that all models share. */
export function logLikelihood(sample: VoiceSample, { mean, factor, precision }: VoiceModel): number {
  const { size, logDeterminant } = factor;
  const off = difference(sample.mean, mean);
  let distance = 0;
  for (let i = 0; i < size; i++) {
    const row = precision.subarray(i * size, (i + 1) * size);
    distance += (off[i] as number) * dot(row, off);
  }
  return -0.5 * (sample.frames * (logDeterminant + distance) + dot(precision, sample.scatter));
}

export function difference(a: Float64Array, b: Float64Array): Float64Array {
  const result = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) result[i] = (a[i] as number) - (b[i] as number);
  return result;
}
