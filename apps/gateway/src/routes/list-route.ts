import type { InputOf } from '@debrief/contracts/define';
import type { Endpoint, IdentifierOf, QueryOf } from '@debrief/contracts/endpoints/define';
import type { ListQuery } from '@debrief/contracts/endpoints/lists';
import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { type Route, type RouteOptions, route } from './route.ts';
import type { IntegrationOperation, Services } from './services.ts';

type ListEndpoint = Endpoint & { query: ListQuery };
/** What a client filters by: the query without what every list takes. */
type FilterQuery<E extends ListEndpoint> = Omit<QueryOf<E> & object, 'limit' | 'sort' | 'cursor'>;
/** The filters of a list operation: its input without what every list takes. */
type FiltersOf<O extends IntegrationOperation> = Omit<InputOf<O> & object, 'limit' | 'sort' | 'after'>;

interface ListOptions<E extends ListEndpoint, O extends IntegrationOperation>
  extends Pick<RouteOptions<E>, 'rules'> {
  filters(query: FilterQuery<E>, services: Services, identifier: IdentifierOf<E>): Promise<FiltersOf<O>>;
}

/**
 * Serves a list: a signed cursor becomes the position that the service's page starts after, and the position its page
 * ends with becomes the next cursor. The query's filters are the operation's, unless `filters` translates them; the
 * cursor is bound to what it returns.
 */
export function listRoute<E extends ListEndpoint, O extends IntegrationOperation>(
  endpoint: E,
  operation: O,
  ...[options]: FilterQuery<E> extends FiltersOf<O> ? [ListOptions<E, O>?] : [ListOptions<E, O>]
): Route {
  const { rules, filters } = options ?? {};
  return route(endpoint, ({ cursors }) => ({
    ...(rules !== undefined && { rules }),
    handle: async ({ query, caller, services, identifier }) => {
      const { limit, sort, cursor, ...given } = query as { limit: number; sort: Sort; cursor?: string };
      const filter =
        filters === undefined ? given : await filters(given as FilterQuery<E>, services, identifier);
      const scope = {
        endpoint: endpoint.id,
        integrationId: caller.integration_id,
        sort,
        filters: filter as Record<string, unknown>,
      };
      const after = cursor === undefined ? {} : { after: cursors.open(cursor, scope) };
      const input = { limit, sort, ...after, ...filter } as unknown as InputOf<O>;
      const page = (await services.request<IntegrationOperation>(operation, input)) as {
        data: unknown[];
        next: PagePosition | null;
      };
      const next_cursor = page.next === null ? null : cursors.sign(page.next, scope);
      return { data: page.data, pagination: { has_more: next_cursor !== null, next_cursor } };
    },
  }));
}
