import { capitalized } from '../facts/wording.ts';
import { type DiscScores, MIDDLE, raises, type Sign } from './disc-scores.ts';
import { type Style, styles } from './indicators.ts';
import type { SignalInput } from './signal-input.ts';
import { isNotable, listed, oneOf, titles, toldWithCount } from './signal-words.ts';

/** Less between two scores may be chance. */
export const APART = 5;
/** What moves a score by less is no reason for it. */
const LEAST_REASON = 0.25;
const MOST_REASONS = 3;
const MOST_EXAMPLES = 2;

interface Reasons {
  readonly style: Style;
  readonly score: number;
  readonly up: readonly Sign[];
  readonly down: readonly Sign[];
}

/**
 * What moved each score, both ways, by the counts; scores that the same things moved are told together. No score is explained by
 * what points the other way, and of one that only small differences moved nothing is said.
 * @param told What the profile quotes elsewhere.
 */
export function reasoning(
  { name, quotes }: SignalInput,
  { scores, signs }: DiscScores,
  told: string,
): string {
  const all = styles.map((style): Reasons => {
    const own = reasonsOf(style, signs);
    return {
      ...{ style, score: scores[style] },
      up: own.filter((sign) => raises(style, sign)),
      down: own.filter((sign) => !raises(style, sign)),
    };
  });
  const isUsual = ({ score }: Reasons) => Math.abs(score - MIDDLE) <= APART;
  const isFull = ({ style, up, down }: Reasons) =>
    [...up, ...down].some(({ indicator }) => Math.abs(indicator.weights[style] ?? 0) === 1);
  const usual = all.filter((one) => isUsual(one) && !isFull(one));
  const balanced = all.filter((one) => isUsual(one) && isFull(one));
  const moved = all.filter((one) => !isUsual(one) && mainOf(one).length > 0);
  const shown = [...new Set([...moved, ...balanced].flatMap(({ up, down }) => [...up, ...down]))]
    .filter(({ distance }) => distance > 0)
    .flatMap((sign) => {
      const quote = quotes[sign.indicator.count];
      return quote === undefined || told.includes(quote.text) ? [] : oneOf(sign, quote);
    });
  return [
    `This page describes how ${name} speaks and is not a psychometric test. A score of 50 is what is usual among agents; the counts are estimates, and small differences may be chance.`,
    ...movedSentences(name, moved),
    ...balanced.map((one) => balancedSentence(name, one)),
    ...(usual.length === 0
      ? []
      : [`${listed(usual.map(scored))} ${usual.length === 1 ? 'is' : 'are'} close to what is usual.`]),
    ...shown.slice(0, MOST_EXAMPLES),
  ].join(' ');
}

/** What raises one score may lower another: `Influence is high (62) and Steadiness low (39) because Ben talks much and …`. */
function movedSentences(name: string, moved: readonly Reasons[]): string[] {
  const keyOf = ({ up, down }: Reasons) =>
    [...up, ...down]
      .map(({ indicator }) => indicator.count)
      .sort()
      .join();
  const pure = moved.filter((one) => otherOf(one).length === 0);
  const groups = [...Map.groupBy(pure, keyOf).values()] as [Reasons, ...Reasons[]][];
  const firm = groups.filter(([first]) => mainOf(first).length > 1);
  const mixed = moved.filter((one) => !pure.includes(one)).map((one): [Reasons] => [one]);
  return [
    ...[...firm, ...mixed].map((some) => becauseSentence(name, some)),
    ...onOneThing(
      name,
      groups.filter(([first]) => mainOf(first).length === 1),
    ),
  ];
}

function becauseSentence(name: string, some: readonly [Reasons, ...Reasons[]]): string {
  const [first] = some;
  const [high, low] = [some.filter(isHigh), some.filter((one) => !isHigh(one))];
  const levels = listed([
    ...level(high, 'high'),
    ...level(low, 'low').map((text) => (high.length === 0 ? text : text.replace(/ (?:is|are) /, ' '))),
  ]);
  const other = otherOf(first);
  const although = other.length === 0 ? '' : `, although ${name} ${toldOf(other)}`;
  return `${levels} because ${name} ${toldOf(mainOf(first))}${although}.`;
}

/** `Influence is high (62)`, `Dominance (65) and Influence (62) are high`. */
function level(some: readonly Reasons[], word: string): string[] {
  const [first] = some;
  if (first === undefined) return [];
  return some.length === 1
    ? [`${titles[first.style]} is ${word} (${first.score})`]
    : [`${listed(some.map(({ style, score }) => `${titles[style]} (${score})`))} are ${word}`];
}

/** Nobody should read much into such scores: the rest of them comes of small differences. */
function onOneThing(name: string, groups: readonly (readonly [Reasons, ...Reasons[]])[]): string[] {
  if (groups.length === 0) return [];
  const parts = groups.map(
    (some) =>
      `of what moved ${listed(some.map(scored))}, only that ${name} ${toldOf(mainOf(some[0]))} stands out`,
  );
  const them = groups.flat().length === 1 ? 'it' : 'them';
  return [`${capitalized(parts.join(', and '))}, so do not make much of ${them}.`];
}

/** A score near the usual though something stands out. */
function balancedSentence(name: string, { style, score, up, down }: Reasons): string {
  const [first, then] = up.length > 0 ? [up, down] : [down, up];
  const but =
    then.length > 0 ? toldOf(then) : `does little else that would ${up.length > 0 ? 'raise' : 'lower'} it`;
  return `${titles[style]} is about usual (${score}): ${name} ${toldOf(first)}, but ${but}.`;
}

function toldOf(signs: readonly Sign[]): string {
  return listed(signs.map(toldWithCount));
}

function isHigh({ score }: Reasons): boolean {
  return score > MIDDLE;
}

/** What moved a score where it is, and what moved it the other way. */
function mainOf(one: Reasons): readonly Sign[] {
  return isHigh(one) ? one.up : one.down;
}

function otherOf(one: Reasons): readonly Sign[] {
  return isHigh(one) ? one.down : one.up;
}

function scored({ style, score }: Reasons): string {
  return `${titles[style]} ${score}`;
}

/** What moved a score most, as far as it stands out. */
function reasonsOf(style: Style, signs: readonly Sign[]): Sign[] {
  const weighed = (sign: Sign) => Math.abs(sign.distance * (sign.indicator.weights[style] ?? 0));
  return signs
    .filter((sign) => weighed(sign) >= LEAST_REASON && isNotable(sign))
    .sort((a, b) => weighed(b) - weighed(a))
    .slice(0, MOST_REASONS);
}
