import type { CoachingContext } from '../../coach.ts';

const DAY_MS = 86_400_000;

/** The day of the call where the agent is; without a zone the day as it is written, which mostly is that of UTC. */
export function dayOfCall({ occurred_at, time_zone }: CoachingContext): string {
  if (time_zone === undefined) return occurred_at.slice(0, 10);
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: time_zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(occurred_at));
  const of = (name: string) => parts.find(({ type }) => type === name)?.value;
  return `${of('year')}-${of('month')}-${of('day')}`;
}

/** Days as `2026-03-05`, so that no zone can shift them. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Monday is 1, Sunday 7. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}

/** The first day from `from` on that has this weekday. */
export function nextWeekday(from: string, weekday: number): string {
  return addDays(from, (weekday - weekdayOf(from) + 7) % 7);
}

/** Null where the month has no such day. */
export function dateOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}
