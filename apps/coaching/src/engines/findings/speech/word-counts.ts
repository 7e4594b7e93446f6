import type { RawWord } from '../../conversation/split-words.ts';
import lists from './speech-words.json' with { type: 'json' };

const phrases = {
  hedges: lists.hedges.map((phrase) => phrase.split(' ')),
  warm_words: lists.warm.map((phrase) => phrase.split(' ')),
  reasons: lists.reasons.map((phrase) => phrase.split(' ')),
};
const selfWords = new Set(['i', 'me', 'my', 'mine', 'myself']);

/** How many of these words and phrases stand among the words; a phrase counts once. */
export function countWords(kind: keyof typeof phrases, words: readonly RawWord[]): number {
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    const found = phrases[kind].find((phrase) => phrase.every((word, i) => words[at + i]?.text === word));
    if (found === undefined) continue;
    count += 1;
    at += found.length - 1;
  }
  return count;
}

/** `I`, `me`, `my`: the words of whoever speaks of themselves. */
export function countSelfWords(words: readonly RawWord[]): number {
  return words.filter(({ text }) => selfWords.has(text)).length;
}
