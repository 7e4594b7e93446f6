import { type DayContext, fits, resolveDay, weekOf } from './resolve-time.ts';
import type { PartOfDay, SpokenClock, SpokenDay, SpokenTime } from './spoken-time.ts';

/** A time that is being settled, put together from what several stretches said. */
export interface AgreedTime {
  day: SpokenDay | null;
  /** The date that the day means, null where that is unclear. */
  date: string | null;
  clock: SpokenClock | null;
  until: SpokenClock | null;
  bound: SpokenTime['bound'];
  part: PartOfDay | null;
  /** The hour of a day that was given up: `tuesday, the same time?` */
  former: Pick<AgreedTime, 'clock' | 'until' | 'bound' | 'part'> | null;
}

export const noTime: AgreedTime = {
  day: null,
  date: null,
  clock: null,
  until: null,
  bound: null,
  part: null,
  former: null,
};

/** Puts what was said now over what was said before: a part that was not said again stays as long as it can. */
export function merge(base: AgreedTime, said: SpokenTime, context: DayContext): AgreedTime {
  const withDay = said.day === null ? base : mergeDay(base, said.day, context);
  const revived = said.isSameHour && withDay.clock === null ? { ...withDay, ...withDay.former } : withDay;
  return mergeHour(revived, said);
}

function mergeDay(base: AgreedTime, day: SpokenDay, context: DayContext): AgreedTime {
  if (isWeekOnly(day)) {
    // `next week` after `monday` leaves the day to be named; after `next monday` it says nothing new.
    const isKept =
      base.date !== null && weekOf(day, context) === weekOf({ week: 0 }, { ...context, called: base.date });
    return isKept ? base : withoutDay(base);
  }
  const date = resolveDay(day, context);
  if (base.day === null) return { ...base, day, date };
  const { offset, ...named } = base.day;
  // `tomorrow`, then `wednesday`: it is called as it was called last.
  const isNamed = day.weekday !== undefined || day.date !== undefined;
  const both = isNamed || offset === undefined ? { ...named, ...day } : { ...base.day, ...day };
  if ((date !== null && date === base.date) || repeats(base.day, day))
    return { ...base, day: both, date: base.date };
  if (refines(base.day, day)) return { ...base, day: both, date: resolveDay(both, context) };
  const { clock, until, bound, part } = base;
  const former = clock === null ? base.former : { clock, until, bound, part };
  return { ...noTime, day, date, former };
}

/** `tuesday the tenth`, then `tuesday`. */
function repeats(base: SpokenDay, day: SpokenDay): boolean {
  return Object.keys(day).length === 1 && day.weekday !== undefined && day.weekday === base.weekday;
}

/** `monday`, then `the twelfth`: nothing that was said before is said anew. */
function refines(base: SpokenDay, day: SpokenDay): boolean {
  const isDateAdded = day.date !== undefined && base.date === undefined && base.offset === undefined;
  return (
    isDateAdded &&
    day.weekday === undefined &&
    base.weekday !== undefined &&
    base.which === undefined &&
    base.weeksOn === undefined
  );
}

function isWeekOnly(day: SpokenDay): boolean {
  return day.week !== undefined && day.weekday === undefined && !day.isSame;
}

function withoutDay(base: AgreedTime): AgreedTime {
  const { clock, until, bound, part, former } = base;
  return { ...noTime, former: clock === null ? former : { clock, until, bound, part } };
}

function mergeHour(base: AgreedTime, said: SpokenTime): AgreedTime {
  if (said.clock === null) {
    if (said.part === null) return base;
    const stays = base.clock === null || base.clock.hour === null || fits(base.clock.hour, said.part);
    return stays
      ? { ...base, part: said.part }
      : { ...base, part: said.part, clock: null, until: null, bound: null };
  }
  const clock = completed(said.clock, base.clock ?? base.former?.clock ?? null);
  const isSame = base.clock !== null && isSameClock(clock, base.clock);
  const half = clock.half ?? (isSame ? (base.clock?.half ?? null) : null);
  const kept = base.part !== null && clock.hour !== null && fits(clock.hour, base.part) ? base.part : null;
  return {
    ...base,
    clock: { ...clock, half },
    until: said.until,
    bound: isSame ? boundAgain(base.bound, said.bound) : said.bound,
    part: said.part ?? kept,
  };
}

/** The same hour said again: `about ten` and `ten to twelve` become ten, `after four` stays until it is `at four`. */
function boundAgain(before: SpokenTime['bound'], said: SpokenTime['bound']): SpokenTime['bound'] {
  if (said !== null && said !== 'before') return said;
  return before === 'after' ? before : null;
}

/** `quarter past`, after talk of seven, is quarter past seven. */
function completed(clock: SpokenClock, before: SpokenClock | null): SpokenClock {
  if (clock.hour !== null || before === null || before.hour === null) return clock;
  // `quarter to ten` speaks of ten.
  const named = / to /.test(before.words) ? before.hour + 1 : before.hour;
  const hour = clock.isBefore ? (named === 1 ? 12 : named - 1) : named;
  const minute = clock.isBefore ? 60 - clock.minute : clock.minute;
  const name = before.words.replace(/^.* (past|to|after) /, '').split(' ')[0] ?? '';
  return { hour, minute, half: before.half, words: `${clock.words} ${name}` };
}

export function isSameClock(a: SpokenClock, b: SpokenClock): boolean {
  return a.hour !== null && b.hour !== null && a.hour % 12 === b.hour % 12 && a.minute === b.minute;
}
