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
  profileName: string;
  /** The strongest and the second of its neighbours, as the type names them. */
  leading: readonly Style[];
  signs: readonly Sign[];
}

/** What stands far out counts no more than this: one odd call must not make a profile. */
const FURTHEST = 2;
export const MIDDLE = 50;
/** Points of a score for a standard deviation of its sum. */
const SPREAD = 14;
/** Two halves of one agent's calls differ by five points: below this, a second style may be chance. */
const SECOND_FROM = 55;
/** Two neighbours that are no further apart lead together. */
const TOGETHER = 5;

const letters = { dominance: 'D', influence: 'I', steadiness: 'S', conscientiousness: 'C' } as const;

const names: Readonly<Record<ProfileType, string>> = {
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
  const profileType = typeOf(leading, scores);
  return { scores, profileType, profileName: names[profileType], leading, signs };
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

/** On the circle D, I, S, C: the strongest, and the stronger of its neighbours while that one is clearly above the middle. */
function leadingStyles(scores: Readonly<Record<Style, number>>): Style[] {
  const first = styles.reduce((best, style) => (scores[style] > scores[best] ? style : best));
  const at = styles.indexOf(first);
  const [before, after] = [styles[(at + 3) % 4] as Style, styles[(at + 1) % 4] as Style];
  const second = scores[after] >= scores[before] ? after : before;
  return scores[second] >= SECOND_FROM ? [first, second] : [first];
}

/** `D`, `Di` or, where both lead, `DI`: in the order of the circle. */
function typeOf([first, second]: readonly Style[], scores: Readonly<Record<Style, number>>): ProfileType {
  const lead = letters[first as Style];
  if (second === undefined) return lead;
  if (scores[first as Style] - scores[second] > TOGETHER) {
    return `${lead}${letters[second].toLowerCase()}` as ProfileType;
  }
  const pair = `${lead}${letters[second]}`;
  return (pair in names ? pair : `${letters[second]}${lead}`) as ProfileType;
}
