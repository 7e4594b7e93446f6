import type { SpokenClock } from './spoken-time.ts';
import { beforeHours, cardinals, largeNumbers, measures, misheardHours, tens } from './time-words.ts';

/** A clock time and the place after it. */
export interface ReadClock {
  clock: SpokenClock;
  to: number;
  /** Its shape alone makes it a time: `quarter past nine`, `nine pm`, `10:30`. */
  isFirm: boolean;
}

const BEFORE = new Set(['to', 'till', 'til', 'of', 'before']);
const AFTER = new Set(['past', 'after']);
const STEPS = new Map([
  ['five', 5],
  ['ten', 10],
  ['twenty', 20],
  ['quarter', 15],
  ['5', 5],
  ['10', 10],
  ['20', 20],
]);

/** Reads a clock time at a word, whether or not the words around it let it be one. */
export function readClock(words: readonly string[], at: number): ReadClock | null {
  const word = words[at] ?? '';
  if (word === 'noon' || word === 'midday') return firm(12, 0, 'pm', 'noon', at + 1);
  if (word === 'midnight') return firm(0, 0, 'am', 'midnight', at + 1);
  return readHalf(words, at) ?? readSteps(words, at) ?? readPlain(words, at);
}

/** `half past six`, and the British `half six`, which is the same. */
function readHalf(words: readonly string[], at: number): ReadClock | null {
  if (words[at] !== 'half') return null;
  const isLong = words[at + 1] === 'past';
  const hour = hourAt(words, at + (isLong ? 2 : 1), true);
  if (hour !== null) {
    const to = at + (isLong ? 3 : 2);
    if (!isLong && measures.has(words[to] ?? '')) return null;
    return withHalf(words, to, hour.value, 30, `half ${isLong ? 'past ' : ''}${hour.word}`, true);
  }
  return isLong ? firm(null, 30, null, 'half past', at + 2) : null;
}

/** `quarter to ten`, `twenty past eleven`, and `quarter past` of the hour that was spoken of. */
function readSteps(words: readonly string[], at: number): ReadClock | null {
  let minute = STEPS.get(words[at] ?? '');
  let side = at + 1;
  if (minute === undefined) return null;
  if (minute === 20 && (words[side] === 'five' || words[side] === '5')) {
    minute = 25;
    side += 1;
  }
  if (words[side] === 'minutes') side += 1;
  const isBefore = BEFORE.has(words[side] ?? '');
  if (!isBefore && !AFTER.has(words[side] ?? '')) return null;
  const hour = hourAt(words, side + 1, minute === 15 || words[side] === 'past' || words[side] === 'to');
  const spoken = words.slice(at, side + 1).join(' ');
  if (hour === null) {
    const isAlone = side + 1 >= words.length || (minute === 15 && words[side] === 'past');
    if (!isAlone || words[side] === 'after' || words[side] === 'of') return null;
    const clock: SpokenClock = { hour: null, minute, half: null, words: spoken };
    return { clock: isBefore ? { ...clock, isBefore: true } : clock, to: side + 1, isFirm: true };
  }
  const value = isBefore ? hourBefore(hour.value) : hour.value;
  const read = withHalf(
    words,
    side + 2,
    value,
    isBefore ? 60 - minute : minute,
    `${spoken} ${hour.word}`,
    true,
  );
  return measures.has(words[read.to] ?? '') ? null : read;
}

/** A quarter to one is 12:45, on the clock of twelve hours. */
function hourBefore(hour: number): number {
  return hour === 1 ? 12 : hour - 1;
}

/** `three`, `three thirty`, `seven oh five`, `eight forty five`, `10:30`, `4 pm`. */
function readPlain(words: readonly string[], at: number): ReadClock | null {
  const digits = /^(\d{1,2})[:.](\d\d)$/.exec(words[at] ?? '');
  if (digits !== null) {
    const [hour, minute] = [Number(digits[1]), Number(digits[2])];
    if (hour > 23 || minute > 59) return null;
    return withHalf(words, at + 1, hour, minute, `${hour}:${digits[2]}`, (words[at] ?? '').includes(':'));
  }
  const isNumberBefore = isNumber(words[at - 1]);
  const minutes = minutesAt(words, at + 1);
  const isMisheard =
    minutes !== null ||
    words.length === 1 ||
    words[at + 1] === 'oclock' ||
    beforeHours.has(words[at - 1] ?? '');
  const hour = hourAt(words, at, isMisheard);
  if (hour === null || hour.value > 12) return null;
  if (minutes === null) return isNumber(words[at + 1]) && !isPair(words, at) ? null : plain(words, at, hour);
  if (isNumber(words[minutes.to]) || (isNumberBefore && !isPair(words, at - 1))) return null;
  return withHalf(words, minutes.to, hour.value, minutes.value, `${hour.word} ${minutes.words}`, false);
}

