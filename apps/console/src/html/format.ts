import { isTimeZone } from '@debrief/contracts/text';
import { type Html, html } from './html.ts';

/** The reader's time zone, as the browser has told it in a cookie; UTC, which is said, until then and without script. */
export function zoneOf(cookie: string | undefined): string {
  return cookie !== undefined && isTimeZone(cookie) ? cookie : 'UTC';
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function formatOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    // There are some 600 zones.
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options });
    formats.set(key, format);
  }
  return format;
}

/** An instant in the reader's zone. */
export function time(instant: string, zone: string): Html {
  const shown = formatOf(zone, {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...(zone === 'UTC' && { timeZoneName: 'short' }),
  }).format(new Date(instant));
  return html`<time datetime="${instant}">${shown}</time>`;
}

/** An instant as a day in the reader's zone. */
export function day(instant: string, zone: string): Html {
  const shown = formatOf(zone, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant));
  return html`<time datetime="${instant}">${shown}</time>`;
}

/** How long something takes, as `length`, to the nearest second. */
export function duration(seconds: number): string {
  return length(Math.round(seconds));
}

/** Seconds as `1:02:03` or `2:03`, begun ones left out, as players show where they are. */
export function length(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const [hours = 0, ...rest] = parts;
  const shown = hours > 0 ? parts : rest;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** A change as people write it, with a minus of its own. */
export function signed(value: number, digits: number): string {
  const shown = Math.abs(value).toFixed(digits);
  if (Number(shown) === 0) return shown;
  return `${value > 0 ? '+' : '−'}${shown}`;
}

/** Beginning or end of a day, `YYYY-MM-DD`, in a zone. */
export function dayBound(date: string, zone: string, side: 'begin' | 'end'): Date {
  const noon = Date.parse(`${date}T12:00:00Z`);
  const clock = Date.parse(`${date}T${side === 'begin' ? '00:00:00.000' : '23:59:59.999'}Z`);
  // The offset of noon first, then that of the bound itself, which differs on days when clocks change.
  const guess = clock - offsetAt(noon, zone);
  return new Date(clock - offsetAt(guess, zone));
}

/** When clocks of the zone show `YYYY-MM-DDTHH:MM:SS`. */
export function instantOf(local: string, zone: string): Date {
  const clock = Date.parse(`${local}Z`);
  const guess = clock - offsetAt(clock, zone);
  return new Date(clock - offsetAt(guess, zone));
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = formatOf(zone, {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    ...{ second: '2-digit', hourCycle: 'h23' },
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const shown = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;
  return Date.parse(shown) - Math.floor(instant / 1000) * 1000;
}

/** A day of the calendar, such as the first of a period; it is the same everywhere. */
export function calendarDay(date: string): Html {
  return day(`${date}T00:00:00Z`, 'UTC');
}

/** The last minute of a day that ends in UTC, in the reader's zone. */
export function endOfDay(date: string, zone: string): Html {
  return time(`${date}T23:59:00Z`, zone);
}
