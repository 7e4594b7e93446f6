import type { SpokenWord } from '../commitments/spoken-words.ts';
import {
  actionVerbs,
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
const NAMING = new Set(['about', 'regarding', 'concerning']);

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
  while ((words[last + 1]?.glue ?? ' ') !== ' ') last += 1;
  const article = words[first - 1]?.text ?? '';
  if (isInside && first > 0 && (determiners.has(article) || article === 'the')) first -= 1;
  const goesOn = (at: number): boolean => {
    const next = words[at];
    return next !== undefined && next.pause === '' && !isBorder(next.text);
  };
  // `for independent | hardware stores`: after a preposition a word that is not a noun.
  const isNoun = /^\p{Lu}|(?:s|ing)$/u.test(words[last]?.written ?? '');
  const isCut = prepositions.has(words[last - 1]?.text ?? '') && !isNoun;
  // `your two thousand | seventeen Silverado`, `your data breach | exposure`: its noun comes after, up to a mark or the end.
  const rest = words.slice(last + 1);
  const ends = rest.findIndex(({ text, pause }) => pause !== '' || isBorder(text));
  const more = ends < 0 ? rest : rest.slice(0, ends);
  // Elsewhere a verb may follow: `my boiler broke`.
  const isNamed = NAMING.has(words[first - 1]?.text ?? '');
  const isMore =
    isNamed && more.length > 0 && more.length <= MOST_ADDED - 1 && (ends < 0 || isEnd(rest[ends]));
  if (isMore && more.every(({ text }) => !actionVerbs.has(text) && !/(?:ed|ly)$/.test(text)))
    last += more.length;
  for (let added = 0; isCut && added < MOST_ADDED && goesOn(last + 1); added += 1) last += 1;
  return { start: words[first]?.at ?? start, end: words[last]?.end ?? end };
}

/** A mark, or a word that only begins another part: behind a verb nobody sees where the noun ended. */
function isEnd(word: SpokenWord | undefined): boolean {
  return word === undefined || word.pause !== '' || prepositions.has(word.text);
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
