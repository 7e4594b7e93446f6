import type { Stretch } from '../../conversation/conversation.ts';
import functionWords from './function-words.json' with { type: 'json' };

const empty = new Set(functionWords.words);
const LEAST_LETTERS = 3;

/** Whether one takes up a word of the other that means something. */
export function sharesWords(one: Stretch, other: Stretch): boolean {
  const own = contentWords(other.words.map(({ text }) => text));
  return contentWords(one.words.map(({ text }) => text)).some((word) => own.includes(word));
}

/** Words that mean something by themselves. */
export function contentWords(words: readonly string[]): string[] {
  return words.filter((word) => word.length >= LEAST_LETTERS && !empty.has(word));
}

const BACK = new Set('that this they them those these he she him her'.split(' '));

/** Takes up a word of it, or points back at it: a new question is none that stays. */
export function refersTo(question: Stretch, said: Stretch): boolean {
  return sharesWords(question, said) || question.words.some(({ text }) => BACK.has(text));
}
