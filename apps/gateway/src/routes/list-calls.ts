import { calls } from '@debrief/contracts/endpoints/calls';
import { requireIdentifier } from '@debrief/contracts/identifiers';
import { listCalls as operation } from '@debrief/contracts/operations/ingest';
import { parseTimeBound } from '@debrief/contracts/text';
import { listRoute } from './list-route.ts';
import { personViolations, userFilter } from './person-filters.ts';

export const listCalls = listRoute(calls.listCalls, operation, {
  rules: ({ query }) => personViolations(query),
  filters: async (query, services) => {
    const { user_id, contact_id, created_date_gte, created_date_lte, ...equal } = query;
    const contact = contact_id === undefined ? null : requireIdentifier('contact', contact_id);
    return {
      ...equal,
      ...(await userFilter(user_id, services)),
      ...(contact?.by === 'id' && { contact_id: contact.value }),
      ...(contact?.by === 'external_contact_id' && { external_contact_id: contact.value }),
      ...(created_date_gte !== undefined && { created_date_gte: bound(created_date_gte, 'lower') }),
      ...(created_date_lte !== undefined && { created_date_lte: bound(created_date_lte, 'upper') }),
    };
  },
});

function bound(value: string, side: 'lower' | 'upper'): string {
  const instant = parseTimeBound(value, side);
  if (instant === null) throw new TypeError('the schema accepted a time bound that cannot be parsed');
  return instant.toISOString();
}
