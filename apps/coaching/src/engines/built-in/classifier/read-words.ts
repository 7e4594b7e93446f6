import type { Segment, SpeakerRole, Transcript } from '@debrief/contracts/resources/transcript';
import { type RawWord, splitWords } from '../../conversation/split-words.ts';

/** What stands between two words, where the engine writes punctuation. */
export type Mark = '' | ',' | '.' | '?';

export interface SpokenWord extends RawWord {
  segment: number;
  /** The word, or the class it belongs to: a number, a day, somebody's name. */
  token: string;
  /** The mark that follows it. */
  mark: Mark;
}

/** Everything one speaker says until the other takes over. */
export interface SpokenTurn {
  role: SpeakerRole;
  words: readonly SpokenWord[];
  /** Whether the text has punctuation at all. */
  punctuated: boolean;
}

const numbers = new Set(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million'
  ).split(' '),
);
const days = new Set(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].flatMap((day) => [
    day,
    `${day}s`,
  ]),
);
const months = new Set(
  'january february april june july august september october november december'.split(' '),
);
const titles = new Set(['mr', 'mrs', 'ms', 'dr', 'st', 'jr']);
const notNames = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'sir',
  'madam',
  'doctor',
  'unknown',
  'the',
  'and',
]);

/** Turns of those who say something; the names of the two people become `<agent>` and `<contact>`. */
export function readWords({ segments, speakers }: Transcript): SpokenTurn[] {
  const names = new Map([
    ...namesIn(speakers.agent).map((name) => [name, '<agent>'] as const),
    ...namesIn(speakers.contact).map((name) => [name, '<contact>'] as const),
  ]);
  const turns: { role: SpeakerRole; words: SpokenWord[] }[] = [];
  segments.forEach((segment, index) => {
    const words = wordsOf(segment, index, names);
    if (words.length === 0) return;
    const last = turns.at(-1);
    if (last?.role === segment.role) for (const word of words) last.words.push(word);
    else turns.push({ role: segment.role, words });
  });
  return turns.map((turn) => ({ ...turn, punctuated: turn.words.some(({ mark }) => endsSentence(mark)) }));
}

export function endsSentence(mark: Mark): boolean {
  return mark === '.' || mark === '?';
}

function wordsOf({ text }: Segment, segment: number, names: ReadonlyMap<string, string>): SpokenWord[] {
  const words = splitWords(text);
  return words.map((word, i) => ({
    ...word,
    segment,
    token: names.get(word.text) ?? tokenOf(word.text),
    mark: isOneName(text, word, words[i + 1])
      ? ''
      : markIn(text.slice(word.end, words[i + 1]?.start ?? text.length), titles.has(word.text)),
  }));
}

/** `sunrise.com`, `maria@sunrise.com`: words of one address. */
function isOneName(text: string, word: RawWord, next: RawWord | undefined): boolean {
  return next !== undefined && /^\p{L}{2}[.@]\p{L}{2}$/u.test(text.slice(word.end - 2, next.start + 2));
}

function namesIn(name: string): string[] {
  return splitWords(name).flatMap(({ text }) => (text.length > 2 && !notNames.has(text) ? [text] : []));
}

function tokenOf(word: string): string {
  if (/\d/.test(word) || numbers.has(word)) return '<number>';
  if (days.has(word)) return '<day>';
  return months.has(word) ? '<month>' : word;
}

/** An ellipsis is a hesitation, and the full stop of a title ends nothing. */
function markIn(between: string, isTitle: boolean): Mark {
  if (between.includes('?')) return '?';
  if (/[.!]/.test(between) && !between.includes('..') && !isTitle) return '.';
  return /[,;:–—…-]|\.\./.test(between) ? ',' : '';
}
