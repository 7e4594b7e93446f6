import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf, Operation } from '@debrief/contracts/define';
import type { Endpoint, QueryOf } from '@debrief/contracts/endpoints/define';
import type { ListQuery } from '@debrief/contracts/endpoints/lists';
import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { request as ask } from '@debrief/messaging/request';
import type { Gateway } from '../http/gateway.ts';
import { type RouteOptions, route } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { type Budget, replyBudget } from '../reply-budget.ts';

type ListOperation = Operation & { scope: 'integration' };
/** The filters of a list operation: its input without what every list takes. */
type FiltersOf<O extends ListOperation> = Omit<InputOf<O> & object, 'limit' | 'sort' | 'after'>;

/** What a client filters by: the query without what every list takes. */
type FilterQuery<E extends Endpoint> = Omit<QueryOf<E> & object, 'limit' | 'sort' | 'cursor'>;

interface ListOptions<E extends Endpoint, O extends ListOperation> extends Pick<RouteOptions<E>, 'rules'> {
  operation: O;
  filters(
    query: FilterQuery<E>,
    caller: IntegrationCaller,
    budget: Budget,
  ): FiltersOf<O> | Promise<FiltersOf<O>>;
}

/**
 * Serves a list: a signed cursor becomes the position that the service's page starts after, and the position its page
 * ends with becomes the next cursor. `filters` turns the query into what the operation filters by; the cursor is
 * bound to that.
 */
export function listRoute<E extends Endpoint<ListQuery>, O extends ListOperation>(
  gateway: Gateway,
  endpoint: E,
  { messaging, cursors }: Parts,
  { operation, filters, rules }: ListOptions<E, O>,
): void {
  route(gateway, endpoint, {
    ...(rules !== undefined && { rules }),
    handle: async ({ query, caller }) => {
      const budget = replyBudget();
      const { limit, sort, cursor, ...given } = query as { limit: number; sort: Sort; cursor?: string };
      const filter = await filters(given as FilterQuery<E>, caller, budget);
      const scope = {
        endpoint: endpoint.id,
        integrationId: caller.integration_id,
        sort,
        filters: filter as Record<string, unknown>,
      };
      const after = cursor === undefined ? {} : { after: cursors.open(cursor, scope) };
      const input = { limit, sort, ...after, ...filter } as unknown as InputOf<O>;
      const page = (await ask(messaging, operation as ListOperation, caller, input, budget())) as {
        data: unknown[];
        next: PagePosition | null;
      };
      const next_cursor = page.next === null ? null : cursors.sign(page.next, scope);
      return { data: page.data, pagination: { has_more: next_cursor !== null, next_cursor } };
    },
  });
}
