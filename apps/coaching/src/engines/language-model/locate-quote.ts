/** A word of a line, and whether a stretch has it. */
interface Place {
  word: string;
  start: number;
  end: number;
  taken: boolean;
}

/** The words of a text of which each belongs to at most one quote. */
export interface Locator {
  wordCount: number;
  takenCount(): number;
  /** Where a quote stands, as far as its words were not taken before; null when it does not stand there. */
  take(quote: string): { start: number; end: number } | null;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const MARKS_BEFORE = /[^\s\p{L}\p{M}\p{N}]*$/u;
const MARKS_AFTER = /^[^\s\p{L}\p{M}\p{N}]*/u;

/**
 * Finds quotes by their words alone: models correct capitals, punctuation and spaces while they copy. What is found is
 * a place in the text, so that what is quoted later is verbatim.
 */
export function createLocator(text: string): Locator {
  const places: Place[] = wordsOf(text).map((place) => ({ ...place, taken: false }));
  let next = 0;
  return {
    wordCount: places.length,
    takenCount: () => places.filter(({ taken }) => taken).length,
    take(quote) {
      const words = wordsOf(quote).map(({ word }) => word);
      if (words.length === 0 || words.length > places.length) return null;
      const last = places.length - words.length;
      // Quotes come in order: the next free place first, then an earlier one.
      for (let step = 0; step <= last; step += 1) {
        const at = (Math.min(next, last) + step) % (last + 1);
        const run = places.slice(at, at + words.length);
        if (!run.every(({ word, taken }, index) => !taken && word === words[index])) continue;
        for (const place of run) place.taken = true;
        next = at + words.length;
        return withMarks(text, run);
      }
      return null;
    },
  };
}

function wordsOf(text: string): Omit<Place, 'taken'>[] {
  return [...text.matchAll(WORD)].map((match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** A currency sign before the first word and a full stop after the last belong to a quote. */
function withMarks(text: string, run: readonly Place[]): { start: number; end: number } {
  const start = run[0]?.start ?? 0;
  const end = run.at(-1)?.end ?? 0;
  const before = MARKS_BEFORE.exec(text.slice(Math.max(0, start - MARKS_MAX), start))?.[0] ?? '';
  const after = MARKS_AFTER.exec(text.slice(end, end + MARKS_MAX))?.[0] ?? '';
  return { start: start - before.length, end: end + after.length };
}

const MARKS_MAX = 5;
