import type { FileHandle } from 'node:fs/promises';
import { FEATURES, FRAME_SAMPLES, HOP_SAMPLES, SAMPLE_RATE, type VoiceFeatures } from './voice-features.ts';
import { difference, type VoiceSample } from './voice-model.ts';
import { readSamples, type WavSamples } from './wav-samples.ts';

/** Speech short enough to be of one speaker. Times in seconds. */
export interface Piece extends VoiceSample {
  startTime: number;
  endTime: number;
}

const BLOCK_FRAMES = 500;
/** 80 ms without voice: between two speakers there is hardly less. */
const GAP_FRAMES = 4;
/** A piece ends at the first gap after 0.3 s of voice, or after 1 s. */
const LEAST_FRAMES = 15;
const MOST_FRAMES = 50;

/** Cuts a region into pieces at its gaps and measures each, block by block. The pieces cover the region. */
export async function measurePieces(
  file: FileHandle,
  wav: WavSamples,
  features: VoiceFeatures,
  { startTime, endTime }: { startTime: number; endTime: number },
  step: (seconds: number) => void,
): Promise<Piece[]> {
  let piece = emptyPiece(startTime);
  const pieces = [piece];
  const block = new Int16Array((BLOCK_FRAMES - 1) * HOP_SAMPLES + FRAME_SAMPLES);
  const feature = new Float64Array(FEATURES);
  const end = Math.min(Math.round(endTime * SAMPLE_RATE), wav.count);
  const start = Math.max(0, Math.round(startTime * SAMPLE_RATE));
  let unvoiced = 0;
  for (let at = start; at + FRAME_SAMPLES <= end; at += BLOCK_FRAMES * HOP_SAMPLES) {
    step((at - start) / SAMPLE_RATE);
    const count = Math.min(await readSamples(file, wav, at, block), end - at);
    for (let from = 0; from + FRAME_SAMPLES <= count; from += HOP_SAMPLES) {
      if (!features.measure(block, from, feature)) {
        unvoiced++;
        continue;
      }
      if (piece.frames >= (unvoiced >= GAP_FRAMES ? LEAST_FRAMES : MOST_FRAMES)) {
        const middle = at + from + FRAME_SAMPLES / 2 - (unvoiced * HOP_SAMPLES) / 2;
        piece.endTime = middle / SAMPLE_RATE;
        piece = emptyPiece(piece.endTime);
        pieces.push(piece);
      }
      unvoiced = 0;
      addFrame(piece, feature);
    }
  }
  piece.endTime = endTime;
  return pieces;
}

function emptyPiece(startTime: number): Piece {
  return {
    startTime,
    endTime: startTime,
    frames: 0,
    mean: new Float64Array(FEATURES),
    scatter: new Float32Array(FEATURES * FEATURES),
  };
}

/** Welford's update: exact also where the mean is large beside the spread. */
function addFrame(sample: VoiceSample, feature: Float64Array): void {
  const { mean, scatter } = sample;
  sample.frames++;
  const before = difference(feature, mean);
  for (let i = 0; i < FEATURES; i++) mean[i] = (mean[i] as number) + (before[i] as number) / sample.frames;
  for (let i = 0; i < FEATURES; i++) {
    const after = (feature[i] as number) - (mean[i] as number);
    for (let j = 0; j < FEATURES; j++) {
      scatter[i * FEATURES + j] = (scatter[i * FEATURES + j] as number) + after * (before[j] as number);
    }
  }
}
