import { addDays, dateOf, mondayOf, nextWeekday, weekdayOf } from './calendar.ts';
import type { PartOfDay, SpokenClock, SpokenDay } from './spoken-time.ts';

/** What a day is read against. Dates are `2026-03-05`. */
export interface DayContext {
  called: string;
  /** The day last spoken of: `the friday after` follows it. */
  around: string | null;
  /** Monday of the week that was spoken of, when one was. */
  week: string | null;
}

/** The date a day means, or null where that is unclear or its parts contradict each other. */
export function resolveDay(day: SpokenDay, context: DayContext): string | null {
  const { called } = context;
  if (day.isSame) return resolveSame(day, context);
  if (day.date !== undefined) return resolveDate(day, called);
  if (day.offset !== undefined) {
    const date = addDays(called, day.offset);
    return day.weekday === undefined || day.weekday === weekdayOf(date) ? date : null;
  }
  if (day.weekday === undefined) return null;
  const coming = nextWeekday(addDays(called, 1), day.weekday);
  const week =
    weekOf(day, context) ?? (day.which === undefined && day.weeksOn === undefined ? context.week : null);
  if (week !== null) {
    const date = addDays(week, day.weekday - 1);
    return date > called ? date : coming;
  }
  if (day.which === 'next') return addDays(mondayOf(called), 6 + day.weekday);
  if (day.weeksOn !== undefined) return addDays(coming, 7 * day.weeksOn);
  if (day.which === 'after') return nextWeekday(addDays(context.around ?? coming, 1), day.weekday);
  return coming;
}

/** Monday of the week that a day names. */
export function weekOf(day: SpokenDay, { called, around, week }: DayContext): string | null {
  if (day.week === undefined) return null;
  if (day.week !== 'after') return addDays(mondayOf(called), 7 * day.week);
  return addDays(week ?? mondayOf(around ?? called), 7);
}

/** Whether a day says which week it is of, other than the call's own. */
export function isWeekNamed({ week, which, weeksOn }: SpokenDay): boolean {
  return week !== undefined || weeksOn !== undefined || which === 'next' || which === 'after';
}

/** `next week` stands for the days that are named after it, until a day is named that needs no week. */
export function weekSpokenOf(day: SpokenDay, context: DayContext): string | null {
  const isPlain =
    day.offset === undefined &&
    day.which === undefined &&
    day.date === undefined &&
    day.weeksOn === undefined;
  return weekOf(day, context) ?? (isPlain ? context.week : null);
}

function resolveSame(day: SpokenDay, { around }: DayContext): string | null {
  return around === null ? null : addDays(around, day.week === undefined ? 0 : 7);
}

/** The next such date from the call on; null when a weekday that was said with it is another. */
function resolveDate({ date = 0, month, weekday }: SpokenDay, called: string): string | null {
  const [year, now] = [Number(called.slice(0, 4)), Number(called.slice(5, 7))];
  for (let ahead = 0; ahead <= 12; ahead += 1) {
    const index = now - 1 + ahead;
    if (month !== undefined && (index % 12) + 1 !== month) continue;
    const found = dateOf(year + Math.floor(index / 12), (index % 12) + 1, date);
    if (found === null || found < called) continue;
    return weekday === undefined || weekdayOf(found) === weekday ? found : null;
  }
  return null;
}

/**
 * `17:30`, with the half of the day by what was said, else by business hours. Seven and eight without a word about
 * the half are in the morning unless the talk was of evenings.
 */
export function resolveClock(clock: SpokenClock, part: PartOfDay | null, isEvening: boolean): string | null {
  if (clock.hour === null) return null;
  const hour =
    clock.hour > 12 || (clock.hour === 0 && clock.half === null)
      ? clock.hour
      : hourOfDay(clock.hour % 12, clock.half ?? halfOf(clock.hour, part, isEvening));
  return `${String(hour % 24).padStart(2, '0')}:${String(clock.minute).padStart(2, '0')}`;
}

function hourOfDay(hour: number, half: 'am' | 'pm'): number {
  return half === 'pm' ? hour + 12 : hour;
}

function halfOf(hour: number, part: PartOfDay | null, isEvening: boolean): 'am' | 'pm' {
  if (part !== null) {
    if (part === 'early' || part === 'morning') return 'am';
    if (part === 'lunch') return hour === 11 ? 'am' : 'pm';
    return 'pm';
  }
  if (hour === 12 || hour <= 6) return 'pm';
  return hour <= 8 && isEvening ? 'pm' : 'am';
}

/** Whether an hour that was said without one may lie in a part of the day that was said before. */
export function fits(hour: number, part: PartOfDay): boolean {
  if (part === 'morning') return hour >= 6 && hour < 12;
  if (part === 'early') return hour >= 5 && hour < 12;
  if (part === 'lunch') return hour >= 11 || hour <= 2;
  if (part === 'afternoon') return hour === 12 || hour <= 6;
  return hour >= 4 && hour !== 12;
}
