import type { InputOf, Operation } from '@debrief/contracts/define';
import type { Endpoint, QueryOf } from '@debrief/contracts/endpoints/define';
import type { ListQuery } from '@debrief/contracts/endpoints/lists';
import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { request as ask } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';

type ListOperation = Operation & { scope: 'integration' };
/** The filters of a list operation: its input without what every list takes. */
type FiltersOf<O extends ListOperation> = Omit<InputOf<O> & object, 'limit' | 'sort' | 'after'>;

/**
 * Serves a list: a signed cursor becomes the position that the service's page starts after, and the position its page
 * ends with becomes the next cursor. `filters` turns the query into what the operation filters by; the cursor is
 * bound to that.
 */
export function listRoute<E extends Endpoint<ListQuery>, O extends ListOperation>(
  gateway: Gateway,
  endpoint: E,
  { messaging, cursors }: Parts,
  { operation, filters }: { operation: O; filters: (query: QueryOf<E>) => FiltersOf<O> },
): void {
  route(gateway, endpoint, {
    handle: async ({ query, caller }) => {
      const { limit, sort, cursor } = query as { limit: number; sort: Sort; cursor?: string };
      const filter = filters(query);
      const scope = {
        endpoint: endpoint.id,
        integrationId: caller.integration_id,
        sort,
        filters: filter as Record<string, unknown>,
      };
      const after = cursor === undefined ? {} : { after: cursors.open(cursor, scope) };
      const input = { limit, sort, ...after, ...filter } as unknown as InputOf<O>;
      const page = (await ask(messaging, operation as ListOperation, caller, input)) as {
        data: unknown[];
        next: PagePosition | null;
      };
      const next_cursor = page.next === null ? null : cursors.sign(page.next, scope);
      return { data: page.data, pagination: { has_more: next_cursor !== null, next_cursor } };
    },
  });
}
