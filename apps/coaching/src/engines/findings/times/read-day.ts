import type { SpokenDay } from './spoken-time.ts';
import { afterHours, cardinals, fullMonths, months, ordinals, tens, weekdays } from './time-words.ts';

/** A day and the place after it. */
export interface ReadDay {
  day: SpokenDay;
  to: number;
  isAhead: boolean;
}

interface Piece {
  day: SpokenDay;
  to: number;
}

/** Reads a day at a word, with all that is said about it: `wednesday the fourth of march`, `a week on monday`. */
export function readDay(words: readonly string[], at: number, isExpected: boolean): ReadDay | null {
  const first = readPiece(words, at, isExpected);
  if (first === null) return null;
  let { day, to } = first;
  for (let next = nextPiece(words, to, day); next !== null; next = nextPiece(words, to, day)) {
    day = { ...day, ...next.day };
    to = next.to;
  }
  return { day, to, isAhead: isAhead(words, at) };
}

const JOINTS = new Set(['the', 'of', 'on', 'that', 'which', 'then']);

function nextPiece(words: readonly string[], from: number, day: SpokenDay): Piece | null {
  const suffix = weekdaySuffix(words, from, day);
  if (suffix !== null) return suffix;
  for (let at = from; at <= from + 2; at += 1) {
    const piece = readPiece(words, at, true, day);
    if (piece !== null) {
      const isNew = Object.keys(piece.day).every((key) => !(key in day));
      return isNew && !('offset' in piece.day && 'weekday' in day) ? piece : null;
    }
    const isJoint = JOINTS.has(words[at] ?? '') || (words[at] === 'is' && 'weekday' in day);
    if (!isJoint) return null;
  }
  return null;
}

/** British `thursday week`, and `monday after next`. */
function weekdaySuffix(words: readonly string[], at: number, day: SpokenDay): Piece | null {
  if (day.weekday === undefined && day.offset === undefined) return null;
  if (day.which !== undefined || day.week !== undefined || day.weeksOn !== undefined) return null;
  if (words[at] === 'week' && !['is', 'was', 'will'].includes(words[at + 1] ?? '')) {
    return day.weekday === undefined
      ? { day: { offset: (day.offset ?? 0) + 7 }, to: at + 1 }
      : { day: { weeksOn: 1 }, to: at + 1 };
  }
  if (words[at] === 'after' && words[at + 1] === 'next') return { day: { weeksOn: 1 }, to: at + 2 };
  return null;
}

function readPiece(
  words: readonly string[],
  at: number,
  isExpected: boolean,
  so: SpokenDay = {},
): Piece | null {
  return (
    readWeekday(words, at) ??
    readRelative(words, at) ??
    (isExpected ? readSoon(words, at) : null) ??
    readWeek(words, at) ??
    readDate(words, at, isExpected, so)
  );
}

const WHICH = new Map<string, SpokenDay['which']>([
  ['this', 'this'],
  ['coming', 'this'],
  ['next', 'next'],
  ['following', 'after'],
]);

function readWeekday(words: readonly string[], at: number): Piece | null {
  let from = at;
  const ahead = weeksAhead(words, at);
  if (ahead !== null && ['on', 'from'].includes(words[ahead.to] ?? '')) {
    const weekday = weekdays.get(words[ahead.to + 1] ?? '');
    if (weekday !== undefined) return { day: { weekday, weeksOn: ahead.weeks }, to: ahead.to + 2 };
  }
  let which = WHICH.get(words[from] ?? '');
  if (which !== undefined) from += 1;
  else if (words[from] === 'the' && words[from + 1] === 'following') {
    which = 'after';
    from += 2;
  }
  if (words[from] === 'coming') from += 1;
  const weekday = weekdays.get(words[from] ?? '');
  if (weekday === undefined) return null;
  const to = from + 1;
  const isAfter = words[at - 1] === 'the' && words[to] === 'after' && !isHourish(words[to + 1]);
  if (isAfter) return { day: { weekday, which: 'after' }, to: to + 1 };
  return { day: which === undefined ? { weekday } : { weekday, which }, to };
}

