import type { SpokenWord } from '@debrief/contracts/resources/transcript';
import { joinWords } from '@debrief/contracts/resources/transcript-words';
import { isNumberWord, type ReadNumber, readDigit, readNumber } from './read-number.ts';
import { marksAfter, plain } from './written-word.ts';

/** What words are as figures, and how many of them. */
interface Figures {
  text: string;
  length: number;
}

/** A number beside one of these is one of several, or a part of another, and stays with them. */
const joints = new Set(['or', 'to', 'point', 'and', 'by', 'half', 'between']);
const LEAST_DIGITS = 7;
const repeats = new Map([
  ['double', 2],
  ['triple', 3],
]);

/**
 * Words with numbers in figures where a unit or their length says what they are: dollars, percent, times with a.m. or
 * p.m., and what is said digit by digit, such as telephone numbers, from seven digits on. All other numbers stay as they
 * were said (`three o'clock`, `twenty five years`, `two or three dollars`), and figures as the engine wrote them.
 */
export function writeNumbers(words: readonly SpokenWord[]): SpokenWord[] {
  const said = words.map(plain);
  const written: SpokenWord[] = [];
  for (let at = 0; at < words.length; ) {
    const read = readFigures(said, at);
    const figures = read !== null && isUnbroken(words.slice(at, at + read.length - 1), read) ? read : null;
    const own = words.slice(at, at + (figures?.length ?? 1));
    at += own.length;
    // Four hours are tens of thousands of words: those that stay are not copied.
    if (figures === null) written.push(...own);
    else written.push(joinWords(own, figures.text + marksBehind(own.at(-1), words[at])));
  }
  return written;
}

/** Marks between them keep words apart, but commas between digits that are said one by one. */
function isUnbroken(inner: readonly SpokenWord[], { text }: Figures): boolean {
  const isRun = /^\d[\d-]+$/.test(text);
  return inner.every((word) => (isRun ? /^[\p{L}-]+,?$/u : /^(\p{L}\.|[\p{L}-]+)$/u).test(word.text));
}

/** The full stop of `p.m.` is its own, unless a sentence begins behind it. */
function marksBehind(last: SpokenWord | undefined, next: SpokenWord | undefined): string {
  const marks = marksAfter(last?.text ?? '');
  const isOwn = /^(\p{L}\.)?m\./iu.test(last?.text ?? '') && /^\p{Ll}/u.test(next?.text ?? '');
  return isOwn ? marks.replace('.', '') : marks;
}

function readFigures(said: readonly string[], at: number): Figures | null {
  const before = said[at - 1] ?? '';
  return (
    readRun(said, at) ??
    (isNumberWord(before) || (joints.has(before) && isAfterNumber(said, at - 1))
      ? null
      : (readAmount(said, at) ?? readClock(said, at)))
  );
}

function isAfterNumber(said: readonly string[], joint: number): boolean {
  const before = said[joint - 1] ?? '';
  return said[joint] === 'between' || before === 'quarter' || isNumberWord(before);
}

/** `$25`, `$19.99`, `10%`, `4.9%`. */
function readAmount(said: readonly string[], at: number): Figures | null {
  const number = withFraction(said, at, readNumber(said, at));
  if (number === null) return null;
  const next = at + number.length;
  const unit = said[next] ?? '';
  if (unit === 'percent') return { text: `${number.text}%`, length: number.length + 1 };
  if (unit === 'per' && said[next + 1] === 'cent')
    return { text: `${number.text}%`, length: number.length + 2 };
  if (unit !== 'dollars' && unit !== 'dollar') return null;
  const and = said[next + 1] === 'and' ? 1 : 0;
  const cents = number.isWhole ? readNumber(said, next + 1 + and) : null;
  const isCents =
    cents !== null && cents.value < 100 && /^cents?$/.test(said[next + 1 + and + cents.length] ?? '');
  return isCents
    ? {
        text: `$${number.text}.${`${cents.value}`.padStart(2, '0')}`,
        length: number.length + 1 + and + cents.length + 1,
      }
    : { text: `$${number.text}`, length: number.length + 1 };
}

