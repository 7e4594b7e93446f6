import { setImmediate as nextTurn } from 'node:timers/promises';
import { freeBytes } from '../free-bytes.ts';
import type { SpeechRegion } from '../speakers/separate-voices.ts';
import type { DecodedRecording } from './decode-recording.ts';
import { areSame, findLeak, type Leak } from './find-leak.ts';
import { findSound, findSpeech, unmasked } from './find-speech.ts';
import { frameLevels, meansAround, percentile, SILENCE_DB, smoothed, speechLevel } from './frame-levels.ts';

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
/** The room around a speaker changes with time, so it is taken a minute at a time, from this many frames on. */
const BLOCK_FRAMES = 6_000;
const LEAST_FRAMES = 100;
/** The other speaks where it is this near to its loudest. */
const SPEAKS_DB = 15;
/** Over half a second people in a room differ by less from what they mostly are. */
const AROUND_FRAMES = 25;
const ABOVE_ROOM_DB = 6;
/** Who speaks now and then is at times this much louder than the room. */
const SPEAKER_DB = 10;
const MOST_FRAMES = 60_000;

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
  const alone = async ({ file, levels, smooth }: Side) => {
    const heard = await findVoice(file, findSound(levels, smooth));
    const regions = heard ?? findSpeech(levels, undefined, smooth);
    return { layout: 'mono' as const, tracks: [{ file, regions }] };
  };
  using left = await measureSide(first, step);
  if (second === undefined) return await alone(left);
  using right = await measureSide(second, step);
  if (areSame(left.smooth, right.smooth))
    return await alone(speechLevel(left.levels) >= speechLevel(right.levels) ? left : right);
  const tracks: Track[] = [];
  const leaks = [findLeak(left.smooth, right.smooth), findLeak(right.smooth, left.smooth)] as const;
  const sides = [
    [left, right, leaks[0]],
    [right, left, leaks[1]],
  ] as const;
  for (const [own, other, leak] of sides) {
    // Each takes a quarter of a second for four hours.
    await nextTurn();
    step();
    const masked = leakMask(own, other, leak);
    // A leak is heard while the other speaks, too.
    if (leaks.every((one) => one === null)) maskRoom(masked, own, other);
    const heard = await findVoice(own.file, findSound(own.levels, own.smooth));
    const regions =
      heard === null ? findSpeech(own.levels, masked, own.smooth) : unmasked(heard, own.levels, masked);
    freeBytes(masked);
    tracks.push({ file: own.file, regions });
  }
  const [{ regions: ofLeft }, { regions: ofRight }] = tracks as [Track, Track];
  if (ofRight.length === 0) return await alone(left);
  if (ofLeft.length === 0) return await alone(right);
  return { layout: 'dual', tracks };
}

interface Side extends Disposable {
  readonly file: string;
  readonly levels: Float32Array;
  readonly smooth: Float32Array;
}

async function measureSide(file: string, step: () => void): Promise<Side> {
  const levels = await frameLevels(file, step);
  const smooth = smoothed(levels);
  return { file, levels, smooth, [Symbol.dispose]: () => freeBytes(levels, smooth) };
}

/** Frames in which what is heard here is the other side's leak: at its level, or very much quieter than over there. */
function leakMask(own: Side, other: Side, leak: Leak | null): Uint8Array {
  const ownSpeech = speechLevel(own.levels);
  const otherSpeech = speechLevel(other.levels);
  const masked = new Uint8Array(own.levels.length);
  for (let frame = 0; frame < masked.length; frame += 1) {
    const level = own.levels[frame] ?? SILENCE_DB;
    const there = (other.levels[frame] ?? SILENCE_DB) - otherSpeech;
    let isLeak = there - (level - ownSpeech) > LEAK_DB;
    if (!isLeak && leak !== null) {
      const leaked = loudestNear(other.smooth, frame - leak.lagFrames) + leak.gainDb;
      isLeak = (own.smooth[frame] ?? SILENCE_DB) < leaked + ABOVE_LEAK_DB;
    }
    if (isLeak) masked[frame] = 1;
  }
  return masked;
}

/** While the other speaks this side mostly listens: what is heard here then is the room, also where people talk in it. */
function maskRoom(masked: Uint8Array, own: Side, other: Side): void {
  const there = someMeans(other.smooth);
  // Of one who hardly speaks, the room would be taken for speech, and this side's speech for its room.
  if (percentile(there, 0.95) - percentile(there, 0.25) <= SPEAKER_DB) return;
  const ownSpeech = speechLevel(own.smooth);
  const otherSpeech = speechLevel(other.smooth);
  for (const [start, here] of blocksOfMeans(own.smooth)) {
    const listening = here.filter((level, frame) => {
      const elsewhere = (other.smooth[start + frame] ?? SILENCE_DB) - otherSpeech;
      return elsewhere > -SPEAKS_DB && elsewhere > level - ownSpeech;
    });
    if (listening.length < LEAST_FRAMES) continue;
    const room = percentile(listening, 0.5) + ABOVE_ROOM_DB;
    for (let frame = 0; frame < here.length; frame += 1)
      if ((here[frame] ?? SILENCE_DB) < room) masked[start + frame] = 1;
  }
}

/** Spread over all of it: hours would take long to sort. */
function someMeans(levels: Float32Array): Float32Array {
  const stride = Math.ceil(levels.length / MOST_FRAMES);
  const some = new Float32Array(Math.ceil(levels.length / stride));
  for (const [start, means] of blocksOfMeans(levels)) {
    for (let frame = (stride - (start % stride)) % stride; frame < means.length; frame += stride)
      some[(start + frame) / stride] = means[frame] ?? SILENCE_DB;
  }
  return some;
}

/** A minute at a time, because for four hours one more list of levels is 6 MB. */
function* blocksOfMeans(levels: Float32Array): Generator<[start: number, means: Float32Array]> {
  for (let start = 0; start < levels.length; start += BLOCK_FRAMES)
    yield [start, meansAround(levels, AROUND_FRAMES, start, start + BLOCK_FRAMES)];
}

function loudestNear(levels: Float32Array, frame: number): number {
  let loudest = SILENCE_DB;
  // Within what there is: a read beyond it makes every read an object, and there are ten million.
  const last = Math.min(levels.length - 1, frame + LEAK_FRAMES);
  for (let near = Math.max(0, frame - LEAK_FRAMES); near <= last; near += 1)
    loudest = Math.max(loudest, levels[near] ?? SILENCE_DB);
  return loudest;
}
