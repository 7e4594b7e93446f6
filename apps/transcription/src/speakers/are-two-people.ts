import { cholesky, dot, whiten } from './cholesky.ts';
import type { VoicePair } from './find-voices.ts';
import type { Voice } from './follow-voices.ts';
import { difference, logLikelihood, type VoiceSample } from './voice-model.ts';

/** 0.3 s of voice: shorter pieces scatter for any speaker. */
const LEAST_FRAMES = 15;
/** What one person's moods and sounds may come to; more where one side is rare or little was heard. */
const BASE = 4.2;
const RARITY = 15;
const RARE_SHARE = 0.12;
const SCARCITY = 28;

/**
 * Whether two clusters of voices are two people: the distance of their means in spreads within speech, times how
 * clearly the pieces fall to one or the other. Of ten synthetic voices one person reached 5 (12 in half a minute or
 * with one side rare), two people 6 to 40.
 * @param within covariance of frames within short stretches of speech
 * @param stretches how many of those were heard
 */
export function areTwoPeople(
  pieces: readonly VoiceSample[],
  voices: readonly Voice[],
  pair: VoicePair,
  within: Float64Array,
  stretches: number,
): boolean {
  const [a, b] = pair;
  const apart = whiten(cholesky(within, a.mean.length), difference(a.mean, b.mean));
  const share = Math.min(a.frames, b.frames) / (a.frames + b.frames);
  const needed = BASE + RARITY * Math.exp(-share / RARE_SHARE) + SCARCITY / stretches;
  return Math.sqrt(dot(apart, apart)) * clarity(pieces, voices, pair) > needed;
}

/** Distance of both sides' mean log likelihood ratio per frame, in standard deviations of a piece about its side's. */
function clarity(pieces: readonly VoiceSample[], voices: readonly Voice[], [a, b]: VoicePair): number {
  const sides = [newSide(), newSide()] as const;
  for (const [i, piece] of pieces.entries()) {
    if (piece.frames < LEAST_FRAMES) continue;
    const ratio = (logLikelihood(piece, b) - logLikelihood(piece, a)) / piece.frames;
    const side = sides[voices[i] ?? 0];
    side.frames += piece.frames;
    side.sum += piece.frames * ratio;
    side.squares += piece.frames * ratio ** 2;
  }
  const [one, other] = sides;
  if (one.frames === 0 || other.frames === 0) return 0;
  const spread = one.squares - one.sum ** 2 / one.frames + other.squares - other.sum ** 2 / other.frames;
  const deviation = Math.sqrt(Math.max(0, spread) / (one.frames + other.frames));
  return (other.sum / other.frames - one.sum / one.frames) / Math.max(deviation, 1e-6);
}

const newSide = () => ({ frames: 0, sum: 0, squares: 0 });
