import { readClock } from './read-clock.ts';
import { readDay } from './read-day.ts';
import type { PartOfDay, SpokenClock, SpokenTime } from './spoken-time.ts';
import { standsAsHour } from './stands-as-hour.ts';
import { beforeHours, weekdays } from './time-words.ts';

type Piece = Pick<SpokenTime, 'to' | 'day' | 'clock' | 'part'> & { isAhead: boolean };

/**
 * The times of a stretch by its words (lower case, contractions opened), in order. Where times are being talked about
 * (`isExpected`) a bare number may be an hour.
 */
export function findTimes(words: readonly string[], isExpected: boolean): SpokenTime[] {
  const found: SpokenTime[] = [];
  let at = 0;
  while (at < words.length) {
    const first = readPiece(words, at, isExpected, null);
    if (first === null) {
      at += 1;
      continue;
    }
    const time = readTime(words, at, first, isExpected);
    const last = found.at(-1);
    if (
      last?.day?.weekday !== undefined &&
      time.day?.weekday !== undefined &&
      isDayRange(words, last.to, at)
    ) {
      last.isAhead = false;
      time.isAhead = false;
    }
    found.push(time);
    at = time.to;
  }
  if (found.length === 0 && isExpected && isSame(words, 0, words.length)) found.push(sameHour(words.length));
  return found;
}

function sameHour(to: number): SpokenTime {
  const nothing = { day: null, clock: null, until: null, part: null, bound: null };
  return { from: 0, to, ...nothing, isNegated: false, isAhead: true, isSameHour: true };
}

/** `monday to friday` are opening hours. */
function isDayRange(words: readonly string[], from: number, to: number): boolean {
  return to === from + 1 && ['to', 'through', 'thru', 'till', 'until'].includes(words[from] ?? '');
}

function readTime(words: readonly string[], from: number, first: Piece, isExpected: boolean): SpokenTime {
  let { day, clock, part, isAhead, to } = first;
  let until: SpokenClock | null = null;
  let bound = boundBefore(words, clock === null && day !== null ? -1 : from);
  for (let next = nextPiece(words, to, { day, clock, part }, isExpected); next !== null; ) {
    if (next.piece.clock !== null && clock === null) bound = boundBefore(words, next.at) ?? bound;
    if (next.piece.clock !== null && clock !== null) until = next.piece.clock;
    else clock ??= next.piece.clock;
    day ??= next.piece.day;
    part ??= next.piece.part;
    isAhead &&= next.piece.isAhead;
    to = next.piece.to;
    next = nextPiece(words, to, { day, clock, part }, isExpected && until === null);
  }
  const isNegated = isNegatedAt(words, from);
  const isSameHour = clock === null && isSame(words, from, to);
  if (until !== null) bound = 'between';
  return { from, to, day, clock, until, part: part ?? null, bound, isNegated, isAhead, isSameHour };
}

const JOINTS = new Set(
  [
    'at on in the around about say for by like maybe then of after before between until till from',
    'sometime a um uh well to and so is let us',
  ].flatMap((line) => line.split(' ')),
);

/** The next piece of the same time, over at most three joints. */
function nextPiece(
  words: readonly string[],
  from: number,
  so: Pick<SpokenTime, 'day' | 'clock' | 'part'>,
  isExpected: boolean,
): { piece: Piece; at: number } | null {
  for (let at = from; at < from + 4; at += 1) {
    const piece = readPiece(words, at, isExpected || so.day !== null, so);
    const joint = words[at] ?? '';
    if (piece !== null) {
      if (piece.clock !== null && so.clock !== null) return endsRange(words, from, at) ? { piece, at } : null;
      const isNew = (piece.day === null || so.day === null) && (piece.part === null || so.part === null);
      return isNew ? { piece, at } : null;
    }
    if (!JOINTS.has(joint) || (so.clock !== null && (joint === 'and' || joint === 'is'))) {
      if (joint !== 'and' && joint !== 'to') return null;
    }
  }
  return null;
}