function isHourish(word = ''): boolean {
  return (
    cardinals.has(word) ||
    /^\d/.test(word) ||
    ['noon', 'lunch', 'work', 'half', 'quarter', 'a', 'next'].includes(word)
  );
}

function readRelative(words: readonly string[], at: number): Piece | null {
  const [word, next, third] = [words[at] ?? '', words[at + 1] ?? '', words[at + 2] ?? ''];
  if (word === 'day' && next === 'after' && third === 'tomorrow') return { day: { offset: 2 }, to: at + 3 };
  if (word === 'same' && next === 'day') return { day: { isSame: true }, to: at + 2 };
  if (word === 'tomorrow') return { day: { offset: 1 }, to: at + 1 };
  if (word === 'to' && next === 'morrow') return { day: { offset: 1 }, to: at + 2 };
  if (word === 'today' || word === 'tonight') return { day: { offset: 0 }, to: at + 1 };
  if (word === 'this' && ['morning', 'afternoon', 'evening'].includes(next))
    return { day: { offset: 0 }, to: at + 1 };
  const ahead = weeksAhead(words, at);
  if (ahead === null) return null;
  const joint = ['from', 'on'].includes(words[ahead.to] ?? '') ? ahead.to + 1 : ahead.to;
  const base = words[joint] === 'today' ? 0 : words[joint] === 'tomorrow' ? 1 : null;
  if (base !== null) return { day: { offset: 7 * ahead.weeks + base }, to: joint + 1 };
  return null;
}

/** `in twenty minutes`, `in half an hour`, `in about an hour`. */
function readSoon(words: readonly string[], at: number): Piece | null {
  if (words[at] !== 'in') return null;
  for (let to = at + 2; to <= at + 5; to += 1) {
    const unit = words[to] ?? '';
    if (!/^(minute|hour)s?$/.test(unit)) continue;
    const amount = words.slice(at + 1, to);
    const isAmount = amount.every(
      (word) => SOON.has(word) || cardinals.has(word) || tens.has(word) || /^\d+$/.test(word),
    );
    return isAmount ? { day: { offset: 0, soon: words.slice(at, to + 1).join(' ') }, to: to + 1 } : null;
  }
  return null;
}

const SOON = new Set(['a', 'an', 'half', 'about', 'couple', 'of', 'few', 'like']);

/** `a week`, `a fortnight`, `two weeks`, `three weeks`. */
function weeksAhead(words: readonly string[], at: number): { weeks: number; to: number } | null {
  const [word, next] = [words[at] ?? '', words[at + 1] ?? ''];
  if (word === 'fortnight') return { weeks: 2, to: at + 1 };
  if (word === 'a' && next === 'fortnight') return { weeks: 2, to: at + 2 };
  if ((word === 'a' || word === 'one') && next === 'week') return { weeks: 1, to: at + 2 };
  if (word === 'week' && words[at - 1] !== 'this') return { weeks: 1, to: at + 1 };
  const number = cardinals.get(word);
  return number !== undefined && number < 9 && next === 'weeks' ? { weeks: number, to: at + 2 } : null;
}

function readWeek(words: readonly string[], at: number): Piece | null {
  const from = words[at] === 'the' ? at + 1 : at;
  const [word, next, third] = [words[from] ?? '', words[from + 1] ?? '', words[from + 2] ?? ''];
  if (next === 'week' || next === 'weak') {
    if (word === 'next') return { day: { week: 1 }, to: from + 2 };
    if (word === 'this') return { day: { week: 0 }, to: from + 2 };
    if (word === 'following') return { day: { week: 'after' }, to: from + 2 };
  }
  if (word === 'week' && next === 'after' && from > at) {
    return third === 'next' ? { day: { week: 2 }, to: from + 3 } : { day: { week: 'after' }, to: from + 2 };
  }
  if (words[at] === 'in') {
    const ahead = weeksAhead(words, at + 1);
    if (ahead !== null) return { day: { week: ahead.weeks }, to: ahead.to };
  }
  return null;
}

