import type { SpokenWord } from '@debrief/contracts/resources/transcript';
import { beforeName, noNames, ordinals, ordinaryNames, properNames } from './english.ts';
import { capitalized, endsSentence, isLetter, plain, type WordedSegment, withText } from './written-word.ts';

const beforeMonth = new Set([
  'in',
  'of',
  'by',
  'since',
  'until',
  'through',
  'last',
  'next',
  'early',
  'late',
  'mid',
]);
const titles = new Map([
  ['mr', 'Mr.'],
  ['mrs', 'Mrs.'],
  ['ms', 'Ms.'],
  ['dr', 'Dr.'],
]);

/**
 * English with capitals: of sentences, of `I`, of days, months and letters said one by one, of the names of those who
 * speak. A name that is a word, too (`Will`, `May`), has one only where it must be the name.
 */
export function capitalize(segments: readonly WordedSegment[], speakers: readonly string[]): WordedSegment[] {
  const names = speakers.map((name) =>
    name
      .toLowerCase()
      .split(/[^\p{L}']+/u)
      .filter((part) => part.length > 1 && !noNames.has(part)),
  );
  /** Whether what each speaker says next begins a sentence. */
  const begins = new Map<string, boolean>();
  return segments.map((segment) => {
    const { words } = segment;
    let isFirst = begins.get(segment.role) ?? true;
    const written = words.map((word, at) => {
      // `[card number]` is a mark and stays as it is.
      const isProper = !word.text.startsWith('[') && (isFirst || isCapital(words, at, names));
      isFirst = endsSentence(word);
      return isProper ? withCapital(word) : word;
    });
    if (words.length > 0) begins.set(segment.role, isFirst);
    return withText(segment, written);
  });
}

function isCapital(words: readonly SpokenWord[], at: number, names: readonly (readonly string[])[]): boolean {
  const said = plain(words[at]);
  if (said === 'i' || said.startsWith("i'")) return true;
  const stem = said.replace(/'s$/, '');
  if (properNames.has(stem) || properNames.has(stem.replace(/s$/, '')) || titles.has(said)) return true;
  if ((said === 'may' || said === 'march') && isMonth(words, at)) return true;
  return names.some((parts) => {
    const part = parts.indexOf(stem);
    return part !== -1 && (!ordinaryNames.has(stem) || isName(words, at, parts, part));
  });
}

function isMonth(words: readonly SpokenWord[], at: number): boolean {
  const after = plain(words[at + 1]);
  return beforeMonth.has(plain(words[at - 1])) || ordinals.has(after) || /^\d+(st|nd|rd|th)?$/.test(after);
}

/** Beside the other part of the name, or where a name is due. */
function isName(words: readonly SpokenWord[], at: number, parts: readonly string[], part: number): boolean {
  const [before, after] = [plain(words[at - 1]), plain(words[at + 1])];
  const isThis = before === 'is' && plain(words[at - 2]) === 'this';
  const isNamed = before === "name's" || (before === 'is' && plain(words[at - 2]) === 'name');
  const isWhole = after === (parts[part + 1] ?? null) || before === (parts[part - 1] ?? null);
  return isThis || isNamed || isWhole || beforeName.has(before) || titles.has(before);
}

function withCapital(word: SpokenWord): SpokenWord {
  const title = titles.get(word.text);
  return { ...word, text: title ?? capitalized(word.text) };
}

/** Letters that are said one by one as capitals, before full stops are set: pocketsphinx has `b.` for them. */
export function writeLetters(segment: WordedSegment): WordedSegment {
  return withText(segment, segment.words.map(withLetter));
}

/** `b.` becomes `B`; `a`, `i` and `o` are letters among letters. */
function withLetter(word: SpokenWord, at: number, words: readonly SpokenWord[]): SpokenWord {
  if (!isLetter(word)) return word;
  const text = word.text.replace(/\.$/, '');
  const isAmong = [words[at - 1], words[at + 1]].every((other) => other === undefined || isLetter(other));
  const isSpelled = text !== word.text || !/^[aio]$/i.test(text) || (isAmong && words.length > 1);
  return { ...word, text: isSpelled ? text.toUpperCase() : text };
}
