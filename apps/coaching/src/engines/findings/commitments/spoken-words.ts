import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { capitalized } from '../capitalized.ts';
import {
  actionVerbs,
  adverbs,
  determiners,
  fillers,
  formsOfAddress,
  properWords,
  timeWords,
} from './word-classes.ts';

/** A word as it may be printed. */
export interface SpokenWord {
  /** Lower case. */
  text: string;
  written: string;
  /** What joins it to the word before where that is no space, as in `follow-up`. */
  glue: string;
  /** A mark stands before it: a hint, since many transcripts have none. */
  pause: '' | 'short' | 'long';
  /** First character in the segment's text, and the one after its last. */
  at: number;
  end: number;
}

/** A recognizer writes these without their apostrophe; the words after tell which is meant. */
const RUN_TOGETHER: Record<string, string> = {
  ...{
    ill: 'i',
    youll: 'you',
    hell: 'he',
    shell: 'she',
    well: 'we',
    theyll: 'they',
    itll: 'it',
    thatll: 'that',
  },
};
const RUN_TOGETHER_SURE: Record<string, string> = {
  theyve: 'they have',
  weve: 'we have',
  hes: 'he is',
  shes: 'she is',
  theres: 'there is',
  heres: 'here is',
};
/** What is pointed at or addressed, as it is written elsewhere. */
const PLAIN: Record<string, string> = { em: 'them', yall: 'you', yalls: 'your' };

const TITLES = new Set('dr mr mrs ms st mt'.split(' '));
const SURE_ALONE = new Set(['youll', 'theyll', 'itll', 'thatll']);

/** The words of a stretch without fillers, repetitions and forms of address. */
export function spokenWords(conversation: Conversation, stretch: Stretch): SpokenWord[] {
  return repaired(withoutRepetitions(withoutNoise(opened(conversation, stretch), conversation)));
}

