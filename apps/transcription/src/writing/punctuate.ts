import type { SpokenWord } from '@debrief/contracts/resources/transcript';
import {
  afterYesOrNo,
  beforeName,
  commaBeforeName,
  joining,
  leadingComma,
  leadingStop,
  noEnd,
  noStart,
  soleSentences,
  subjects,
} from './english.ts';
import { findQuestion, opensQuestion } from './find-question.ts';
import { marksAfter, plain, type WordedSegment, withText } from './written-word.ts';

/** In it somebody may end a sentence; a shorter one is between two words. */
const PAUSE_SECONDS = 0.3;
/** Engines that say when a word ends leave as much where there is silence at all. */
const SILENCE_SECONDS = 0.03;

/**
 * English with full stops, question marks and commas where pauses, turns and words show them. What is not sure has no
 * mark: a wrong question mark misleads more than a missing one.
 */
export function punctuate(segments: readonly WordedSegment[], speakers: readonly string[]): WordedSegment[] {
  const names = new Set(
    speakers.flatMap((name) => name.toLowerCase().split(/[^\p{L}']+/u)).filter((part) => part.length > 1),
  );
  const isName = (word: string) => names.has(word);
  return segments.map((segment, index) => {
    const next = segments[index + 1];
    // Otherwise the other side has the word now.
    const goesOn = next?.role === segment.role ? next.words : [];
    const pieces = cutAtPauses(segment.words);
    const marked = pieces.flatMap((piece, at) => withMarks(piece, pieces[at + 1] ?? goesOn, isName));
    return withText(segment, marked);
  });
}

/** @param after what the same person says next, unless somebody else does before. */
function withMarks(
  piece: readonly SpokenWord[],
  after: readonly SpokenWord[],
  isName: (word: string) => boolean,
): SpokenWord[] {
  const marks = leadingMarks(piece.map(plain), isName).set(piece.length - 1, endMark(piece, after, isName));
  return piece.map((word, at) => {
    const mark = marks.get(at) ?? '';
    return mark === '' || marksAfter(word.text) !== '' ? word : { ...word, text: word.text + mark };
  });
}

/** Where a pause, or silence at a place that is one for a mark, ends a sentence or a part of one. */
function cutAtPauses(words: readonly SpokenWord[]): SpokenWord[][] {
  const said = words.map(plain);
  const pieces: SpokenWord[][] = [];
  let from = 0;
  for (const [at, word] of words.entries()) {
    const silence = silenceBefore(word, words[at - 1]);
    const isPlace = () => startsAnew(said, at) || joinsClause(said, at) || standsAlone(said, from, at);
    if (at === 0 || silence >= PAUSE_SECONDS || (silence >= SILENCE_SECONDS && isPlace())) {
      pieces.push([]);
      from = at;
    }
    pieces.at(-1)?.push(word);
  }
  return pieces;
}

function silenceBefore(word: SpokenWord, before: SpokenWord | undefined): number {
  return word.start_time - (before?.end_time ?? word.start_time);
}

function startsAnew(said: readonly string[], at: number): boolean {
  if (noEnd.has(said[at - 1] ?? '')) return false;
  return opensQuestion(said, joining.has(said[at] ?? '') ? at + 1 : at, true);
}

/** `…, and it keeps going up`; but `you and your husband`. */
function joinsClause(said: readonly string[], at: number): boolean {
  return joining.has(said[at] ?? '') && (said[at] === 'but' || subjects.has(said[at + 1] ?? ''));
}

function standsAlone(said: readonly string[], from: number, to: number): boolean {
  if (to - from > 2) return false;
  const phrase = said.slice(from, to).join(' ');
  return leadingComma.has(phrase) || leadingStop.has(phrase) || soleSentences.has(phrase);
}

type Mark = '' | ',' | '.' | '?';

function endMark(
  piece: readonly SpokenWord[],
  after: readonly SpokenWord[],
  isName: (word: string) => boolean,
): Mark {
  const said = piece.map(plain);
  const [next] = after;
  if (noEnd.has(said.at(-1) ?? '')) return '';
  if (findQuestion(said, isName) !== null) return '?';
  if (next === undefined) return '.';
  const isShort = silenceBefore(next, piece.at(-1)) < PAUSE_SECONDS;
  if (isShort && leadingComma.has(said.join(' '))) return ',';
  const following = after.slice(0, 3).map(plain);
  if (startsAnew(['', ...following], 1)) return '.';
  if (joining.has(plain(next))) return ',';
  return noStart.has(plain(next)) ? '' : '.';
}

/** After `well`, `oh okay` or `got it` at the start, and around a name that somebody is called by. */
function leadingMarks(said: readonly string[], isName: (word: string) => boolean): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  said.forEach((word, at) => {
    if (isName(word) && phraseEndingAt(commaBeforeName, said, at - 1)) marks.set(at - 1, ',');
  });
  const greeting = phraseAt(beforeName, said, 0);
  if (greeting > 0 && isName(said[greeting] ?? '')) {
    return marks.set(isName(said[greeting + 1] ?? '') ? greeting + 1 : greeting, ',');
  }
  const stop = phraseAt(leadingStop, said, 0);
  if (stop > 0) return marks.set(stop - 1, '.');
  let length = 0;
  for (let next = phraseAt(leadingComma, said, 0); next > 0; next = phraseAt(leadingComma, said, length))
    length += next;
  // `No problem`, `yes please`: one phrase.
  const isPhrase = /^(yes|no)$/.test(said[length - 1] ?? '') && !afterYesOrNo.has(said[length] ?? '');
  return length === 0 || isPhrase ? marks : marks.set(length - 1, ',');
}

/** How many words of a phrase of at most two stand at a place. */
function phraseAt(phrases: ReadonlySet<string>, said: readonly string[], at: number): number {
  const [one = '', two = ''] = [said[at], said[at + 1]];
  return phrases.has(`${one} ${two}`) ? 2 : phrases.has(one) ? 1 : 0;
}

function phraseEndingAt(phrases: ReadonlySet<string>, said: readonly string[], at: number): boolean {
  return phrases.has(said[at] ?? '') || phrases.has(`${said[at - 1]} ${said[at]}`);
}
