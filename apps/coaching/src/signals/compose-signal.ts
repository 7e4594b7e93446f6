import { NO_CLEAR_TYPE, type SignalProfile } from '@debrief/contracts/resources/user-signal';
import type { SpeechCount } from '../engines/findings/speech/speech.ts';
import { conflictStyle } from './conflict-style.ts';
import {
  type DiscScores,
  discScores,
  leadsFrom,
  MIDDLE,
  type Sign,
  typeNames,
  typeOf,
} from './disc-scores.ts';
import { type Style, styles } from './indicators.ts';
import { avoidances, recommendations } from './signal-advice.ts';
import type { SignalInput } from './signal-input.ts';
import { bySize, does, forExample, heard, isNotable, listed, named, per, thing } from './signal-words.ts';

/** Scores that lie within this say little by their order. */
const CLOSE = 10;
/** Less between two scores may be chance. */
const APART = 5;
/** From here on a style is mentioned though the type has no letter for it. */
const STRONG = 60;
/** What moves a score by less is no reason for it. */
const LEAST_REASON = 0.25;
const MOST_REASONS = 3;
const MOST_TRAITS = 3;
const LEAST_COUNTS = 2;
/** What drives somebody is told from no fewer sentences or words, and from what counts in full. */
const LEAST_FOR_DRIVES = 8;

