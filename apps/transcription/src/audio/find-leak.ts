import { SILENCE_DB, speechLevel } from './frame-levels.ts';

/** How the other channel's speech comes into this one. */
export interface Leak {
  /** Level here against there. */
  gainDb: number;
  /** An echo comes later than what it is of. */
  lagFrames: number;
  /** Of the other channel's speech, how much comes at just this level. */
  share: number;
}

/** An echo over a network comes within this. */
const MOST_LAG_FRAMES = 30;
/** Speech whose leak stands out of the noise of a line. */
const LOUD_DB = 20;
/** Levels of a leak differ by this from frame to frame. */
const SPREAD_DB = 3;
/** Where less of the other's speech comes at one level, it comes by chance. */
const LEAST_SHARE = 0.35;
/** Of the same sound only what a codec does to silence differs. */
const SAME_SHARE = 0.93;
/** Ten minutes show a leak; of a longer recording that much is taken, spread over all of it. */
const MOST_FRAMES = 60_000;
const LOWEST_DB = -70;
/** What is louder here than there is said here, and leaks into the other channel. */
const HIGHEST_DB = 4;

/**
 * Finds how the other channel leaks into this one: most of what the other says comes here at one level, after one
 * delay, while this side listens.
 * @param own smoothed levels of 10 ms in dB, as are `other`.
 */
export function findLeak(own: Float32Array, other: Float32Array): Leak | null {
  const loud = speechLevel(other) - LOUD_DB;
  const frames = framesWhere(other.length, (frame) => (other[frame] ?? SILENCE_DB) > loud);
  if (frames.length === 0) return null;
  let best: Leak | null = null;
  for (let lagFrames = 0; lagFrames <= MOST_LAG_FRAMES; lagFrames += 1) {
    const { gainDb, share } = peakOf(own, other, frames, lagFrames, HIGHEST_DB);
    if (best === null || share > best.share) best = { gainDb, lagFrames, share };
  }
  return best !== null && best.share >= LEAST_SHARE ? best : null;
}

/**
 * Whether two channels carry the same sound: nearly all that is loud in either differs by one level. Correlation does
 * not show it, for a leak of the one who speaks most is like enough, and a turned or delayed copy is not.
 */
export function areSame(one: Float32Array, other: Float32Array): boolean {
  const loudOne = speechLevel(one) - LOUD_DB;
  const loudOther = speechLevel(other) - LOUD_DB;
  const frames = framesWhere(one.length, (frame) => {
    return (one[frame] ?? SILENCE_DB) > loudOne || (other[frame] ?? SILENCE_DB) > loudOther;
  });
  return frames.length > 0 && peakOf(one, other, frames, 0, -LOWEST_DB).share > SAME_SHARE;
}

/** At most `MOST_FRAMES`, spread over all of them. */
function framesWhere(count: number, isWanted: (frame: number) => boolean): number[] {
  let wanted = 0;
  for (let frame = 0; frame < count; frame += 1) if (isWanted(frame)) wanted += 1;
  const stride = Math.ceil(wanted / MOST_FRAMES);
  const frames: number[] = [];
  // Counted first: all of them in an array would be 30 MB for four hours.
  for (let frame = 0, index = 0; index < wanted; frame += 1) {
    if (!isWanted(frame)) continue;
    if (index % stride === 0) frames.push(frame);
    index += 1;
  }
  return frames;
}

function peakOf(
  own: Float32Array,
  other: Float32Array,
  frames: readonly number[],
  lag: number,
  highestDb: number,
) {
  const counts = new Uint32Array(highestDb - LOWEST_DB);
  for (const frame of frames) {
    const here = own[frame + lag] ?? SILENCE_DB;
    if (here <= SILENCE_DB) continue;
    const difference = Math.floor(here - (other[frame] ?? SILENCE_DB)) - LOWEST_DB;
    if (difference >= 0 && difference < counts.length) counts[difference] = (counts[difference] ?? 0) + 1;
  }
  let within = 0;
  let best = 0;
  let gainDb = LOWEST_DB;
  for (let at = 0; at < counts.length; at += 1) {
    within += (counts[at] ?? 0) - (counts[at - 2 * SPREAD_DB] ?? 0);
    if (within <= best) continue;
    best = within;
    gainDb = at - SPREAD_DB + 1 + LOWEST_DB;
  }
  return { gainDb, share: best / frames.length };
}
