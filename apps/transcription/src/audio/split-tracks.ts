import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SpeechRegion } from '../speakers/separate-voices.ts';
import type { DecodedRecording } from './decode-recording.ts';
import { areSame, findLeak, type Leak } from './find-leak.ts';
import { findSound, findSpeech, unmasked } from './find-speech.ts';
import { frameLevels, SILENCE_DB, smoothed, speechLevel } from './frame-levels.ts';

/** One channel that is worth listening to, and where somebody speaks in it. */
export interface Track {
  file: string;
  regions: SpeechRegion[];
}

/** Stretches of speech by a model; null where there is none that can be used. */
export type FindVoice = (file: string, sounding: readonly SpeechRegion[]) => Promise<SpeechRegion[] | null>;

/** The other side's leak is this much quieter than the other side itself, both against their own speech. */
const LEAK_DB = 12;
/** What is this much louder than the leak is said here. */
const ABOVE_LEAK_DB = 5;
/** A leak comes a little before and after its moment. */
const LEAK_FRAMES = 3;

/**
 * Two channels that differ are two speakers, a track each. Near-identical ones, or one that is silent throughout, are
 * one track with everybody in it.
 * @param options.step between two blocks; ends it by throwing.
 */
export async function splitTracks(
  recording: DecodedRecording,
  { step, findVoice = async () => null }: { step: () => void; findVoice?: FindVoice },
): Promise<{ layout: 'dual' | 'mono'; tracks: Track[] }> {
  const [first, second] = recording.channels;
  const left = await frameLevels(first, step);
  const alone = async (file: string, levels: Float32Array) => ({
    layout: 'mono' as const,
    tracks: [{ file, regions: (await findVoice(file, findSound(levels))) ?? findSpeech(levels) }],
  });
  if (second === undefined) return alone(first, left);
  const right = await frameLevels(second, step);
  const [smoothLeft, smoothRight] = [smoothed(left), smoothed(right)];
  if (areSame(smoothLeft, smoothRight)) {
    return speechLevel(left) >= speechLevel(right) ? alone(first, left) : alone(second, right);
  }
  const tracks: Track[] = [];
  const sides = [
    { file: first, levels: left, smooth: smoothLeft },
    { file: second, levels: right, smooth: smoothRight },
  ] as const;
  for (const [own, other] of [sides, sides.toReversed()] as [Side, Side][]) {
    const leak = findLeak(own.smooth, other.smooth);
    // Each takes a quarter of a second for four hours.
    await nextTurn();
    step();
    const masked = leakMask(own, other, leak);
    const heard = await findVoice(own.file, findSound(own.levels));
    const regions = heard === null ? findSpeech(own.levels, masked) : unmasked(heard, own.levels, masked);
    tracks.push({ file: own.file, regions });
  }
  const [{ regions: ofLeft }, { regions: ofRight }] = tracks as [Track, Track];
  if (ofRight.length === 0) return alone(first, left);
  if (ofLeft.length === 0) return alone(second, right);
  return { layout: 'dual', tracks };
}

interface Side {
  readonly file: string;
  readonly levels: Float32Array;
  readonly smooth: Float32Array;
}

/** Frames in which what is heard here is the other side's leak: at its level, or very much quieter than over there. */
function leakMask(own: Side, other: Side, leak: Leak | null): Uint8Array {
  const ownSpeech = speechLevel(own.levels);
  const otherSpeech = speechLevel(other.levels);
  const leaking = leak && loudestNear(other.smooth, leak.lagFrames);
  return Uint8Array.from(own.levels, (level, frame) => {
    const there = (other.levels[frame] ?? SILENCE_DB) - otherSpeech;
    if (there - (level - ownSpeech) > LEAK_DB) return 1;
    if (leak === null || leaking === null) return 0;
    const leaked = (leaking[frame] ?? SILENCE_DB) + leak.gainDb;
    return (own.smooth[frame] ?? SILENCE_DB) < leaked + ABOVE_LEAK_DB ? 1 : 0;
  });
}

/** Of each frame the loudest of those around the one that came so much earlier. */
function loudestNear(levels: Float32Array, lagFrames: number): Float32Array {
  return levels.map((_, frame) => {
    let loudest = SILENCE_DB;
    for (let near = frame - lagFrames - LEAK_FRAMES; near <= frame - lagFrames + LEAK_FRAMES; near += 1) {
      loudest = Math.max(loudest, levels[near] ?? SILENCE_DB);
    }
    return loudest;
  });
}