const titles: Readonly<Record<Style, string>> = {
  dominance: 'Dominance',
  influence: 'Influence',
  steadiness: 'Steadiness',
  conscientiousness: 'Conscientiousness',
};
const manners: Readonly<Record<Style, string>> = {
  dominance: 'direct and set on a result',
  influence: 'outgoing and warm',
  steadiness: 'patient and considerate',
  conscientiousness: 'exact and thorough',
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
  // A style that rests on small differences alone is told neither as a manner nor in the type.
  const borneOut = disc.leading.filter((style) => isBorneOut(style, disc.signs));
  const shown = hasLead(disc) && borneOut[0] === disc.leading[0] ? borneOut : [];
  const maxPerformanceRecs = recommendations(input, disc.signs);
  const portrait = portraitOf(disc.signs, shown);
  const profileType = shown.length === 0 ? disc.profileType : typeOf(shown, scores);
  const profileName = shown.length === 0 ? NO_CLEAR_TYPE : typeNames[profileType];
  return {
    aboutMe: aboutMe(input, portrait, shown),
    reasoning: reasoning(input, disc, portrait, maxPerformanceRecs),
    conflictStyle: conflictStyle(input),
    coreMotivators: coreMotivators(disc, shown),
    socialOrientation: socialOrientation(input, disc, portrait),
    fearsAndAvoidances: avoidances(input, disc.signs),
    maxPerformanceRecs,
    psychologicalSummary: summary(input, disc, { shown, type: `${profileName} (${profileType})` }),
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

/** What moved each score, by the counts; the portrait has told how much of it is usual. */
function reasoning(
  { name, quotes }: SignalInput,
  { scores, signs }: DiscScores,
  { own: traits, other }: Portrait,
  advice: readonly string[],
): string {
  const told = new Set<string>();
  // The figures of a count are told once.
  const once = (sign: Sign) => {
    const { count, of } = { ...sign.indicator };
    const isNew = !told.has(count);
    told.add(count);
    // With the advice it is told as well.
    if (!isNew || advice.some((text) => text.includes(named(sign)))) return thing(sign);
    if (!traits.includes(sign) && sign !== other) return heard(sign);
    return of === 'all_words' ? thing(sign) : named(sign);
  };
  const usual: string[] = [];
  const parts = styles.flatMap((style) => {
    const score = scores[style];
    const own = reasonsOf(style, signs);
    const up = own.filter((sign) => raises(style, sign));
    const down = own.filter((sign) => !raises(style, sign));
    const isUsual = Math.abs(score - MIDDLE) <= APART;
    if (isUsual) usual.push(`${titles[style]} ${score}`);
    // What moved it the other way alone is no reason for a score.
    if (isUsual || (score > MIDDLE ? up : down).length === 0) return [];
    const reasons = [
      ...(up.length > 0 ? [`raised by ${listed(up.map(once))}`] : []),
      ...(down.length > 0 ? [`lowered by ${listed(down.map(once))}`] : []),
    ];
    const [shown] = [...up, ...down].flatMap(({ indicator, distance }) => {
      const quote = distance > 0 ? quotes[indicator.count] : undefined;
      return quote === undefined || told.has(quote.text) ? [] : [quote];
    });
    if (shown !== undefined) told.add(shown.text);
    // After what raised it and what lowered it, it must be said of which one it is.
    const isOfRise = up.some(({ indicator }) => quotes[indicator.count] === shown);
    const of = up.length > 0 && down.length > 0 ? ` of what ${isOfRise ? 'raised' : 'lowered'} it` : '';
    return [`${titles[style]} ${score}: ${reasons.join('; ')}.${forExample(shown, of)}`];
  });
  const rest =
    usual.length === 0
      ? []
      : [`${listed(usual)} ${usual.length === 1 ? 'is' : 'are'} close to what is usual.`];
  return [
    `It describes how ${name} speaks and is not a psychometric test.`,
    'Usual, or a score of 50, is the middle of the agents by whose calls the scores were set. The counts are estimates, and small differences may be chance.',
    ...parts,
    ...rest,
  ].join(' ');
}

/** Of the styles that are told, by what was heard of each: what raises both says little of either. */
function coreMotivators({ leading, signs }: DiscScores, shown: readonly Style[]): string[] {
  return shown.flatMap((style) => {
    const raising = notable(signs).filter((one) => raises(style, one));
    const isOwn = (one: Sign) => leading.every((other) => other === style || !raises(other, one));
    const sign = raising.find(
      (one) => isOwn(one) && one.indicator.weights[style] === 1 && one.count >= LEAST_FOR_DRIVES,
    );
    return sign === undefined ? [] : `${motives[style]}: ${named(sign)}`;
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

function summary(
  input: SignalInput,
  disc: DiscScores,
  { shown, type }: { shown: readonly Style[]; type: string },
): string {
  const { scores, signs, leading } = disc;
  const ranked = [...styles].sort((a, b) => scores[b] - scores[a]);
  if (!hasLead(disc))
    return `${NO_CLEAR_TYPE}: the four scores lie close together or near the middle, so none of the four styles is told of ${input.name}.`;
  if (shown.length === 0) {
    const [first] = leading as [Style];
    const most = reasonsOf(first, signs).filter((sign) => raises(first, sign));
    const style = titles[first].toLowerCase();
    const highest = scores[first] === Math.max(...Object.values(scores)) ? ', the highest score' : '';
    const things = most.length === 1 ? 'only one of the things that are counted points' : 'too little points';
    const why =
      most.length === 0
        ? 'nothing that is counted points clearly to one of the four styles'
        : `${things} to ${style}${highest}: ${input.name} ${listed(most.map(does))}`;
    return `${NO_CLEAR_TYPE}: ${why}. A type is named by its highest score, where at least two things raise it.`;
  }
  const opposite = styles[(styles.indexOf(leading[0] as Style) + 2) % 4] as Style;
  const both =
    ranked[1] === opposite && scores[opposite] >= STRONG
      ? ` ${titles[opposite]} is strong as well; the type cannot name both, because they lie opposite each other.`
      : '';
  const [third, last] = [ranked[2] as Style, ranked[3] as Style];
  const isLow = scores[last] <= 2 * MIDDLE - leadsFrom[last] && scores[third] - scores[last] >= APART;
  const least = !isLow ? '' : `, and least ${manners[last]}`;
  // The portrait has the manner.
  const told = signs.filter((sign) => isNotable(sign) && shown.some((style) => raises(style, sign)));
  const rests = listed(told.sort(bySize).slice(0, MOST_REASONS).map(thing));
  return `${type}, by ${rests}${least}.${both}`;
}

/** Whether one style stands out by more than chance. */
function hasLead({ scores, leading }: DiscScores): boolean {
  const all = Object.values(scores);
  return (
    Math.max(...all) - Math.min(...all) >= CLOSE && leading.some((style) => scores[style] >= leadsFrom[style])
  );
}

function mannerOf([first, second]: readonly Style[]): string {
  const manner = manners[first as Style];
  return second === undefined ? manner : `${manner}, then as ${manners[second]}`;
}

function notable(signs: readonly Sign[]): Sign[] {
  return signs.filter((sign) => isNotable(sign)).sort(bySize);
}

/** What moved a score most, whether or not it may be told as a trait. */
function reasonsOf(style: Style, signs: readonly Sign[]): Sign[] {
  const weighed = (sign: Sign) => Math.abs(sign.distance * (sign.indicator.weights[style] ?? 0));
  return signs
    .filter((sign) => weighed(sign) >= LEAST_REASON && isNotable(sign))
    .sort((a, b) => weighed(b) - weighed(a))
    .slice(0, MOST_REASONS);
}

/** One count says what was counted and no more: a manner needs two, one of which counts in full, whosever it is. */
function isBorneOut(style: Style, signs: readonly Sign[]): boolean {
  const raising = signs.filter((sign) => isNotable(sign) && raises(style, sign));
  return (
    raising.length >= LEAST_COUNTS &&
    raising.some(({ indicator }) => Math.abs(indicator.weights[style] ?? 0) === 1)
  );
}

function raises(style: Style, { indicator, distance }: Sign): boolean {
  return (indicator.weights[style] ?? 0) * distance > 0;
}