/** `between eight and ten`, `eight to ten`; `two or three` are two times. */
function endsRange(words: readonly string[], from: number, at: number): boolean {
  const joint = words[from] ?? '';
  if (at !== from + 1) return false;
  return (
    joint === 'to' || joint === 'till' || joint === 'until' || (joint === 'and' && words.includes('between'))
  );
}

function readPiece(
  words: readonly string[],
  at: number,
  isExpected: boolean,
  so: Pick<SpokenTime, 'day' | 'clock' | 'part'> | null,
): Piece | null {
  const day = readDay(words, at, isExpected);
  if (day !== null) {
    const isEvening = words[at] === 'tonight';
    return {
      day: day.day,
      clock: null,
      part: isEvening ? 'evening' : null,
      to: day.to,
      isAhead: day.isAhead,
    };
  }
  const clock = readClock(words, at);
  const isBeside = so !== null && (so.day !== null || so.part !== null);
  if (clock !== null) {
    const isDayAfter =
      weekdays.has(words[clock.to] ?? '') || words[clock.to] === 'tomorrow' || words[clock.to] === 'tonight';
    const stands =
      clock.isFirm ||
      isDayAfter ||
      standsAsHour(words, at, clock.to, isExpected || (isBeside && words[at - 1] === 'at'), isBeside);
    if (stands) return { day: null, clock: clock.clock, part: null, to: clock.to, isAhead: true };
  }
  return readPart(words, at);
}

const PARTS = new Map<string, PartOfDay>([
  ['morning', 'morning'],
  ['mourning', 'morning'],
  ['afternoon', 'afternoon'],
  ['evening', 'evening'],
  ['night', 'night'],
  ['lunchtime', 'lunch'],
  ['lunch', 'lunch'],
  ['suppertime', 'evening'],
]);

function readPart(words: readonly string[], at: number): Piece | null {
  const [before, word, next] = [words[at - 1] ?? '', words[at] ?? '', words[at + 1] ?? ''];
  const piece = (part: PartOfDay, to: number): Piece => ({ day: null, clock: null, part, to, isAhead: true });
  if (word === 'first' && next === 'thing') return piece('early', at + 2);
  if (word === 'after' && next === 'lunch') return piece('afternoon', at + 2);
  if (word === 'after' && (next === 'work' || next === 'supper' || next === 'dinner'))
    return piece('evening', at + 2);
  if (word === 'after' && next === 'noon' && ['the', 'this', 'or', 'in'].includes(before))
    return piece('afternoon', at + 2);
  if (['good', 'nice', 'great', 'lovely', 'every', 'last'].includes(before)) return null;
  if (word === 'lunch' && !['at', 'after', 'before', 'around', 'over'].includes(before)) return null;
  // `morning or afternoon` leaves it open.
  if (next === 'or' || before === 'or') return null;
  // `The evening before` is of another day, and `day and night` of none.
  if ((before === 'the' && next === 'before') || (before === 'and' && words[at - 2] === 'day')) return null;
  const part = PARTS.get(word);
  return part === undefined ? null : piece(part, at + 1);
}

function boundBefore(words: readonly string[], at: number): SpokenTime['bound'] {
  const word = words[at - 1] ?? '';
  if (!beforeHours.has(word)) return null;
  if (word === 'after' || word === 'past' || word === 'from')
    return words[at - 2] === 'not' ? 'before' : 'after';
  if (word === 'before' || word === 'by') return words[at - 2] === 'not' ? 'after' : 'before';
  if (word === 'until' || word === 'till' || word === 'til') return 'until';
  if (word === 'between') return 'between';
  if (word === 'at') return 'at';
  return word === 'around' || word === 'about' ? 'around' : null;
}

function isNegatedAt(words: readonly string[], from: number): boolean {
  const start = ['on', 'at', 'the', 'for', 'in'].includes(words[from - 1] ?? '') ? from - 2 : from - 1;
  return words[start] === 'not';
}

function isSame(words: readonly string[], from: number, to: number): boolean {
  const around = words.slice(Math.max(0, from - 4), to + 5).join(' ');
  return /\bsame (time|hour)\b/.test(around);
}
