import type { SpokenWord } from './transcript.ts';

interface Worded {
  readonly text: string;
  readonly words?: readonly SpokenWord[];
}

/** The words as one, from the start of the first to the end of the last, and as sure as the least sure. */
export function joinWords(words: readonly SpokenWord[], text: string): SpokenWord {
  const known = words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  return {
    text,
    start_time: words[0]?.start_time ?? 0,
    end_time: words.at(-1)?.end_time ?? 0,
    confidence: known.length === 0 ? null : Math.min(...known),
  };
}

/**
 * A segment whose text was changed in some place, as where a number was removed, with words that agree with the text
 * again: those before and after the place stay, and those between become one.
 */
export function fitWords<Segment extends Worded>(segment: Segment): Segment {
  const { text, words } = segment;
  if (words === undefined || words.length === 0 || joined(words) === text) return segment;
  let from = 0;
  let start = 0;
  while (from < words.length && startsWith(text, start, words[from])) {
    start += (words[from]?.text.length ?? 0) + 1;
    from += 1;
  }
  let to = words.length;
  let end = text.length;
  while (to > from && end > start && endsWith(text, end, words[to - 1])) {
    end -= (words[to - 1]?.text.length ?? 0) + 1;
    to -= 1;
  }
  const between = text.slice(start, Math.max(start, end));
  const fitted = [...words.slice(0, from), joinWords(words.slice(from, to), between), ...words.slice(to)];
  return { ...segment, words: from < to && joined(fitted) === text ? fitted : [joinWords(words, text)] };
}

function startsWith(text: string, at: number, word: SpokenWord | undefined): boolean {
  const end = at + (word?.text.length ?? 0);
  return word !== undefined && text.startsWith(word.text, at) && (end === text.length || text[end] === ' ');
}

function endsWith(text: string, at: number, word: SpokenWord | undefined): boolean {
  const start = at - (word?.text.length ?? 0);
  return word !== undefined && text.endsWith(word.text, at) && (start === 0 || text[start - 1] === ' ');
}

function joined(words: readonly SpokenWord[]): string {
  return words.map(({ text }) => text).join(' ');
}