function opened(conversation: Conversation, stretch: Stretch): SpokenWord[] {
  const text = conversation.transcript.segments[stretch.segment]?.text ?? '';
  const names = new Set(Object.values(conversation.people).map((name) => name.toLowerCase()));
  const words: SpokenWord[] = [];
  let end = stretch.start;
  stretch.words.forEach((word, i) => {
    const previous = words.at(-1);
    if (word.text === "'s" && previous !== undefined) {
      // `y'all's place`, `you guys's order`.
      const before = words.at(-2);
      if (previous.text === "y'all") Object.assign(previous, { text: 'your', written: 'your' });
      if (previous.text === 'your') return;
      if (before?.text === 'you' && (CROWD.has(previous.text) || previous.text === 'all')) {
        words.pop();
        Object.assign(before, { text: 'your', written: 'your' });
        return;
      }
      previous.text += "'s";
      previous.written = `${text.slice(word.start, word.end)}`.replaceAll('’', "'");
      if (names.has(previous.text.slice(0, -2))) previous.written = capitalized(previous.written);
      return;
    }
    const source = text.slice(word.start, word.end);
    const isAmount = /^\$|%$/.test(source);
    // The unit of `$25`, which is printed with its number.
    if (isAmount && !/\d/.test(word.text)) return;
    const plain = PLAIN[word.text] ?? word.text;
    const isOpened =
      !isAmount && (stretch.words[i - 1]?.start === word.start || stretch.words[i + 1]?.start === word.start);
    const between = word.start >= end ? text.slice(end, word.start) : '';
    const money = /[£€]$/.exec(between)?.[0] ?? '';
    const surface = plain !== word.text ? plain : isOpened ? word.text : source;
    const isFirst = words.length === 0 || (/[.?!]/.test(between) && !TITLES.has(previous?.text ?? ''));
    const isPlural = /^['’]/.test(text.slice(word.end)) && word.text.endsWith('s');
    const written = money + casing(surface, word.text, isFirst, names) + (isPlural ? "'" : '');
    // `W-2s` are three words to the classifier.
    const isAttached = !isOpened && word.start === end && words.length > 0;
    const glue = isAttached || (words.length > 0 && /^[-/@&+]$/.test(between)) ? between : ' ';
    // The first word of a text with marks says that there are any.
    const isMarked = words.length === 0 && /[.?!,]/.test(text);
    // The full stop of `Dr.` ends nothing.
    const isTitle = TITLES.has(previous?.text ?? '') && between === '. ';
    const pause = isTitle
      ? ''
      : isMarked || /[.?!]/.test(between)
        ? 'long'
        : /[,;:—–]/.test(between)
          ? 'short'
          : '';
    const base = { glue, pause, at: word.start, end: word.end } as const;
    const subject = RUN_TOGETHER[word.text];
    const next = stretch.words[i + 1]?.text ?? '';
    if (
      word.text === 'id' &&
      ['be', 'like', 'have', 'want', 'need', 'say', 'love', 'rather'].includes(next)
    ) {
      words.push(
        { text: 'i', written: 'I', ...base },
        { text: 'would', written: 'would', glue: ' ', pause: '', at: word.start, end: word.end },
      );
      end = word.end;
      return;
    }
    const isVerbNext = actionVerbs.has(next) || adverbs.has(next) || next === 'not' || next === 'be';
    if (subject !== undefined && (SURE_ALONE.has(word.text) || isVerbNext)) {
      words.push({ text: subject, written: subject === 'i' ? 'I' : subject, ...base });
      words.push({ text: 'will', written: 'will', glue: ' ', pause: '', at: word.start, end: word.end });
    } else if (word.text === 'wont' || RUN_TOGETHER_SURE[word.text] !== undefined) {
      const [one = '', other = ''] = (RUN_TOGETHER_SURE[word.text] ?? 'will not').split(' ');
      words.push({ text: one, written: one, ...base });
      words.push({ text: other, written: other, glue: ' ', pause: '', at: word.start, end: word.end });
    } else words.push({ text: plain, written, ...base });
    end = word.end;
  });
  return words;
}

/** The capital of a sentence's start goes, those of names, days and `I` come or stay. */
function casing(surface: string, text: string, isFirst: boolean, names: ReadonlySet<string>): string {
  if (text === 'i' || properWords.has(text) || names.has(text)) return capitalized(surface);
  const isShouted = surface.length > 1 && surface === surface.toUpperCase() && /\p{L}/u.test(surface);
  return isFirst && !isShouted ? surface.toLowerCase() : surface;
}

/** `you guys`, `y'all`, `you all`: you; `send you all the papers` speaks of the papers. */
function isOfCrowd(word: SpokenWord, you: SpokenWord | undefined, next: SpokenWord | undefined): boolean {
  if (CROWD.has(word.text)) return true;
  if (word.text !== 'all') return false;
  const isOneWord = you?.at === word.at;
  return isOneWord || next === undefined || next.pause !== '' || !isNounNext(next.text);
}

const CROWD = new Set('guys folks lot'.split(' '));
const NUMBERS = /^(?:\d.*|two|three|four|five|six|seven|eight|nine|ten)$/;

function isNounNext(text: string): boolean {
  return (
    (determiners.has(text) && text !== 'a' && text !== 'an') ||
    NUMBERS.test(text) ||
    ['of', 'kinds', 'sorts', 'day'].includes(text)
  );
}

function withoutNoise(words: readonly SpokenWord[], { people }: Conversation): SpokenWord[] {
  const own = new Set(Object.values(people).map((name) => name.toLowerCase()));
  const kept: SpokenWord[] = [];
  let pause: SpokenWord['pause'] = '';
  words.forEach((word, i) => {
    const next = words[i + 1];
    const isSetOff = (word.pause !== '' || i === 0) && (next === undefined || next.pause !== '');
    const previous = words[i - 1]?.text ?? '';
    const isAddress = formsOfAddress.has(word.text) || own.has(word.text) || formsOfAddress.has(previous);
    const isTitled =
      ['mister', 'mr', 'mrs', 'miss', 'ms'].includes(previous) ||
      (['mister', 'mr', 'mrs', 'miss', 'ms'].includes(word.text) && i > 0);
    if (
      isTitled &&
      !['the', 'with', 'for', 'to', 'call', 'tell', 'ask'].includes(words[i - 2]?.text ?? '') &&
      i >= words.length - 2
    )
      return;
    const isAside = word.text === 'like' || (word.text === 'say' && word.pause === 'short');
    const isLooseTalk =
      (word.text === 'you' && next?.text === 'know' && (word.pause !== '' || words[i + 2]?.pause !== '')) ||
      (word.text === 'know' && previous === 'you' && (words[i - 1]?.pause !== '' || next?.pause !== ''));
    const isCrowd = previous === 'you' && isOfCrowd(word, words[i - 1], next);
    if (isCrowd || fillers.has(word.text) || (isSetOff && (isAddress || isAside)) || isLooseTalk) {
      if (word.pause === 'long' || pause === '') pause = word.pause;
      return;
    }
    kept.push(pause === 'long' || word.pause === '' ? { ...word, pause: word.pause || pause } : word);
    pause = '';
  });
  return kept;
}

const REPAIRS = new Set(['no', 'sorry', 'wait', 'rather', 'correction']);

/** `Monday, no, Tuesday` is Tuesday. */
function repaired(words: readonly SpokenWord[]): SpokenWord[] {
  const kept = words.filter(({ text }, i) => {
    const [next, after] = [words[i + 1]?.text ?? '', words[i + 2]?.text ?? ''];
    const [before, previous] = [words[i - 1]?.text ?? '', words[i + 1]?.text ?? ''];
    if (timeWords.has(text) && REPAIRS.has(next) && timeWords.has(after)) return false;
    return !(REPAIRS.has(text) && timeWords.has(before) && timeWords.has(previous));
  });
  return kept.map((word, i) =>
    timeWords.has(word.text) && words[i] !== word && word.pause === 'short' ? { ...word, pause: '' } : word,
  );
}

/** `the, the price` and `I'll, I'll send`: what is said again straight away counts once, as last said. */
function withoutRepetitions(words: readonly SpokenWord[]): SpokenWord[] {
  let kept = [...words];
  for (const size of [3, 2, 1]) {
    const result: SpokenWord[] = [];
    for (let i = 0; i < kept.length; i += 1) {
      const [here, there] = [kept.slice(i, i + size), kept.slice(i + size, i + 2 * size)];
      const isRepeated =
        there.length === size &&
        here.every(({ text }, k) => text === there[k]?.text && !/^\d/.test(text)) &&
        // `pull it, it'll give her something to do`.
        !(size === 1 && here[0]?.text === 'it' && there[0]?.pause !== '');
      const [first] = there;
      if (isRepeated && first !== undefined) {
        first.pause = here[0]?.pause ?? '';
        i += size - 1;
      } else result.push(kept[i] as SpokenWord);
    }
    kept = result;
  }
  return kept;
}

/** The words in one line, as printed. */
export function joined(words: readonly { written: string; glue: string }[]): string {
  return words.map(({ written, glue }, i) => (i === 0 ? written : glue + written)).join('');
}
