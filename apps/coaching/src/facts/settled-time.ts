import { splitWords } from '../engines/conversation/split-words.ts';
import type { ArrangedTurn, Exchange } from '../engines/findings/speech/speech.ts';
import { findTimes } from '../engines/findings/times/find-times.ts';
import { resolveDay } from '../engines/findings/times/resolve-time.ts';
import type { SpokenTime } from '../engines/findings/times/spoken-time.ts';
import { agreementIn, turnsDown } from './exchanges-of.ts';
import { dayName } from './wording.ts';

export interface Settled {
  /** `Friday 13 November at eleven`. */
  readonly time: string;
  /** Of the day, where it is known. */
  readonly date?: string;
}

interface Named {
  readonly turn: number;
  readonly role: ArrangedTurn['role'];
  /** As it is named: `Friday`, `tomorrow`; `eleven fifteen`. */
  readonly words: string;
}

/** After `till eleven` it is free, and before that it is not. */
const OUTSIDE: ReadonlySet<SpokenTime['bound']> = new Set(['until', 'before', 'between']);
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** `Midday Thursday, the twenty-eighth.` */
const WEEKDAY_SAID = String.raw`\b((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)`;
const ORDINAL_SAID = String.raw`the ((?:(?:twenty|thirty)-?)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|\w+teenth|twentieth|thirtieth|\d{1,2}(?:st|nd|rd|th))\b`;
const DATED = new RegExp(`${WEEKDAY_SAID},? ${ORDINAL_SAID}`, 'gi');
/** `Friday one-thirty works. That's the twenty-fourth.` */
const DATED_AFTER = new RegExp(String.raw`${WEEKDAY_SAID}[^?]*?\bthat['’]s ${ORDINAL_SAID}`, 'gi');
const STANDS = /\b(?:see you|I(?:['’]ll| will) (?:see|call|come|be there))\b/i;

/**
 * The day, and the hour where one was said, that both named, or one named and the other took in so many words; null where the
 * words leave any doubt, or nobody knows which day it is.
 */
export function settledTime({ turns = [], days = [] }: Exchange, called: string): Settled | null {
  const read = turns.map(({ text }) => timesIn(text));
  const named = (wordsIn: (time: SpokenTime) => string | null): Named[] =>
    turns.flatMap(({ role }, turn) =>
      (read[turn] ?? []).flatMap((time) => {
        const words = wordsIn(time);
        return words === null ? [] : [{ turn, role, words }];
      }),
    );
  const ofDay = named(dayIn);
  const ofClock = named(({ clock, bound }) => (clock === null || OUTSIDE.has(bound) ? null : clock.words));
  const day = taken(turns, ofDay) ?? takenLater(turns, ofDay, ofClock) ?? closedWith(turns, ofDay);
  if (day === null) return null;
  const clock = taken(turns, ofClock);
  const told = dayTold(turns, days, day, called);
  if (told === null) return null;
  return { ...told, time: clock === null ? told.time : `${told.time} at ${clock}` };
}

function timesIn(text: string): SpokenTime[] {
  const words = splitWords(text).map((word) => word.text);
  return findTimes(words, true).filter(({ isAhead, isNegated }) => isAhead && !isNegated);
}

export function namesClock(text: string): boolean {
  return timesIn(text).some(({ clock }) => clock !== null);
}

function dayIn({ day }: SpokenTime): string | null {
  if (day?.weekday !== undefined) return WEEKDAYS[day.weekday - 1] ?? null;
  return day?.offset === 1 ? 'tomorrow' : day?.offset === 0 && day.soon === undefined ? 'today' : null;
}

/** The last that was named, where both named it or the other took it; null where another came after it. */
function taken(turns: readonly ArrangedTurn[], named: readonly Named[]): string | null {
  const isTaken = ({ turn, role, words }: Named) =>
    named.some((one) => one.role !== role && one.words === words && one.turn !== turn) ||
    turns.some(
      (one, at) =>
        at === turn + 1 && one.role !== role && agreementIn(one.text, turns[turn]?.text ?? '') !== null,
    );
  const at = named.findLastIndex(isTaken);
  const last = named[at];
  if (last === undefined) return null;
  const isOpen = named.slice(at + 1).some(({ turn, words }) => {
    const text = turns[turn]?.text ?? '';
    // `It's Pruitt. Two t's.` names no hour, and a question opens it again.
    return words !== last.words && (text.endsWith('?') || /\bat\b|\bo['’]clock\b/i.test(text));
  });
  const end = turns.at(-1);
  const isRefused = end?.role === 'contact' && turnsDown(end.text, false);
  return isOpen || isRefused ? null : last.words;
}

/** `Then Friday, at nine or at eleven?` `Eleven.`: who names an hour, or agrees to one, has taken the only day. */
function takenLater(
  turns: readonly ArrangedTurn[],
  named: readonly Named[],
  ofClock: readonly Named[],
): string | null {
  const [first, ...others] = named;
  if (first === undefined || others.some(({ words }) => words !== first.words)) return null;
  const isOther = (role: ArrangedTurn['role'], turn: number) => role !== first.role && turn > first.turn;
  const isTaken =
    ofClock.some(({ role, turn }) => isOther(role, turn)) ||
    turns.some(({ role, text }, turn) => isOther(role, turn) && agreementIn(text) !== null);
  const end = turns.at(-1);
  const isRefused = end?.role === 'contact' && turnsDown(end.text, false);
  return isTaken && !isRefused ? first.words : null;
}

/** `Can I come by on Sunday?` `There's a potluck.` `I'll see you Sunday.`: nobody said no. */
function closedWith(turns: readonly ArrangedTurn[], named: readonly Named[]): string | null {
  const last = turns.at(-1);
  const words = new Set(named.map((one) => one.words));
  const isClosed =
    last?.role === 'agent' &&
    STANDS.test(last.text) &&
    words.size === 1 &&
    named.some(({ turn }) => turn === turns.length - 1) &&
    named.some(({ turn }) => turn < turns.length - 2) &&
    !turns.some(({ role, text }) => role === 'contact' && turnsDown(text, false));
  return isClosed ? ([...words][0] ?? null) : null;
}

function dayTold(
  turns: readonly ArrangedTurn[],
  days: NonNullable<Exchange['days']>,
  day: string,
  called: string,
): Settled | null {
  const dated = days.filter((one) => one.day === day);
  const [only] = dated;
  if (only !== undefined && dated.length === 1) {
    const weekday = WEEKDAYS[(new Date(`${only.date}T00:00Z`).getUTCDay() + 6) % 7] ?? '';
    return { time: `${weekday} ${dayName(only.date)}`, date: only.date };
  }
  const said = turns
    .flatMap(({ text }) => [...text.matchAll(DATED), ...text.matchAll(DATED_AFTER)])
    .filter(([, name]) => name === day);
  const ordinals = new Set(said.map(([, , ordinal]) => ordinal?.toLowerCase()));
  const [ordinal] = ordinals;
  if (ordinal === undefined || ordinals.size > 1) return null;
  const [time] = timesIn(`${day} the ${ordinal}`);
  const date = time?.day == null ? null : resolveDay(time.day, { called, around: null, week: null });
  return date === null ? { time: `${day} the ${ordinal}` } : { time: `${day} ${dayName(date)}`, date };
}
