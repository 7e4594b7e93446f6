import type { SignalProfile } from '@debrief/contracts/resources/user-signal';
import type { SpeechCounts } from '../engines/findings/speech/speech.ts';
import { type Indicator, indicators, rateOf, type Style, styles } from './indicators.ts';
import reference from './reference.json' with { type: 'json' };

type ProfileType = SignalProfile['DISC']['profileType'];

/** An indicator as it was heard. */
export interface Sign {
  indicator: Indicator;
  count: number;
  /** Of 100, and as it is in the reference calls. */
  rate: number;
  usual: number;
  /** Standard deviations from the usual, -2 to 2, less as far as chance can explain it. */
  distance: number;
}

export interface DiscScores {
  scores: Record<Style, number>;
  profileType: ProfileType;
  /** The strongest and the second of its neighbours, as the type names them. */
  leading: readonly Style[];
  signs: readonly Sign[];
}

/** What stands far out counts no more than this: one odd call must not make a profile. */
const FURTHEST = 2;
export const MIDDLE = 50;
/** Points of a score for a standard deviation of its sum. */
const SPREAD = 14;
/**
 * From here on a style leads, and is told as a manner. Of agents whose one half of the calls reaches it, the other half
 * agrees nine times in ten; influence hardly does from one half to the other, whatever the amount of speech.
 */
export const leadsFrom: Readonly<Record<Style, number>> = {
  ...{ dominance: 60, influence: 65, steadiness: 55, conscientiousness: 55 },
};
/** Two neighbours that are no further apart lead together. */
const TOGETHER = 5;

const letters = { dominance: 'D', influence: 'I', steadiness: 'S', conscientiousness: 'C' } as const;

export const typeNames: Readonly<Record<ProfileType, string>> = {
  ...{ D: 'Driver', Di: 'Pioneer', DI: 'Initiator', Id: 'Persuader' },
  ...{ I: 'Enthusiast', Is: 'Encourager', IS: 'Harmonizer', Si: 'Supporter' },
  ...{ S: 'Stabilizer', Sc: 'Planner', SC: 'Organizer', Cs: 'Specialist' },
  ...{ C: 'Analyst', Cd: 'Examiner', CD: 'Architect', Dc: 'Strategist' },
};

/** Scores by the published indicators, each against how much of it agents usually show in the reference calls. */
export function discScores(counts: SpeechCounts): DiscScores {
  const signs = indicators.flatMap((indicator: Indicator) => signOf(indicator, counts));
  const scores = Object.fromEntries(styles.map((style) => [style, scoreOf(style, signs)])) as Record<
    Style,
    number
  >;
  const leading = leadingStyles(scores);
  return { scores, profileType: typeOf(leading, scores), leading, signs };
}

function signOf(indicator: Indicator, counts: SpeechCounts): Sign[] {
  const rate = rateOf(indicator, counts);
  if (rate === null) return [];
  const { usual, deviation } = reference[indicator.count as keyof typeof reference];
  const far = Math.max(-FURTHEST, Math.min(FURTHEST, (rate - usual) / deviation));
  const distance = far * certainty(deviation ** 2, Math.max(rate, usual), counts[indicator.of] ?? 0);
  return [{ indicator, count: counts[indicator.count] ?? 0, rate, usual, distance }];
}

/**
 * How much of a difference is not chance: counts vary as their number does (Poisson), so two reasons more in a thousand
 * words say little.
 */
function certainty(variance: number, rate: number, base: number): number {
  return variance / (variance + (100 * rate) / base);
}

/** A weighted sum, scaled so that it spreads alike whatever the number of indicators. */
function scoreOf(style: Style, signs: readonly Sign[]): number {
  let sum = 0;
  let squares = 0;
  for (const { indicator, distance } of signs) {
    const weight = indicator.weights[style] ?? 0;
    sum += weight * distance;
    squares += weight ** 2;
  }
  const score = MIDDLE + (squares === 0 ? 0 : (SPREAD * sum) / Math.sqrt(squares));
  return Math.max(0, Math.min(100, Math.round(score)));
}

/** On the circle D, I, S, C: the strongest that is told apart from chance, and the stronger of its neighbours where that is as well. */
function leadingStyles(scores: Readonly<Record<Style, number>>): Style[] {
  const sure = styles.filter((style) => scores[style] >= leadsFrom[style]);
  const strongest = (some: readonly Style[]) =>
    some.reduce<Style | undefined>(
      (best, style) => (best === undefined || scores[style] > scores[best] ? style : best),
      undefined,
    );
  const first = strongest(sure) ?? (strongest(styles) as Style);
  const at = styles.indexOf(first);
  const neighbours = [styles[(at + 1) % 4], styles[(at + 3) % 4]] as Style[];
  const second = strongest(neighbours.filter((style) => sure.includes(style)));
  return second === undefined ? [first] : [first, second];
}

export function raises(style: Style, { indicator, distance }: Sign): boolean {
  return (indicator.weights[style] ?? 0) * distance > 0;
}

/** `D`, `Di` or, where both lead, `DI`: in the order of the circle. */
export function typeOf(
  [first, second]: readonly Style[],
  scores: Readonly<Record<Style, number>>,
): ProfileType {
  const lead = letters[first as Style];
  if (second === undefined) return lead;
  if (scores[first as Style] - scores[second] > TOGETHER) {
    return `${lead}${letters[second].toLowerCase()}` as ProfileType;
  }
  const pair = `${lead}${letters[second]}`;
  return (pair in typeNames ? pair : `${letters[second]}${lead}`) as ProfileType;
}