/** `four point nine`. */
function withFraction(said: readonly string[], at: number, whole: ReadNumber | null) {
  if (whole === null) return null;
  const text = whole.value.toLocaleString('en-US');
  let length = whole.length;
  if (said[at + length] !== 'point') return { text, length, isWhole: true };
  let fraction = '';
  length += 1;
  for (
    let digit = readDigit(said[at + length] ?? '');
    digit !== null;
    digit = readDigit(said[at + length] ?? '')
  ) {
    fraction += digit;
    length += 1;
  }
  return fraction === '' ? null : { text: `${text}.${fraction}`, length, isWhole: false };
}

/** `3:30 PM`, `9 AM`; a full stop in it would seem to end a sentence. `Half past ten a.m.` stays. */
function readClock(said: readonly string[], at: number): Figures | null {
  if (said[at - 1] === 'past') return null;
  const hour = readNumber([said[at] ?? ''], 0);
  if (hour === null || hour.value < 1 || hour.value > 12) return null;
  const minutes = readMinutes(said, at + 1);
  const to = at + 1 + (minutes?.length ?? 0);
  const half = readHalf(said, to);
  if (half === null) return null;
  const minute = minutes === null ? '' : `:${`${minutes.value}`.padStart(2, '0')}`;
  return { text: `${hour.value}${minute} ${half.text}`, length: to + half.length - at };
}

function readMinutes(said: readonly string[], at: number): ReadNumber | null {
  if (said[at] === 'oh' || said[at] === 'o') {
    const digit = readDigit(said[at + 1] ?? '');
    return digit === null || digit === 0 ? null : { value: digit, length: 2 };
  }
  const minutes = readNumber(said, at);
  return minutes !== null && minutes.value >= 10 && minutes.value < 60 ? minutes : null;
}

/** `a m`, `a.m.`, `pm`; but `at ten am i` speaks of nobody's morning. */
function readHalf(said: readonly string[], at: number): Figures | null {
  const [first = '', second = ''] = [said[at], said[at + 1]];
  if (/^[ap]$/.test(first) && second === 'm') return { text: `${first}m`.toUpperCase(), length: 2 };
  const whole = /^([ap])\.?m$/.exec(first);
  if (whole === null) return null;
  return first === 'am' && /^(i|not)$/.test(second)
    ? null
    : { text: `${whole[1]}m`.toUpperCase(), length: 1 };
}

/** Seven digits or more, said one by one. Those of North America are divided as they are there. */
function readRun(said: readonly string[], at: number): Figures | null {
  let text = '';
  let to = at;
  // `Eight hundred`, as the area of a free call.
  const areaAt = said[at] === 'one' ? at + 1 : at;
  for (;;) {
    const area = to === areaAt && said[to + 1] === 'hundred' ? readDigit(said[to] ?? '') : null;
    if (area !== null) {
      text += `${area}00`;
      to += 2;
    }
    const count = repeats.get(said[to] ?? '');
    const digit = readDigit(said[to + (count === undefined ? 0 : 1)] ?? '');
    if (digit === null) break;
    text += `${digit}`.repeat(count ?? 1);
    to += count === undefined ? 1 : 2;
  }
  if (text.length < LEAST_DIGITS || isNumberWord(said[at - 1] ?? '') || isNumberWord(said[to] ?? ''))
    return null;
  return { text: grouped(text), length: to - at };
}

function grouped(digits: string): string {
  const [, country = '', area = '', exchange, line] =
    /^(1?)([2-9]\d\d)?([2-9]\d\d)(\d{4})$/.exec(digits) ?? [];
  if (exchange === undefined || (country !== '' && area === '')) return digits;
  return [country, area, exchange, line].filter((part) => part !== '').join('-');
}
