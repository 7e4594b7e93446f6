import { type DiscScores, MIDDLE, raises, type Sign } from './disc-scores.ts';
import { type Style, styles } from './indicators.ts';
import type { SignalInput } from './signal-input.ts';
import { capitalizedThing, isNotable, listed, named, oneOf } from './signal-words.ts';

/** Less between two scores may be chance. */
export const APART = 5;
/** What moves a score by less is no reason for it. */
const LEAST_REASON = 0.25;
const MOST_REASONS = 3;
const MOST_EXAMPLES = 2;

export const titles: Readonly<Record<Style, string>> = {
  dominance: 'Dominance',
  influence: 'Influence',
  steadiness: 'Steadiness',
  conscientiousness: 'Conscientiousness',
};

interface Reasons {
  readonly style: Style;
  readonly score: number;
  readonly title: string;
  readonly up: readonly Sign[];
  readonly down: readonly Sign[];
}

/**
 * What moved each score, both ways, by the counts; scores that the same things moved are told together. No score is explained by
 * what points the other way.
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
      ...{ style, score: scores[style], title: `${titles[style]} ${scores[style]}` },
      up: own.filter((sign) => raises(style, sign)),
      down: own.filter((sign) => !raises(style, sign)),
    };
  });
  const isUsual = ({ style }: Reasons) => Math.abs(scores[style] - MIDDLE) <= APART;
  const isFull = ({ style, up, down }: Reasons) =>
    [...up, ...down].some(({ indicator }) => Math.abs(indicator.weights[style] ?? 0) === 1);
  const isExplained = ({ style, up, down }: Reasons) => (scores[style] > MIDDLE ? up : down).length > 0;
  const usual = all.filter((one) => isUsual(one) && !isFull(one));
  const balanced = all.filter((one) => isUsual(one) && isFull(one));
  const moved = all.filter((one) => !isUsual(one) && isExplained(one));
  const unexplained = all.filter((one) => !isUsual(one) && !isExplained(one));
  const shown = [...new Set([...moved, ...balanced].flatMap(({ up, down }) => [...up, ...down]))]
    .filter(({ distance }) => distance > 0)
    .flatMap((sign) => {
      const quote = quotes[sign.indicator.count];
      return quote === undefined || told.includes(quote.text) ? [] : oneOf(sign, quote);
    });
  return [
    `This page describes how ${name} speaks and is not a psychometric test. A score of 50 is what is usual among agents; the counts are estimates, and small differences may be chance.`,
    ...movedSentences(moved),
    ...balanced.map(balancedSentence),
    ...unexplained.map(
      ({ title }) => `No single count explains ${title}: several small differences add up to it.`,
    ),
    ...(usual.length === 0
      ? []
      : [
          `${listed(usual.map(({ title }) => title))} ${usual.length === 1 ? 'is' : 'are'} close to what is usual.`,
        ]),
    ...shown.slice(0, MOST_EXAMPLES),
  ].join(' ');
}

/** What raises one score may lower another: `A large share of the talking raises Dominance 65 and lowers Steadiness 39.` */
function movedSentences(moved: readonly Reasons[]): string[] {
  const pure = moved.filter(({ up, down }) => up.length === 0 || down.length === 0);
  const keyOf = ({ up, down }: Reasons) => [...up, ...down].map(({ indicator }) => indicator.count).join();
  const together = [...Map.groupBy(pure, keyOf).values()].map((some) => {
    const [first] = some as [Reasons, ...Reasons[]];
    const signs = [...first.up, ...first.down];
    const [raised, lowered] = [
      some.filter(({ up }) => up.length > 0),
      some.filter(({ up }) => up.length === 0),
    ];
    if (signs.length === 1) return aloneSentence(signs, raised, lowered);
    return `${capitalizedThing(signs)} ${listed([...verb('raise', signs, raised), ...verb('lower', signs, lowered)])}.`;
  });
  const mixed = moved
    .filter((one) => !pure.includes(one))
    .map(({ title, score, up, down }) => {
      // What moved it more comes first.
      const [most, first, least, then] =
        score > MIDDLE ? ([up, 'raise', down, 'lower'] as const) : ([down, 'lower', up, 'raise'] as const);
      return `${capitalizedThing(most)} ${verb(first, most, [{ title }])[0]}; ${listed(least.map(named))} ${verb(then, least, IT)[0]}.`;
    });
  return [...together, ...mixed];
}

/** Nobody should read much into such a score. */
function aloneSentence(
  signs: readonly Sign[],
  raised: readonly Reasons[],
  lowered: readonly Reasons[],
): string {
  const by = (what: string, scored: readonly Reasons[]) =>
    scored.length === 0
      ? []
      : [`${listed(scored.map(({ title }) => title))} ${scored.length === 1 ? 'is' : 'are'} ${what}`];
  return `${listed([...by('raised', raised), ...by('lowered', lowered)])} by ${listed(signs.map(named))} alone; one count says little.`;
}

function verb(what: string, signs: readonly Sign[], scored: readonly Pick<Reasons, 'title'>[]): string[] {
  const does = isOne(signs) ? `${what}s` : what;
  return scored.length === 0 ? [] : [`${does} ${listed(scored.map(({ title }) => title))}`];
}

const IT = [{ title: 'it' }];

/** `a large share of the talking`; of anything else there are several. */
function isOne(signs: readonly Sign[]): boolean {
  return signs.length === 1 && signs[0]?.indicator.of === 'all_words';
}

/** A score near the usual though something stands out. */
function balancedSentence({ title, up, down }: Reasons): string {
  if (up.length > 0 && down.length > 0)
    return `${title}: ${listed(up.map(named))} ${verb('raise', up, IT)[0]} about as much as ${listed(down.map(named))} ${verb('lower', down, IT)[0]}.`;
  const own = [...up, ...down];
  const does = up.length > 0 ? verb('raise', up, IT) : verb('lower', down, IT);
  return `${title}: ${listed(own.map(named))} ${does[0]}, and small differences the other way keep it near the usual.`;
}

/** What moved a score most, as far as it stands out. */
function reasonsOf(style: Style, signs: readonly Sign[]): Sign[] {
  const weighed = (sign: Sign) => Math.abs(sign.distance * (sign.indicator.weights[style] ?? 0));
  return signs
    .filter((sign) => weighed(sign) >= LEAST_REASON && isNotable(sign))
    .sort((a, b) => weighed(b) - weighed(a))
    .slice(0, MOST_REASONS);
}
