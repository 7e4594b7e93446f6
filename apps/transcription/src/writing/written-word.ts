import type { HeardSegment, SpokenWord } from '@debrief/contracts/resources/transcript';

/** A segment whose words are its text. */
export type WordedSegment = HeardSegment & { words: SpokenWord[] };

const MARKS_BEFORE = /^["“‘'(¿¡]+/u;
const MARKS_AFTER = /["”’'),.:;?!…]+$/u;
const ENDS_SENTENCE = /[.?!…。？！]["”’')]*$/u;
const titles = new Set(['mr', 'mrs', 'ms', 'dr', 'st']);

export function withText(segment: WordedSegment, words: SpokenWord[]): WordedSegment {
  return { ...segment, words, text: words.map(({ text }) => text).join(' ') };
}

/** The word as one says it: lower case, without the marks around it. */
export function plain(word: SpokenWord | undefined): string {
  return marksOff(word?.text ?? '').toLowerCase();
}

export function marksOff(text: string): string {
  return text.replace(MARKS_BEFORE, '').replace(MARKS_AFTER, '').replaceAll('’', "'");
}

/** The marks that follow a word. */
export function marksAfter(text: string): string {
  return MARKS_AFTER.exec(text)?.[0] ?? '';
}

export function endsSentence(word: SpokenWord | undefined): boolean {
  return word !== undefined && ENDS_SENTENCE.test(word.text) && !titles.has(plain(word));
}

/** As pocketsphinx writes letters that are said one by one (`b.`), or as others do (`b`). */
export function isLetter(word: SpokenWord | undefined): boolean {
  return /^\p{L}\.?$/u.test(word?.text ?? '');
}

/** All but its first letter stays. */
export function capitalized(text: string): string {
  return text.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}
