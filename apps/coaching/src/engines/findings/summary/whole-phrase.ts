import type { SpokenWord } from '../commitments/spoken-words.ts';
import {
  adverbs,
  determiners,
  finiteVerbs,
  particles,
  prepositions,
  subjects,
  subordinators,
  timeWords,
} from '../commitments/word-classes.ts';

const MOST_ADDED = 3;

/** A phrase that was marked from or up to the middle of a word or of its noun, whole: `the-wall unit`, `tools for independent`. */
export function wholePhrase(
  words: readonly SpokenWord[],
  { start, end }: { start: number; end: number },
): Span {
  let first = words.findIndex((word) => word.at >= start);
  let last = words.findLastIndex((word) => word.end <= end);
  if (first < 0 || last < first) return { start, end };
  const isInside = (words[first]?.glue ?? ' ') !== ' ';
  while (first > 0 && (words[first]?.glue ?? ' ') !== ' ') first -= 1;
  const article = words[first - 1]?.text ?? '';
  if (isInside && first > 0 && (determiners.has(article) || article === 'the')) first -= 1;
  const goesOn = (at: number): boolean => {
    const next = words[at];
    return next !== undefined && next.pause === '' && !isBorder(next.text);
  };
  // `for independent | hardware stores`: after a preposition a word that is not a noun.
  const isNoun = /^\p{Lu}|(?:s|ing)$/u.test(words[last]?.written ?? '');
  const isCut = prepositions.has(words[last - 1]?.text ?? '') && !isNoun;
  for (let added = 0; isCut && added < MOST_ADDED && goesOn(last + 1); added += 1) last += 1;
  return { start: words[first]?.at ?? start, end: words[last]?.end ?? end };
}

interface Span {
  start: number;
  end: number;
}

function isBorder(text: string): boolean {
  return [
    prepositions,
    particles,
    finiteVerbs,
    determiners,
    subjects,
    subordinators,
    adverbs,
    timeWords,
  ].some((words) => words.has(text));
}
