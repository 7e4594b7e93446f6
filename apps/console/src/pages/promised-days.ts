import { formatOf } from '../html/format.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY_MS = 86_400_000;
/** With what stands before a weekday: `last Monday` is over, and people mean two days by `next Monday`. */
const named =
  /\b(?:(last|next|every|each|a)\s+)?(today|tonight|tomorrow|(?:sun|mon|tues|wednes|thurs|fri|satur)day)\b/gi;

/**
 * The days that a text names, each with its date as `YYYY-MM-DD`, counted from a call in a zone. What may be one of two
 * days is left out: a weekday with `next`, or on that very weekday.
 */
export function promisedDays(text: string, calledAt: string, zone: string): Map<string, string> {
  const [year = 0, month = 1, day = 1] = formatOf(zone, { year: 'numeric', month: '2-digit', day: '2-digit' })
    .format(new Date(calledAt))
    .split('/')
    .reverse()
    .map(Number);
  const called = Date.UTC(year, month - 1, day);
  const found = new Map<string, string>();
  for (const [, before, word = ''] of text.matchAll(named)) {
    const name = word.toLowerCase();
    const weekday = weekdays.indexOf(name);
    const ahead =
      weekday < 0 ? Number(name === 'tomorrow') : (weekday - new Date(called).getUTCDay() + 7) % 7;
    if (weekday >= 0 && (before !== undefined || ahead === 0)) continue;
    const shown = weekday < 0 ? name : word[0]?.toUpperCase() + name.slice(1);
    found.set(shown, new Date(called + ahead * DAY_MS).toISOString().slice(0, 10));
  }
  return found;
}
