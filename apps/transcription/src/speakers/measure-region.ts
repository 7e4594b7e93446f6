import type { FileHandle } from 'node:fs/promises';
import { FEATURES, FRAME_SAMPLES, HOP_SAMPLES, SAMPLE_RATE, type VoiceFeatures } from './voice-features.ts';
import { readSamples, type WavSamples } from './wav-samples.ts';

/** What a region says of its voice: how many voiced frames, their mean, and the sum of their outer products about it. */
export interface RegionVoice {
  frames: number;
  readonly mean: Float64Array;
  readonly scatter: Float64Array;
}

const BLOCK_FRAMES = 500;

/** Measures a region block by block, so that its length costs no memory. */
export async function measureRegion(
  file: FileHandle,
  wav: WavSamples,
  features: VoiceFeatures,
  { startTime, endTime }: { startTime: number; endTime: number },
  signal: AbortSignal,
): Promise<RegionVoice> {
  const voice: RegionVoice = {
    frames: 0,
    mean: new Float64Array(FEATURES),
    scatter: new Float64Array(FEATURES * FEATURES),
  };
  const block = new Int16Array((BLOCK_FRAMES - 1) * HOP_SAMPLES + FRAME_SAMPLES);
  const feature = new Float64Array(FEATURES);
  const end = Math.min(Math.round(endTime * SAMPLE_RATE), wav.count);
  const start = Math.max(0, Math.round(startTime * SAMPLE_RATE));
  for (let at = start; at + FRAME_SAMPLES <= end; at += BLOCK_FRAMES * HOP_SAMPLES) {
    signal.throwIfAborted();
    const count = Math.min(await readSamples(file, wav, at, block), end - at);
    for (let from = 0; from + FRAME_SAMPLES <= count; from += HOP_SAMPLES) {
      if (features.measure(block, from, feature)) addFrame(voice, feature);
    }
  }
  return voice;
}

/** Welford's update: exact also where the mean is large beside the spread. */
function addFrame(voice: RegionVoice, feature: Float64Array): void {
  const { mean, scatter } = voice;
  voice.frames++;
  const before = feature.map((value, i) => value - (mean[i] as number));
  for (let i = 0; i < FEATURES; i++) mean[i] = (mean[i] as number) + (before[i] as number) / voice.frames;
  for (let i = 0; i < FEATURES; i++) {
    const after = (feature[i] as number) - (mean[i] as number);
    for (let j = 0; j < FEATURES; j++) {
      scatter[i * FEATURES + j] = (scatter[i * FEATURES + j] as number) + after * (before[j] as number);
    }
  }
}
