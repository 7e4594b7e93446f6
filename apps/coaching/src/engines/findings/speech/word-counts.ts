import { chance, type Stretch } from '../../conversation/conversation.ts';
import type { RawWord } from '../../conversation/split-words.ts';
import { isNumber, namesFigure } from '../feedback/figures.ts';
import lists from './speech-words.json' with { type: 'json' };

const hedges = phrasesOf(lists.hedges);
const warm = phrasesOf(lists.warm);
const feelings = new Set(lists.feelings);
const reasons = phrasesOf(lists.reasons);
const selfWords = new Set(['i', 'me', 'my', 'mine', 'myself']);
const negations = new Set(['not', 'no', 'never', 'nothing', 'without']);
/** `What kind of pots`, `this kind of thing`: a sort, and no hedge. */
const beforeSort = new Set([
  'what',
  'which',
  'that',
  'this',
  'any',
  'some',
  'same',
  'different',
  'other',
  'new',
]);
const isForms = new Set(['is', 'was', 'would', 'will', "'s"]);
/** In an answer of its own, what it costs. */
const nothing = new Set(['nothing', 'zero', 'free']);
const powers = new Set(['hundred', 'thousand']);
const teens = new Set(lists.teens);
const articles = new Set(['a', 'the', 'that', 'this', 'no', 'root']);
/** Words before, in which a negation turns a warm word round, or somebody is said to feel it. */
const NEAR = 3;
/** A single `Great.` takes up what was said, whatever it may be taken for. */
const REACTION_WORDS = 2;
/** From here on a sentence may be about the offer, the praise of which is no warmth. */
const ABOUT_OFFER = 0.25;
const PURPOSE = 0.6;

type Holds = (words: readonly RawWord[], at: number, found: readonly string[]) => boolean;

/** `maybe`, `kind of`, of what the agent says themselves: not `you said you might`. */
export function countHedges({ words }: Stretch): number {
  return countPhrases(words, hedges, (all, at, [first = '']) => {
    const before = textAt(all, at - 1);
    if (first === 'kind' || first === 'sort') return !beforeSort.has(before);
    if (first === 'might') return before !== 'you';
    return true;
  });
}

/** `great`, `I am glad`: neither negated, nor of the offer, nor what somebody else feels. */
export function countWarmWords(stretch: Stretch): number {
  const { words } = stretch;
  const isReaction = words.length <= REACTION_WORDS;
  if (!isReaction && isAboutOffer(stretch)) return 0;
  return countPhrases(words, warm, (all, at, [first = '']) => {
    const near = all.slice(Math.max(0, at - NEAR), at).map(({ text }) => text);
    if (near.some((text) => negations.has(text))) return false;
    return !feelings.has(first) || at < 2 || near.some((text) => ['i', 'we', 'you'].includes(text));
  });
}

/** `because`, `so that`; not `so that is a lot`, nor `the cause`. */
export function countReasons({ words }: Stretch): number {
  return countPhrases(words, reasons, (all, at, found) => {
    if (found.join(' ') === 'so that') return !isForms.has(textAt(all, at + 2));
    return found[0] !== 'cause' || !articles.has(textAt(all, at - 1));
  });
}

/** Whether a figure is named: not `that is nothing`, nor a year of the calendar. */
export function hasFigure({ words }: Stretch): boolean {
  return namesFigure({ words: withoutYears(words) });
}

/** How many figures are named: `eighteen thousand dollars, and thirty percent` are two, `a hundred and fifty` is one. */
export function countFigures(all: readonly RawWord[]): number {
  const words = withoutYears(all);
  const isPart = (at: number): boolean =>
    isNumber(textAt(words, at)) || (textAt(words, at) === 'and' && powers.has(textAt(words, at - 1)));
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    const start = at;
    while (isPart(at)) at += 1;
    if (at > start && namesFigure({ words: words.slice(start, at + 1) })) count += 1;
  }
  return count;
}

function withoutYears(words: readonly RawWord[]): RawWord[] {
  const isYear = (text: string, next = '') =>
    /^(?:19|20)\d\d$/.test(text) || (text === 'twenty' && teens.has(next));
  return words.filter(({ text }, at) => {
    if (nothing.has(text)) return words.length <= REACTION_WORDS;
    return !isYear(text, textAt(words, at + 1)) && !isYear(textAt(words, at - 1), text);
  });
}

/** `I`, `me`, `my`: the words of whoever speaks of themselves. */
export function countSelfWords(words: readonly RawWord[]): number {
  return words.filter(({ text }) => selfWords.has(text)).length;
}

function isAboutOffer(stretch: Stretch): boolean {
  const offering = chance(stretch, 'pitch', 'answer_objection', 'dodge_price', 'state_price');
  return offering >= ABOUT_OFFER || chance(stretch, 'state_purpose') >= PURPOSE;
}

/** A phrase counts once. */
function countPhrases(words: readonly RawWord[], phrases: readonly string[][], holds: Holds): number {
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    const found = phrases.find((phrase) => phrase.every((word, i) => textAt(words, at + i) === word));
    if (found === undefined || !holds(words, at, found)) continue;
    count += 1;
    at += found.length - 1;
  }
  return count;
}

function textAt(words: readonly RawWord[], at: number): string {
  return words[at]?.text ?? '';
}

function phrasesOf(list: readonly string[]): string[][] {
  return list.map((phrase) => phrase.split(' '));
}
