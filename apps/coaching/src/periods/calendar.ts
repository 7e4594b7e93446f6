import type { Cadence } from '@debrief/contracts/resources/access';

/** Both days are `YYYY-MM-DD` in UTC and belong to the period. */
export interface CalendarPeriod {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;
const LONG_DAYS = 28;

/** Weeks begin on Monday; half months are the 1st to the 15th, and the 16th to the end. */
export function periodOn(cadence: Cadence, day: string): CalendarPeriod {
  const date = new Date(`${day}T00:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const ofMonth = (number: number) => dayOf(Date.UTC(year, month, number));
  // The day before the first of the next month.
  const last = dayOf(Date.UTC(year, month + 1, 0));
  switch (cadence) {
    case 'weekly': {
      const sinceMonday = (date.getUTCDay() + 6) % 7;
      return { start: addDays(day, -sinceMonday), end: addDays(day, 6 - sinceMonday) };
    }
    case 'semimonthly':
      return date.getUTCDate() <= 15
        ? { start: ofMonth(1), end: ofMonth(15) }
        : { start: ofMonth(16), end: last };
    case 'monthly':
      return { start: ofMonth(1), end: last };
  }
}

/** The last period whose days have all passed at `instant`. */
export function lastEnded(cadence: Cadence, instant: Date): CalendarPeriod {
  return periodBefore(cadence, periodOn(cadence, dayOf(instant.getTime())));
}

export function periodBefore(cadence: Cadence, { start }: CalendarPeriod): CalendarPeriod {
  return periodOn(cadence, addDays(start, -1));
}

/** Four weeks before the end of a period, and no less than the period before it. */
export function longBefore(cadence: Cadence, period: CalendarPeriod): string {
  const [earliest = period.start] = [
    periodBefore(cadence, period).start,
    addDays(period.end, 1 - LONG_DAYS),
  ].sort();
  return earliest;
}

/** The periods from the one on `firstDay` to `last`, oldest first; none when `last` is earlier. */
export function periodsUntil(cadence: Cadence, firstDay: string, last: CalendarPeriod): CalendarPeriod[] {
  const periods: CalendarPeriod[] = [];
  for (
    let period = periodOn(cadence, firstDay);
    period.end <= last.end;
    period = periodOn(cadence, addDays(period.end, 1))
  )
    periods.push(period);
  return periods;
}

/** The periods of a cadence that ended after `after` and by `until`, oldest first. */
export function periodsEnded(cadence: Cadence, after: Date, until: Date): CalendarPeriod[] {
  return periodsUntil(cadence, dayOf(after.getTime()), lastEnded(cadence, until));
}

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