function plain(
  words: readonly string[],
  at: number,
  hour: { value: number; word: string },
): ReadClock | null {
  if (isNumber(words[at - 1]) && !isPair(words, at - 1)) return null;
  return withHalf(words, at + 1, hour.value, 0, hour.word, false);
}

/** `four, four thirty` and `not nine, nine thirty`: two hours in a row, the second more exact. */
function isPair(words: readonly string[], at: number): boolean {
  const [first, second] = [hourAt(words, at, false), hourAt(words, at + 1, false)];
  if (first === null || second === null || isNumber(words[at - 1])) return false;
  const minutes = minutesAt(words, at + 2);
  if (minutes === null)
    return second.value - first.value <= 1 && second.value >= first.value && !isNumber(words[at + 2]);
  return first.value <= second.value && second.value <= first.value + 1 && !isNumber(words[minutes.to]);
}

/** Minutes in words are multiples of five: `at four, twelve maple street` is not twelve minutes past four. */
function minutesAt(words: readonly string[], at: number): ReadMinutes | null {
  const read = readMinutes(words, at);
  return read !== null && (read.value % 5 === 0 || /\d/.test(read.words)) ? read : null;
}

interface ReadMinutes {
  value: number;
  to: number;
  words: string;
}

function readMinutes(words: readonly string[], at: number): ReadMinutes | null {
  const word = words[at] ?? '';
  const next = words[at + 1] ?? '';
  if (word === 'oh' || word === 'o') {
    const unit = cardinals.get(next);
    return unit !== undefined && unit < 10 ? { value: unit, to: at + 2, words: `oh ${next}` } : null;
  }
  const ten = tens.get(word);
  if (ten !== undefined) {
    const unit = cardinals.get(next);
    const isWhole = unit !== undefined && unit < 10;
    return isWhole
      ? { value: ten + unit, to: at + 2, words: `${word} ${next}` }
      : { value: ten, to: at + 1, words: word };
  }
  if (/^[0-5]\d$/.test(word)) return { value: Number(word), to: at + 1, words: word };
  const teen = cardinals.get(word);
  return teen !== undefined && teen >= 10 ? { value: teen, to: at + 1, words: word } : null;
}

function hourAt(
  words: readonly string[],
  at: number,
  isMisheard: boolean,
): { value: number; word: string } | null {
  const text = words[at] ?? '';
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 12)
    return { value: Number(text), word: text };
  const next = words[at + 1] ?? '';
  // Between other words `to` and `for` are what they look like.
  const isLast = !['to', 'for'].includes(text) || next === '' || next === 'oclock' || tens.has(next);
  const word = isMisheard && isLast ? (misheardHours.get(text) ?? text) : text;
  const value = cardinals.get(word);
  return value !== undefined && value <= 12 ? { value, word } : null;
}

/** Takes in `o'clock`, `am` and `pm`, in the spellings of `splitWords`. */
function withHalf(
  words: readonly string[],
  at: number,
  hour: number,
  minute: number,
  spoken: string,
  isShaped: boolean,
): ReadClock {
  let to = at;
  let half: 'am' | 'pm' | null = hour > 12 ? 'pm' : null;
  let isFirm = isShaped;
  if (words[to] === 'oclock') {
    to += 1;
    isFirm = true;
  } else if (words[to] === 'ish' || words[to] === 'sharp') to += 1;
  const [word, next] = [words[to], words[to + 1]];
  const isSpelled = (word === 'a' || word === 'p') && next === 'm';
  if (word === 'pm' || word === 'am' || word === 'am.' || isSpelled) {
    half = (word ?? '').startsWith('p') ? 'pm' : 'am';
    to += isSpelled ? 2 : 1;
    isFirm = true;
  }
  return { clock: { hour, minute, half, words: spoken }, to, isFirm };
}

function firm(
  hour: number | null,
  minute: number,
  half: 'am' | 'pm' | null,
  words: string,
  to: number,
): ReadClock {
  return { clock: { hour, minute, half, words }, to, isFirm: true };
}

export function isNumber(word = ''): boolean {
  return (
    cardinals.has(word) || tens.has(word) || largeNumbers.has(word) || word === 'oh' || /^\d+$/.test(word)
  );
}
