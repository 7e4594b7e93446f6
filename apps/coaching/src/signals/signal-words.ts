import { estimatedCounts } from '../engines/findings/speech/speech.ts';
import { dayName, quoted } from '../facts/wording.ts';
import type { Sign } from './disc-scores.ts';
import type { Style } from './indicators.ts';
import type { DatedQuote } from './signal-input.ts';

/** An agent who differs by less than this from what is usual is not said to differ. */
const NOTABLE = 0.5;
/** Of one act, one set of calls shows up to 1.5 times as much as another: a count that this explains is not apart. */
const COUNT_ERROR = 1.5;
/** Percent of all words: who listens to the calls notices no smaller difference. */
const LEAST_SHARE = 6;
/** Words are counted as they stand; of a rate that is so little higher nobody says `often`. */
const LITTLE = 1.25;
/** A count varies by the root of what is usual: within two of these it may be chance. */
const CHANCE = 2;
/** What was heard as often as this is not called few: it is fewer than usual. */
const MANY = 20;
/** Of words and sentences, heard or usual in as much speech: of fewer nothing is told. */
const LEAST = 8;

const units = { sentences: 'of every 100 sentences', words: 'of every 100 words' } as const;

export const titles: Readonly<Record<Style, string>> = {
  dominance: 'Dominance',
  influence: 'Influence',
  steadiness: 'Steadiness',
  conscientiousness: 'Conscientiousness',
};

/** `does most of the talking` */
export function does({ indicator, distance }: Sign): string {
  return distance > 0 ? indicator.more : indicator.less;
}

/** `seldom … (hardly ever)` would say it twice. */
const none = {
  estimated: { number: 'hardly any', sentences: 'hardly a sentence', times: null },
  counted: { number: 'none', sentences: 'not a sentence', times: 'not once' },
} as const;

/** `asks many open questions (about 24)`, `talks much`: why a score is what it is. */
export function toldWithCount(sign: Sign): string {
  const { indicator, count, distance } = sign;
  if (indicator.of === 'all_words') return `talks ${distance > 0 ? 'much' : 'little'}`;
  const isEstimated = estimatedCounts.has(indicator.count);
  const whole = Math.round(count);
  if (whole === 0) {
    const little = none[isEstimated ? 'estimated' : 'counted'][indicator.counted];
    return little === null ? does(sign) : `${does(sign)} (${little})`;
  }
  const number = whole.toLocaleString('en-US');
  const amount = {
    number,
    sentences: `${number} ${whole === 1 ? 'sentence' : 'sentences'}`,
    times: timesOf(whole),
  }[indicator.counted];
  const fewer = indicator.counted === 'times' ? 'less often than usual' : 'fewer than usual';
  const isMany = distance < 0 && whole >= MANY;
  return `${does(sign)} (${isEstimated ? 'about ' : ''}${amount}${isMany ? `, ${fewer}` : ''})`;
}

/** `about 12 open questions`, `few promises`, where the figures were told before. */
export function named(sign: Sign): string {
  return heard(sign).replace(/ \([^()]*\)$/, '');
}

/** `about 12 open questions (4.1 in 100 sentences; 2.2 is usual)`, `few promises (about 3: 0.9 in 100 sentences; …)` */
export function heard({ indicator, count, rate, usual, distance }: Sign): string {
  if (indicator.of === 'all_words')
    return `${Math.round(rate)} % of the words (${Math.round(usual)} % is usual)`;
  const [one, several] = indicator.noun;
  const whole = Math.round(count);
  const isEstimated = estimatedCounts.has(indicator.count);
  if (whole === 0)
    return `${isEstimated ? 'hardly any' : 'no'} ${several} (${figure(usual)} ${units[indicator.of]} is usual)`;
  const number = `${isEstimated ? 'about ' : ''}${whole.toLocaleString('en-US')}`;
  const compared = `${figure(rate)} ${units[indicator.of]}; ${figure(usual)} is usual`;
  if (distance < 0 && isApart({ indicator, count, rate, usual, distance }))
    return `${whole < MANY ? 'few' : 'fewer'} ${several} ${whole < MANY ? '' : 'than usual '}(${number}: ${compared})`;
  return `${number} ${whole === 1 ? one : several} (${compared})`;
}

/** Whether a sign differs from what is usual by more than chance and miscounting. */
export function isApart(sign: Sign): boolean {
  const { indicator, count, rate, usual, distance } = sign;
  if (Math.abs(distance) < NOTABLE) return false;
  if (indicator.of === 'all_words') return Math.abs(rate - usual) >= LEAST_SHARE;
  const expected = rate === 0 ? 0 : expectedOf(sign);
  if (Math.abs(count - expected) < CHANCE * Math.sqrt(expected)) return false;
  // A rate that is a little lower is not seldom, however well it is counted.
  const error = rate < usual || estimatedCounts.has(indicator.count) ? COUNT_ERROR : LITTLE;
  return rate * error < usual || rate > usual * error;
}

/** The same, in speech enough to be told alone. */
export function isNotable(sign: Sign): boolean {
  const { indicator, count } = sign;
  return isApart(sign) && (indicator.of === 'all_words' || Math.max(count, expectedOf(sign)) >= LEAST);
}

/** What is usual in as much speech; of none it is not known how much there was. */
function expectedOf({ count, rate, usual }: Sign): number {
  return rate === 0 ? LEAST : (count * usual) / rate;
}

/** `4.1 in 100 sentences; 2.2 is usual` */
export function per({ indicator, rate, usual }: Sign): string {
  if (indicator.of === 'all_words')
    return `${Math.round(rate)} % of the words; ${Math.round(usual)} % is usual`;
  return `${figure(rate)} ${units[indicator.of]}; ${figure(usual)} is usual`;
}

function figure(rate: number): string {
  return rate === 0 ? 'none' : rate.toFixed(rate < 0.05 ? 2 : rate < 10 ? 1 : 0);
}

/** A few more or less of what is rare are not many times the usual. */
const FEW = 4;

/** What stands out most to a reader first: how many times the usual, or the usual how many times it. */
export function bySize(a: Sign, b: Sign): number {
  return timesUsual(b) - timesUsual(a);
}

function timesUsual(sign: Sign): number {
  const [heard, expected] = [sign.count + FEW, expectedOf(sign) + FEW];
  return Math.max(heard / expected, expected / heard);
}

/** `a, b and c` */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
}

/** `about 7 times`. */
export function times(count: number): string {
  const whole = Math.round(count);
  return whole === 0 ? 'hardly ever' : `about ${timesOf(whole)}`;
}

function timesOf(whole: number): string {
  if (whole === 1) return 'once';
  return whole === 2 ? 'twice' : `${whole.toLocaleString('en-US')} times`;
}

/** `“We're number one.” (28 October 2026)`: a profile is read in another year, too. */
export function words({ text, day }: DatedQuote): string {
  return `${quoted({ quote: text })} (${dayName(day)} ${day.slice(0, 4)})`;
}

/** Words that break off show nothing. */
export function oneOf({ indicator }: Sign, quote: DatedQuote): string[] {
  return /[.?!…]["”’']?$/.test(quote.text.trim())
    ? [`One of the ${indicator.noun[1]}: ${words(quote)}.`]
    : [];
}
