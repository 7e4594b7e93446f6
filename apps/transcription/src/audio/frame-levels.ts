import { PCM_SAMPLE_RATE, pcmDuration, readBlocks } from './pcm-file.ts';

export const FRAME_SECONDS = 0.01;
export const FRAME_SAMPLES = PCM_SAMPLE_RATE * FRAME_SECONDS;
/** Below what 16 bits can hold: a frame of zeros. */
export const SILENCE_DB = -96;

/**
 * Level of every 10 ms of a WAV in dB of full scale, after a first difference, which takes away hum and offset and
 * leaves speech. Four hours are 1.4 million frames, 6 MB.
 * @param step between two blocks; ends it by throwing.
 */
export async function frameLevels(file: string, step: () => void): Promise<Float32Array> {
  const levels = new Float32Array(Math.ceil(((await pcmDuration(file)) * PCM_SAMPLE_RATE) / FRAME_SAMPLES));
  let frames = 0;
  let previous = 0;
  for await (const samples of readBlocks(file, FRAME_SAMPLES)) {
    step();
    for (let start = 0; start < samples.length; start += FRAME_SAMPLES) {
      const end = Math.min(start + FRAME_SAMPLES, samples.length);
      let energy = 0;
      for (let index = start; index < end; index += 1) {
        const sample = samples[index] ?? 0;
        const difference = sample - 0.95 * previous;
        previous = sample;
        energy += difference * difference;
      }
      const mean = energy / (end - start) / 32_768 ** 2;
      levels[frames++] = mean === 0 ? SILENCE_DB : Math.max(SILENCE_DB, 10 * Math.log10(mean));
    }
  }
  return levels.subarray(0, frames);
}

/** Each the mean of five frames, so that one click is not speech and one gap not a pause. */
export function smoothed(levels: Float32Array): Float32Array {
  return meansAround(levels, 2);
}

/** Of each frame from `start` to `stop` the mean of itself and of so many frames on either side. */
export function meansAround(
  levels: Float32Array,
  frames: number,
  start = 0,
  stop = levels.length,
): Float32Array {
  const last = Math.min(stop, levels.length);
  const means = new Float32Array(Math.max(0, last - start));
  let sum = 0;
  let first = Math.max(0, start - frames);
  let end = first;
  // By index: what a callback returns is an object each, 23 MB of them for four hours.
  for (let frame = start; frame < last; frame += 1) {
    for (; end < levels.length && end <= frame + frames; end += 1) sum += levels[end] ?? SILENCE_DB;
    for (; first < frame - frames; first += 1) sum -= levels[first] ?? SILENCE_DB;
    means[frame - start] = sum / (end - first);
  }
  return means;
}

/** @param share 0 to 1. @returns SILENCE_DB when there is nothing. */
export function percentile(levels: Float32Array, share: number): number {
  if (levels.length === 0) return SILENCE_DB;
  const sorted = levels.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? SILENCE_DB;
}

const BINS_PER_DB = 100;

/**
 * Level that the loudest twentieth of all frames but silent ones passes, to a hundredth of a dB. Counted and not
 * sorted: sorting four hours took half a second on the thread that answers for every other recording, and 30 MB.
 */
export function speechLevel(levels: Float32Array): number {
  const bins = new Uint32Array((1 - SILENCE_DB) * BINS_PER_DB);
  let left = 0;
  for (let frame = 0; frame < levels.length; frame += 1) {
    const level = levels[frame] ?? SILENCE_DB;
    if (level <= SILENCE_DB) continue;
    const bin = Math.min(bins.length - 1, Math.floor((level - SILENCE_DB) * BINS_PER_DB));
    bins[bin] = (bins[bin] ?? 0) + 1;
    left += 1;
  }
  if (left === 0) return SILENCE_DB;
  left -= Math.floor(0.95 * left);
  let bin = bins.length - 1;
  for (; bin > 0; bin -= 1) {
    left -= bins[bin] ?? 0;
    if (left <= 0) break;
  }
  return SILENCE_DB + bin / BINS_PER_DB;
}
