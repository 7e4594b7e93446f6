import type { VoicePair } from './find-voices.ts';
import type { Voice } from './follow-voices.ts';
import { difference, invert, logLikelihood, squaredDistance, type VoiceSample } from './voice-model.ts';

/** 0.3 s of voice: shorter pieces scatter for any speaker. */
const LEAST_FRAMES = 15;
/** Weight of how well neighbouring pieces agree; what is needed, and more of it where little was heard. */
const AGREEMENT = 1.5;
const NEEDED = 2.1;
const SCARCITY_FRAMES = 450;

type Regions = readonly (readonly VoiceSample[])[];

/**
 * Whether two clusters of voices are two people: the distance of their means in spreads within speech, times how
 * clearly the pieces fall to one or the other, and whether pieces without a pause between them fall alike. What one
 * person says varies from piece to piece, who speaks does not. Chosen on recorded people and synthetic voices, on the
 * telephone and in noise, so that two people are taken for one more seldom than one for two (docs/decisions/0033).
 * @param within covariance of frames within short stretches of speech
 */
export function areTwoPeople(
  regions: Regions,
  voices: readonly (readonly Voice[])[],
  pair: VoicePair,
  within: Float64Array,
): boolean {
  const [a, b] = pair;
  const { precision } = invert(within, a.mean.length);
  const distance = Math.sqrt(squaredDistance(difference(a.mean, b.mean), precision));
  const ratios = regions.map((pieces) => pieces.map((piece) => ratioOf(piece, pair)));
  const clear = clarity(regions.flat(), ratios.flat(), voices.flat());
  const needed = NEEDED + SCARCITY_FRAMES / (a.frames + b.frames);
  return Math.log(distance * clear) + AGREEMENT * agreement(regions, ratios) > needed;
}

function ratioOf(piece: VoiceSample, [a, b]: VoicePair): number {
  return (logLikelihood(piece, b) - logLikelihood(piece, a)) / Math.max(1, piece.frames);
}

/** Distance of both sides' mean log likelihood ratio per frame, in standard deviations of a piece about its side's. */
function clarity(
  pieces: readonly VoiceSample[],
  ratios: readonly number[],
  voices: readonly Voice[],
): number {
  const sides = [newSide(), newSide()] as const;
  for (const [i, { frames }] of pieces.entries()) {
    if (frames < LEAST_FRAMES) continue;
    const ratio = ratios[i] ?? 0;
    const side = sides[voices[i] ?? 0];
    side.frames += frames;
    side.sum += frames * ratio;
    side.squares += frames * ratio ** 2;
  }
  const [one, other] = sides;
  if (one.frames === 0 || other.frames === 0) return 0;
  const spread = one.squares - one.sum ** 2 / one.frames + other.squares - other.sum ** 2 / other.frames;
  const deviation = Math.sqrt(Math.max(0, spread) / (one.frames + other.frames));
  return Math.max(0, (other.sum / other.frames - one.sum / one.frames) / Math.max(deviation, 1e-6));
}

const newSide = () => ({ frames: 0, sum: 0, squares: 0 });

/** Correlation of the ratios of pieces that follow one another within a region; 0 where there are none. */
function agreement(regions: Regions, ratios: readonly (readonly number[])[]): number {
  const known = regions.map((pieces, r) =>
    (ratios[r] ?? []).filter((_, p) => (pieces[p]?.frames ?? 0) >= LEAST_FRAMES),
  );
  const all = known.flat();
  const mean = all.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, all.length);
  let together = 0;
  let alone = 0;
  for (const list of known) {
    for (let i = 1; i < list.length; i++) {
      const [before, after] = [(list[i - 1] ?? 0) - mean, (list[i] ?? 0) - mean];
      together += before * after;
      alone += (before ** 2 + after ** 2) / 2;
    }
  }
  return alone === 0 ? 0 : together / alone;
}
