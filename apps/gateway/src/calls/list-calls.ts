import { listCalls as endpoint } from '@debrief/contracts/endpoints/calls';
import { listCalls as operation } from '@debrief/contracts/operations/ingest';
import { parseTimeBound } from '@debrief/contracts/text';
import type { Gateway } from '../http/gateway.ts';
import { identifierOf } from '../http/identifier-of.ts';
import { listRoute } from '../paging/list-route.ts';
import type { Parts } from '../parts.ts';

export function listCalls(gateway: Gateway, parts: Parts): void {
  listRoute(gateway, endpoint, parts, {
    operation,
    filters: ({ limit: _limit, sort: _sort, cursor: _cursor, ...query }) => {
      const { user_id, contact_id, created_date_gte, created_date_lte, ...equal } = query;
      const user = user_id === undefined ? null : identifierOf('user', user_id);
      const contact = contact_id === undefined ? null : identifierOf('contact', contact_id);
      return {
        ...equal,
        ...(user?.by === 'id' && { user_id: user.value }),
        ...(user?.by === 'external_user_id' && { external_user_id: user.value }),
        ...(contact?.by === 'id' && { contact_id: contact.value }),
        ...(contact?.by === 'external_contact_id' && { external_contact_id: contact.value }),
        ...(created_date_gte !== undefined && { created_date_gte: bound(created_date_gte, 'lower') }),
        ...(created_date_lte !== undefined && { created_date_lte: bound(created_date_lte, 'upper') }),
      };
    },
  });
}

function bound(value: string, side: 'lower' | 'upper'): string {
  const instant = parseTimeBound(value, side);
  if (instant === null) throw new TypeError('a time bound that its schema let through');
  return instant.toISOString();
}
