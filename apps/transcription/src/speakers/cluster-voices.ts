import { setImmediate as nextTurn } from 'node:timers/promises';
import { areTwoPeople } from './are-two-people.ts';
import { covarianceWithin, findVoices, MOST_PAIRS, type VoicePair } from './find-voices.ts';
import { type Course, followVoices, type Voice } from './follow-voices.ts';
import { FEATURES } from './voice-features.ts';
import { modelVoice, pool, type VoiceSample } from './voice-model.ts';

/** 1.6 s of voice: enough to know a voice by, and seldom of two people. */
const SAMPLE_FRAMES = 80;
/** Half an hour of voice shows two people; of a recording of hours that much is taken, spread over all of it. */
const MOST_SAMPLES = 1_000;
const ROUNDS = 3;

/**
 * Voice of every piece of every region, in order of time. Voice 0 is the one heard first; all 0 when there is one.
 * @param step after each try, with the share that is done; ends it by throwing.
 */
export async function clusterVoices(
  regions: readonly (readonly VoiceSample[])[],
  step: (share: number) => void,
): Promise<Voice[][]> {
  const samples = regions.flatMap(joinPieces);
  const nobody = regions.map((pieces) => pieces.map((): Voice => 0));
  const everything = pool(samples, FEATURES);
  const prior = Float64Array.from(everything.scatter, (value) => value / everything.frames);
  let best: Part | null = null;
  let tries = 0;
  for (const pair of findVoices(spread(samples, MOST_SAMPLES))) {
    tries += 1;
    step(tries / MOST_PAIRS);
    await nextTurn();
    const found = part(regions, pair, prior);
    if (found !== null && (best === null || found.score > best.score)) best = found;
  }
  if (best === null) return nobody;
  const { voices, pair } = best;
  const within = covarianceWithin(samples);
  if (!areTwoPeople(regions, voices, pair, within)) return nobody;
  const heardFirst = voices.flat()[0];
  return voices.map((pieces) => pieces.map((voice) => (voice === heardFirst ? 0 : 1)));
}

interface Part extends Course {
  pair: VoicePair;
}

/** The course of two voices, and the voices as that course has them; null where it leaves one of them without a word. */
function part(
  regions: readonly (readonly VoiceSample[])[],
  start: VoicePair,
  prior: Float64Array,
): Part | null {
  let pair = start;
  let course: Course = { voices: [], score: Number.NEGATIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    course = followVoices(regions, pair);
    const { voices } = course;
    const spokenBy = (voice: Voice) =>
      regions.flatMap((pieces, r) => pieces.filter((_, p) => voices[r]?.[p] === voice));
    const [first, second] = [spokenBy(0), spokenBy(1)];
    if (first.length === 0 || second.length === 0) return null;
    pair = [modelVoice(first, prior), modelVoice(second, prior)];
  }
  return { ...course, pair };
}

/** Pieces that follow one another in a region, joined until they are long enough to be known by. */
function joinPieces(pieces: readonly VoiceSample[]): VoiceSample[] {
  const samples: VoiceSample[] = [];
  let group: VoiceSample[] = [];
  let frames = 0;
  for (const piece of pieces) {
    group.push(piece);
    frames += piece.frames;
    if (frames < SAMPLE_FRAMES) continue;
    samples.push(pool(group, FEATURES));
    group = [];
    frames = 0;
  }
  if (group.length > 0) samples.push(pool(group, FEATURES));
  return samples;
}

function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)] as T);
}
