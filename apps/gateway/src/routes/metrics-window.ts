import { LIST_MAX_ITEMS, parseTimeBound } from '@debrief/contracts/text';

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

/** What is wrong with a metrics query beyond the types of its parameters. */
export function windowViolations(query: unknown, now: Date): string[] {
  const given = query as Record<string, unknown>;
  const { from, to } = metricsWindow(given, now);
  const violations: string[] = [];
  if (from !== null && to !== null && from > to) {
    violations.push(
      given.date_gte === undefined
        ? 'date_lte must not be before the default of date_gte; give date_gte as well'
        : 'date_gte must not be after date_lte',
    );
  }
  for (const name of ['source', 'stage', 'team']) {
    const list = given[name];
    if (typeof list !== 'string' || list === '') continue;
    const ids = idsOf(list);
    if (ids.includes('') || ids.length > LIST_MAX_ITEMS) {
      violations.push(`${name} must be a comma-separated list of 1 to ${LIST_MAX_ITEMS} ids`);
    }
  }
  return violations;
}
