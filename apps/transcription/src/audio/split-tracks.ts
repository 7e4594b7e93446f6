import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SpeechRegion } from '../speakers/separate-voices.ts';
import type { DecodedRecording } from './decode-recording.ts';
import { findSpeech } from './find-speech.ts';
import { FRAME_SAMPLES, frameLevels, SILENCE_DB, speechLevel } from './frame-levels.ts';
import { readBlocks } from './pcm-file.ts';

/** One channel that is worth listening to, and where somebody speaks in it. */
export interface Track {
  file: string;
  regions: SpeechRegion[];
}

/** Two channels with a correlation above this carry the same sound, give or take a codec. */
const SAME_CORRELATION = 0.9;
/** The other side's leak is this much quieter than the other side itself, both against their own speech. */
const LEAK_DB = 12;

/**
 * Two channels that differ are two speakers, a track each. Near-identical ones, or one that is silent throughout, are
 * one track with everybody in it.
 * @param step between two blocks; ends it by throwing.
 */
export async function splitTracks(
  recording: DecodedRecording,
  step: () => void,
): Promise<{ layout: 'dual' | 'mono'; tracks: Track[] }> {
  const [first, second] = recording.channels;
  const left = await frameLevels(first, step);
  if (second === undefined) return { layout: 'mono', tracks: [{ file: first, regions: findSpeech(left) }] };
  const right = await frameLevels(second, step);
  const leftRegions = findSpeech(left, leakMask(left, right));
  // Each takes a quarter of a second for four hours.
  await nextTurn();
  const rightRegions = findSpeech(right, leakMask(right, left));
  if (rightRegions.length === 0)
    return { layout: 'mono', tracks: [{ file: first, regions: findSpeech(left) }] };
  if (leftRegions.length === 0)
    return { layout: 'mono', tracks: [{ file: second, regions: findSpeech(right) }] };
  if ((await correlation(first, second, step)) > SAME_CORRELATION) {
    return { layout: 'mono', tracks: [{ file: first, regions: findSpeech(left) }] };
  }
  return {
    layout: 'dual',
    tracks: [
      { file: first, regions: leftRegions },
      { file: second, regions: rightRegions },
    ],
  };
}

/** Frames in which the other channel is so much louder that what is heard here is its leak. */
function leakMask(own: Float32Array, other: Float32Array): Uint8Array {
  const ownSpeech = speechLevel(own);
  const otherSpeech = speechLevel(other);
  const mask = new Uint8Array(own.length);
  for (let frame = 0; frame < own.length; frame += 1) {
    const here = (own[frame] ?? SILENCE_DB) - ownSpeech;
    const there = (other[frame] ?? SILENCE_DB) - otherSpeech;
    if (there - here > LEAK_DB) mask[frame] = 1;
  }
  return mask;
}

/** Normalised cross-correlation at lag 0 over the whole recording, -1 to 1. */
async function correlation(one: string, other: string, step: () => void): Promise<number> {
  const others = readBlocks(other, FRAME_SAMPLES);
  let cross = 0;
  let oneEnergy = 0;
  let otherEnergy = 0;
  for await (const samples of readBlocks(one, FRAME_SAMPLES)) {
    step();
    const { value: beside } = await others.next();
    if (beside === undefined) break;
    const length = Math.min(samples.length, beside.length);
    for (let index = 0; index < length; index += 1) {
      const a = samples[index] ?? 0;
      const b = beside[index] ?? 0;
      cross += a * b;
      oneEnergy += a * a;
      otherEnergy += b * b;
    }
  }
  await others.return(undefined);
  return oneEnergy === 0 || otherEnergy === 0 ? 0 : cross / Math.sqrt(oneEnergy * otherEnergy);
}
