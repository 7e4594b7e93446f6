import { NO_CLEAR_TYPE, type SignalProfile } from '@debrief/contracts/resources/user-signal';
import type { SpeechCount } from '../engines/findings/speech/speech.ts';
import { clearStyles, whyNoType } from './clear-type.ts';
import { conflictStyle } from './conflict-style.ts';
import {
  type DiscScores,
  discScores,
  leadsFrom,
  MIDDLE,
  raises,
  type Sign,
  typeNames,
  typeOf,
} from './disc-scores.ts';
import { type Style, styles } from './indicators.ts';
import { APART, reasoning } from './reasoning.ts';
import { avoidances, recommendations } from './signal-advice.ts';
import type { SignalInput } from './signal-input.ts';
import { bySize, does, heard, isNotable, listed, named, per, titles, words } from './signal-words.ts';

/** From here on a style is mentioned though the type has no letter for it. */
const STRONG = 60;
const MOST_TRAITS = 3;
/** What drives somebody is told from no fewer sentences or words, and from what counts in full. */
const LEAST_FOR_DRIVES = 8;

const manners: Readonly<Record<Style, string>> = {
  dominance: 'direct and set on a result',
  influence: 'outgoing and warm',
  steadiness: 'patient and considerate',
  conscientiousness: 'exact and thorough',
};
/** What somebody of a style does well in calls, and what it can cost: as the styles are described, ours in words. */
const strengths: Readonly<Record<Style, string>> = {
  dominance: 'brings a call to a result',
  influence: 'wins people by warmth',
  steadiness: 'wins people by patience and trust',
  conscientiousness: 'wins people by being exact',
};
const risks: Readonly<Record<Style, string>> = {
  dominance: 'to pass over what is said on the way',
  influence: 'to say more than was asked',
  steadiness: 'to put off what is uncomfortable',
  conscientiousness: 'to give more figures than anybody takes in',
};
const motives: Readonly<Record<Style, string>> = {
  dominance: 'Getting to a result',
  influence: 'Winning people over',
  steadiness: 'Interest in the situation of the other person',
  conscientiousness: 'Getting it right',
};

/** The profile of an agent: deterministic, and every sentence rests on counts or on words that were said. */
export function composeSignal(input: SignalInput): SignalProfile {
  const disc = discScores(input.indicators);
  const { scores } = disc;
  const shown = clearStyles(disc);
  const drives = coreMotivators(input, disc, shown);
  const maxPerformanceRecs = recommendations(input, disc.signs);
  const portrait = portraitOf(disc.signs, shown);
  const profileType = shown.length === 0 ? disc.profileType : typeOf(shown, scores);
  const profileName = shown.length === 0 ? NO_CLEAR_TYPE : typeNames[profileType];
  return {
    aboutMe: aboutMe(input, portrait, shown),
    reasoning: reasoning(input, disc, [...drives, ...maxPerformanceRecs].join(' ')),
    conflictStyle: conflictStyle(input),
    coreMotivators: drives,
    socialOrientation: socialOrientation(input, disc, portrait),
    fearsAndAvoidances: avoidances(input, disc.signs),
    maxPerformanceRecs,
    psychologicalSummary: summary(disc, { shown, type: `${profileName} (${profileType})` }),
    DISC: { ...scores, profileName, profileType },
  };
}

interface Portrait {
  readonly own: readonly Sign[];
  /** What stands out beside the manner that is told. */
  readonly other?: Sign | undefined;
}

/** @param shown Styles that are told as a manner, as in the type. */
function portraitOf(signs: readonly Sign[], shown: readonly Style[]): Portrait {
  const traits = notable(signs);
  if (shown.length === 0) return { own: traits.slice(0, MOST_TRAITS) };
  const speaksFor = (sign: Sign) => shown.some((style) => raises(style, sign));
  // By how far it is from what agents differ in.
  const [other] = traits
    .filter((sign) => !speaksFor(sign))
    .sort((a, b) => Math.abs(b.distance) - Math.abs(a.distance));
  return { own: traits.filter(speaksFor).slice(0, MOST_TRAITS), other };
}

function aboutMe({ name }: SignalInput, { own, other }: Portrait, shown: readonly Style[]): string {
  const tell = (some: readonly Sign[]) => listed(some.map((sign) => `${does(sign)} (${per(sign)})`));
  if (own.length === 0) return `${name} speaks much as other agents do; nothing stands out so far.`;
  if (shown.length === 0) return `${name} ${tell(own)}.`;
  const also = other === undefined ? '' : ` ${name} also ${tell([other])}.`;
  return `${name} ${tell(own)}. In calls this comes across as ${mannerOf(shown)}.${also}`;
}

/** Of the styles that are told, by what was heard of each: what raises both says little of either. */
function coreMotivators(
  { quotes }: SignalInput,
  { leading, signs }: DiscScores,
  shown: readonly Style[],
): string[] {
  return shown.flatMap((style) => {
    const raising = notable(signs).filter((one) => raises(style, one));
    const isOwn = (one: Sign) => leading.every((other) => other === style || !raises(other, one));
    const sign = raising.find(
      (one) => isOwn(one) && one.indicator.weights[style] === 1 && one.count >= LEAST_FOR_DRIVES,
    );
    if (sign === undefined) return [];
    const quote = quotes[sign.indicator.count];
    return quote === undefined
      ? `${motives[style]}: ${named(sign)}`
      : `${motives[style]}, as in ${words(quote)}`;
  });
}

/** Empty where nothing stands out beside the portrait, which says who talks most. */
function socialOrientation({ name }: SignalInput, { signs }: DiscScores, { own, other }: Portrait): string {
  const of = (count: SpeechCount) => signs.find(({ indicator }) => indicator.count === count);
  const talking = of('words') === undefined ? `${name} was mostly heard without an answer.` : '';
  const turning = [of('small_talk'), of('warm_words'), of('contact_name')]
    .flatMap((sign) => sign ?? [])
    .filter((sign) => isNotable(sign) && !own.includes(sign) && sign !== other);
  if (turning.length === 0) return talking;
  return `${talking} The calls have ${listed(turning.map(heard))}.`.trim();
}

function summary(disc: DiscScores, { shown, type }: { shown: readonly Style[]; type: string }): string {
  const { scores, leading } = disc;
  if (shown.length === 0) return whyNoType(disc);
  const ranked = [...styles].sort((a, b) => scores[b] - scores[a]);
  const opposite = styles[(styles.indexOf(leading[0] as Style) + 2) % 4] as Style;
  const both =
    ranked[1] === opposite && scores[opposite] >= STRONG
      ? ` ${titles[opposite]} is strong as well; the type cannot name both, because they lie opposite each other.`
      : '';
  const [third, last] = [ranked[2] as Style, ranked[3] as Style];
  const isLow = scores[last] <= 2 * MIDDLE - leadsFrom[last] && scores[third] - scores[last] >= APART;
  const least = !isLow ? '' : `, and is least ${manners[last]}`;
  const [lead, next] = shown;
  const first = `${/^[AEIO]/.test(type) ? 'An' : 'A'} ${type} ${strengths[lead as Style]}`;
  const second = next === undefined ? '' : `, and ${strengths[next]}`;
  return `${first}${second}${least}; the risk is ${risks[lead as Style]}.${both}`;
}

function mannerOf([first, second]: readonly Style[]): string {
  const manner = manners[first as Style];
  return second === undefined ? manner : `${manner}, then as ${manners[second]}`;
}

function notable(signs: readonly Sign[]): Sign[] {
  return signs.filter((sign) => isNotable(sign)).sort(bySize);
}
