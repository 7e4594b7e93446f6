import { CholeskyDecomposition, Matrix } from 'ml-matrix';

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
  /** The inverse of the covariance, row by row. */
  readonly precision: Float64Array;
  readonly logDeterminant: number;
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
  const covariance = prior.map(
    (value, at) => ((scatter[at] as number) + PRIOR_FRAMES * value) / (frames + PRIOR_FRAMES),
  );
  const { precision, logDeterminant } = invert(covariance, size);
  return { frames, mean, precision, logDeterminant };
}

const PRIOR_FRAMES = 50;
/** Features that hardly vary (a synthetic voice on one note) leave next to nothing of a covariance's diagonal. */
const LEAST_VARIANCE = 1e-6;

/** Inverse and log determinant of a covariance, row by row. */
export function invert(covariance: Float64Array, size: number) {
  const matrix = Matrix.from1DArray(size, size, covariance);
  for (let i = 0; i < size; i++) matrix.set(i, i, matrix.get(i, i) + LEAST_VARIANCE);
  const factor = new CholeskyDecomposition(matrix);
  const lower = factor.lowerTriangularMatrix;
  let logDeterminant = 0;
  for (let i = 0; i < size; i++) logDeterminant += 2 * Math.log(lower.get(i, i));
  const precision = Float64Array.from(factor.solve(Matrix.eye(size)).to1DArray());
  return { precision, logDeterminant };
}

/** Log likelihood of a sample's frames, less the constant that all models share. */
export function logLikelihood(sample: VoiceSample, { mean, precision, logDeterminant }: VoiceModel): number {
  const distance = squaredDistance(difference(sample.mean, mean), precision);
  // Written out: this is asked for each piece of a recording of hours, for each course of its voices.
  let spread = 0;
  for (let at = 0; at < precision.length; at++) {
    spread += (precision[at] as number) * (sample.scatter[at] as number);
  }
  return -0.5 * (sample.frames * (logDeterminant + distance) + spread);
}

/** The square of a difference in spreads of the covariance whose inverse is given. */
export function squaredDistance(off: Float64Array, precision: Float64Array): number {
  const { length } = off;
  let sum = 0;
  for (let i = 0, at = 0; i < length; i++) {
    let row = 0;
    for (let j = 0; j < length; j++, at++) row += (precision[at] as number) * (off[j] as number);
    sum += row * (off[i] as number);
  }
  return sum;
}

export function difference(a: Float64Array, b: Float64Array): Float64Array {
  const result = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) result[i] = (a[i] as number) - (b[i] as number);
  return result;
}