/** `the fourteenth`, `june fourth`, `the 4th of june`, `june 4`; after a weekday also `the twelve`. */
function readDate(words: readonly string[], at: number, isExpected: boolean, so: SpokenDay): Piece | null {
  const month = months.get(words[at] ?? '');
  if (month !== undefined) {
    const start = words[at + 1] === 'the' ? at + 2 : at + 1;
    // Jan and April are people as well, but not before a number.
    const isShort = !fullMonths.has(words[at] ?? '') && !/^\d/.test(words[start] ?? '');
    const date = isShort ? null : (ordinalAt(words, start) ?? cardinalAt(words, start));
    if (date !== null) return { day: { month, date: date.value }, to: date.to };
    return so.date === undefined ? null : { day: { month }, to: at + 1 };
  }
  const isDayBefore = so.weekday !== undefined;
  const date =
    ordinalAt(words, at) ?? (isDayBefore && words[at - 1] === 'the' ? cardinalAt(words, at) : null);
  if (date === null) return null;
  const month2 = months.get(
    words[date.to === at ? at : words[date.to] === 'of' ? date.to + 1 : date.to] ?? '',
  );
  const isPlain = words[at - 1] === 'the' || (isExpected && date.value > 3);
  const isDate = isDayBefore || month2 !== undefined || (isPlain && isFollowed(words, date.to, isExpected));
  return isDate ? { day: { date: date.value }, to: date.to } : null;
}

/** `the first step` and `the second floor` are not dates. */
function isFollowed(words: readonly string[], to: number, isExpected: boolean): boolean {
  const next = words[to];
  if (next === undefined || next === 'or' || afterHours.has(next)) return true;
  return isExpected && (isHourish(next) || PARTS.has(next));
}

/** `the eleventh, morning then`. */
const PARTS = new Set(['morning', 'afternoon', 'evening']);

interface NumberAt {
  value: number;
  to: number;
}

function ordinalAt(words: readonly string[], at: number): NumberAt | null {
  const word = words[at] ?? '';
  const digits = /^(\d{1,2})(st|nd|rd|th)$/.exec(word);
  if (digits !== null) return day(Number(digits[1]), at + 1);
  const [ten, unit] = [tens.get(word), ordinals.get(words[at + 1] ?? '')];
  if ((ten === 20 || ten === 30) && unit !== undefined && unit < 10) return day(ten + unit, at + 2);
  const cardinal = cardinals.get(word);
  if (cardinal !== undefined && words[at + 1] === 'th') return day(cardinal, at + 2);
  // `first thing` is a part of the day.
  const value = words[at + 1] === 'thing' ? undefined : ordinals.get(word);
  return value === undefined ? null : day(value, at + 1);
}

function cardinalAt(words: readonly string[], at: number): NumberAt | null {
  const word = words[at] ?? '';
  if (/^\d{1,2}$/.test(word)) return day(Number(word), at + 1);
  const [ten, unit] = [tens.get(word), cardinals.get(words[at + 1] ?? '')];
  if (ten !== undefined) return unit !== undefined && unit < 10 ? day(ten + unit, at + 2) : day(ten, at + 1);
  const value = cardinals.get(word);
  return value === undefined ? null : day(value, at + 1);
}

function day(value: number, to: number): NumberAt | null {
  return value >= 1 && value <= 31 ? { value, to } : null;
}

const PAST = new Set(['last', 'previous', 'past', 'since', 'every', 'each', 'usually', 'most', 'yesterday']);

function isAhead(words: readonly string[], at: number): boolean {
  return !PAST.has(words[at - 1] ?? '') && !(words[at - 1] === 'the' && PAST.has(words[at - 2] ?? ''));
}
