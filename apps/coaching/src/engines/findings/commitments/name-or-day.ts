import type { SpokenWord } from './spoken-words.ts';
import { prepositions, properWords, timeWords } from './word-classes.ts';

/** A name, and not that of a day. */
export function isNameOf(next: SpokenWord | undefined): boolean {
  return next !== undefined && /^\p{Lu}\p{Ll}/u.test(next.written) && !properWords.has(next.text);
}

/** `call Harold Monday` lacks its `on`. */
export function isBareDay({ text, pause }: SpokenWord, previous: string): boolean {
  const isWeekday = text.endsWith('day') && properWords.has(text);
  const isLed = prepositions.has(previous) || timeWords.has(previous);
  return (
    isWeekday &&
    pause === '' &&
    !isLed &&
    !['this', 'next', 'the', 'every', 'last', 'that'].includes(previous)
  );
}
