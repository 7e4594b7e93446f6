import { parseTimeBound } from './text.ts';

const DAYS_BACK = 29;
const DAY_MS = 24 * 3600 * 1000;

/** The window of a metrics query, both ends inclusive; null for a bound that cannot be parsed. */
export function metricsWindow(
  { date_gte, date_lte }: { date_gte?: unknown; date_lte?: unknown },
  now: Date,
): { from: Date | null; to: Date | null } {
  const startOfToday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return {
    from: date_gte === undefined ? new Date(startOfToday - DAYS_BACK * DAY_MS) : bound(date_gte, 'lower'),
    to: date_lte === undefined ? now : bound(date_lte, 'upper'),
  };
}

function bound(value: unknown, side: 'lower' | 'upper'): Date | null {
  return typeof value === 'string' ? parseTimeBound(value, side) : null;
}

/** The ids of a comma-separated parameter, each once. */
export function idsOf(list: string | undefined): string[] {
  return list === undefined ? [] : [...new Set(list.split(',').map((id) => id.trim()))];
}
