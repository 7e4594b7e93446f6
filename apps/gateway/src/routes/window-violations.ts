import { idsOf, metricsWindow } from '@debrief/contracts/metrics-window';
import { LIST_MAX_ITEMS } from '@debrief/contracts/text';

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
