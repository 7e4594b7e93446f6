import wordClasses from '../lexicons/classes.json' with { type: 'json' };
import times from '../lexicons/times.json' with { type: 'json' };
import type { ConversationDocument, Unit, Word } from '../text/document.ts';

/** A day or an hour as somebody said it. */
export interface SpokenTime {
  unit: Unit;
  /** Words of the document. */
  from: number;
  to: number;
  /** Names a day: `friday`, `tomorrow`, `the eighth`, `june fourth`. */
  day: boolean;
  /** Names an hour: `at five thirty`, `7 pm`, `between eight and ten`. */
  clock: boolean;
  /** False for what has been (`last friday`), keeps happening (`every weekend`) or is no date (`good morning`). */
  ahead: boolean;
}

const days = new Set(times.days);
const parts = new Set(times.parts);
const clockWords = new Set(times.clock);
const spans = new Set(times.spans);
const months = new Set(times.months);
const numbers = new Set(times.numbers);
const minutes = new Set(times.minutes);
const relative = new Set(times.relative);
const clockOpeners = new Set(times.clock_openers);
const joints = new Set(times.joints);
const afterClock = new Set(times.after_clock);
const measures = new Set(times.measures);
const notAhead = new Set(times.not_ahead);
const openers = new Set(times.opening);
const ordinals = new Set(wordClasses.ordinal.filter((word) => !word.includes(' ')));

type Kind = 'day' | 'clock' | 'part' | 'span';

/** Every spoken time of a sentence: the longest runs of time words, joined by what stands between them. */
export function findTimes(document: ConversationDocument, unit: Unit): SpokenTime[] {
  const { words } = document;
  const found: SpokenTime[] = [];
  let at = unit.from;
  while (at < unit.to) {
    const first = timeAt(words, unit, at);
    if (first === null) {
      at += 1;
      continue;
    }
    const kinds = new Set<Kind>([first.kind]);
    let to = first.to;
    for (let next = nextTime(words, unit, to); next !== null; next = nextTime(words, unit, to)) {
      kinds.add(next.kind);
      to = next.to;
    }
    const around = [
      at > unit.from ? words[at - 1] : undefined,
      words[at],
      to < unit.to ? words[to] : undefined,
    ];
    const from = at > unit.from && openers.has(words[at - 1]?.text ?? '') ? at - 1 : at;
    found.push({
      unit,
      from,
      to,
      day: kinds.has('day'),
      clock: kinds.has('clock'),
      ahead: !around.some((word) => word !== undefined && notAhead.has(word.text)),
    });
    at = to;
  }
  return found;
}

/** The next time word, over up to three joints: `friday [at] five`, `monday [the] eighth`. */
function nextTime(words: readonly Word[], unit: Unit, from: number): { kind: Kind; to: number } | null {
  for (let at = from; at < Math.min(from + 4, unit.to); at += 1) {
    const time = timeAt(words, unit, at, true);
    if (time !== null) return time;
    if (!joints.has(words[at]?.text ?? '')) return null;
  }
  return null;
}

function timeAt(
  words: readonly Word[],
  unit: Unit,
  at: number,
  following = false,
): { kind: Kind; to: number } | null {
  const text = words[at]?.text ?? '';
  const next = at + 1 < unit.to ? (words[at + 1]?.text ?? '') : '';
  const before = at > unit.from ? (words[at - 1]?.text ?? '') : '';
  if (days.has(text)) return { kind: 'day', to: at + 1 };
  if (parts.has(text))
    return text === 'lunch' ? null : { kind: text === 'noon' ? 'clock' : 'part', to: at + 1 };
  if (relative.has(text) && (spans.has(next) || parts.has(next) || days.has(next))) {
    return { kind: days.has(next) ? 'day' : 'span', to: at + 2 };
  }
  if (text === 'the' && next === 'week' && words[at + 2]?.text === 'after')
    return { kind: 'span', to: at + 3 };
  if (text === 'weekend') return { kind: 'span', to: at + 1 };
  if (months.has(text)) return monthAt(words, unit, at, before);
  if (ordinals.has(text) && (before === 'the' || following || months.has(before))) {
    return isDate(next) ? { kind: 'day', to: at + 1 } : null;
  }
  if (text === 'in' && (next === 'a' || numbers.has(next) || /^\d+$/.test(next)))
    return inSpan(words, unit, at);
  return clockAt(words, unit, at, before, following);
}

/** `the first step`, `a second look` are no dates. */
function isDate(next: string): boolean {
  return (
    next === '' ||
    joints.has(next) ||
    ['works', 'is', 'would', 'will', 'if', 'then', 'for', 'good', 'sounds'].includes(next)
  );
}

/** `may` and `march` are months only beside a number or after `in`, `until` and the like. */
function monthAt(
  words: readonly Word[],
  unit: Unit,
  at: number,
  before: string,
): { kind: Kind; to: number } | null {
  const text = words[at]?.text ?? '';
  const next = at + 1 < unit.to ? (words[at + 1]?.text ?? '') : '';
  const dated = ordinals.has(next) || /^\d{1,2}$/.test(next);
  if (dated) return { kind: 'day', to: at + 2 };
  if ((text === 'may' || text === 'march') && !['in', 'until', 'till', 'next', 'by', 'of'].includes(before))
    return null;
  return { kind: 'span', to: at + 1 };
}

function inSpan(words: readonly Word[], unit: Unit, at: number): { kind: Kind; to: number } | null {
  for (let i = at + 2; i < Math.min(at + 6, unit.to); i += 1) {
    if (spans.has(words[i]?.text ?? '')) return { kind: 'span', to: i + 1 };
  }
  return null;
}

function clockAt(
  words: readonly Word[],
  unit: Unit,
  at: number,
  before: string,
  following: boolean,
): { kind: Kind; to: number } | null {
  const text = words[at]?.text ?? '';
  if (clockWords.has(text) && following) return { kind: 'clock', to: at + 1 };
  const digits = /^\d{1,2}(:\d{2})?$/.test(text);
  if (!digits && !numbers.has(text)) return null;
  // Three numbers in a row are a telephone number, a price or an address.
  const figures = [words[at - 1], words[at + 1], words[at + 2]].map((word) => isFigure(word?.text ?? ''));
  if ((figures[1] && figures[2]) || (figures[0] && figures[1])) return null;
  let to = at + 1;
  const second = words[to]?.text ?? '';
  const withMinutes = to < unit.to && (minutes.has(second) || /^[0-5]\d$/.test(second));
  if (withMinutes) to += 1;
  if (withMinutes && words[to]?.text === 'five' && (second === 'forty' || second === 'oh')) to += 1;
  const after = to < unit.to ? (words[to]?.text ?? '') : '';
  if (clockWords.has(after)) return { kind: 'clock', to: to + 1 };
  if (measures.has(after)) return null;
  const whole = withMinutes || to >= unit.to || afterClock.has(after) || days.has(after) || parts.has(after);
  if (!whole) return null;
  const opened = clockOpeners.has(before) && before !== 'about' && before !== 'from';
  return text.includes(':') || opened || following ? { kind: 'clock', to } : null;
}

function isFigure(text: string): boolean {
  return numbers.has(text) || text === 'zero' || text === 'oh' || /^\d+$/.test(text);
}
