import { freeBytes } from '../free-bytes.ts';
import type { SpeechRegion } from '../speakers/separate-voices.ts';
import { FRAME_SECONDS, percentile, SILENCE_DB, smoothed, speechLevel } from './frame-levels.ts';

/** The noise of a line changes with time, so its floor is taken a minute at a time. */
const BLOCK_FRAMES = 6_000;
const ABOVE_NOISE_DB = 9;
/** Quieter than the loud parts by more than this is breath, room or the other side's leak. */
const BELOW_SPEECH_DB = 30;
/** Nobody speaks at this level into anything. */
const FAINT_DB = -65;
/** A pause shorter than this is within a word or between two. */
const PAUSE_FRAMES = 30;
/** Shorter is a click. */
const SHORTEST_FRAMES = 12;
/** Unvoiced beginnings and fading ends are quieter than any threshold. */
const PADDING_FRAMES = 15;
/** Nothing sounds where it is as quiet as the quietest of a minute, and this much below the loud parts. */
const ABOVE_QUIET_DB = 3;
const BELOW_LOUD_DB = 35;
/** Sound is heard with half a second around it. */
const AROUND_FRAMES = 50;

/**
 * Stretches of speech in a channel by level alone, against the noise of the line around them.
 * @param levels of 10 ms frames in dB.
 * @param masked frames that are not this channel's own, for example the other side's leak.
 */
export function findSpeech(
  levels: Float32Array,
  masked?: Uint8Array,
  smooth: Float32Array = smoothed(levels),
): SpeechRegion[] {
  const loud = speechLevel(levels);
  if (loud < FAINT_DB) return [];
  const active = new Uint8Array(levels.length);
  for (let start = 0; start < levels.length; start += BLOCK_FRAMES) {
    const end = Math.min(start + BLOCK_FRAMES, levels.length);
    const noise = percentile(levels.subarray(start, end), 0.1);
    const threshold = Math.max(noise + ABOVE_NOISE_DB, loud - BELOW_SPEECH_DB);
    for (let frame = start; frame < end; frame += 1) {
      active[frame] = (smooth[frame] ?? SILENCE_DB) > threshold && masked?.[frame] !== 1 ? 1 : 0;
    }
  }
  return regionsOf(active, PADDING_FRAMES);
}

/** Where a model is worth asking: all but silence. */
export function findSound(levels: Float32Array, smooth: Float32Array = smoothed(levels)): SpeechRegion[] {
  const loud = speechLevel(levels);
  if (loud < FAINT_DB) return [];
  const active = new Uint8Array(levels.length);
  for (let start = 0; start < levels.length; start += BLOCK_FRAMES) {
    const end = Math.min(start + BLOCK_FRAMES, levels.length);
    const quiet = percentile(levels.subarray(start, end), 0.1);
    const threshold = Math.min(quiet + ABOVE_QUIET_DB, loud - BELOW_LOUD_DB);
    for (let frame = start; frame < end; frame += 1)
      active[frame] = (smooth[frame] ?? SILENCE_DB) > threshold ? 1 : 0;
  }
  return joined(regionsOf(active, AROUND_FRAMES));
}

/** Regions without the frames that are masked. */
export function unmasked(
  regions: readonly SpeechRegion[],
  levels: Float32Array,
  masked: Uint8Array,
): SpeechRegion[] {
  const active = new Uint8Array(levels.length);
  for (const { startTime, endTime } of regions) {
    active.fill(1, Math.round(startTime / FRAME_SECONDS), Math.round(endTime / FRAME_SECONDS));
  }
  for (let frame = 0; frame < active.length; frame += 1) if (masked[frame] === 1) active[frame] = 0;
  return regionsOf(active, 0);
}

function joined(regions: readonly SpeechRegion[]): SpeechRegion[] {
  const all: SpeechRegion[] = [];
  for (const region of regions) {
    const last = all.at(-1);
    if (last !== undefined && region.startTime <= last.endTime) last.endTime = region.endTime;
    else all.push(region);
  }
  return all;
}

/** Frees what is active. */
function regionsOf(active: Uint8Array, paddingFrames: number): SpeechRegion[] {
  const runs: { first: number; last: number }[] = [];
  for (let frame = 0; frame < active.length; frame += 1) {
    if (active[frame] !== 1) continue;
    const run = runs.at(-1);
    if (run !== undefined && frame - run.last <= PAUSE_FRAMES) run.last = frame;
    else runs.push({ first: frame, last: frame });
  }
  const count = active.length;
  freeBytes(active);
  return runs
    .filter(({ first, last }) => last - first + 1 >= SHORTEST_FRAMES)
    .map(({ first, last }) => ({
      startTime: Math.max(0, first - paddingFrames) * FRAME_SECONDS,
      endTime: Math.min(count, last + 1 + paddingFrames) * FRAME_SECONDS,
    }));
}
