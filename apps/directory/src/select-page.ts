import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { afterPosition, pageJson, pageOrder } from '@debrief/database/keyset';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

interface Listed {
  readonly caller: Pick<IntegrationCaller, 'integration_id'>;
  readonly input: { limit: number; sort: Sort; after?: PagePosition };
}

/**
 * A page of `table`, as the JSON text of a list reply. `body` and `filters` call the table `r`. The page is chosen
 * first and joined to its rows afterwards: the index holds the order and `name_key`, so that a search for a part of a
 * name reads only the rows it returns.
 */
export async function selectPage(
  db: Kysely<Tables>,
  o: { table: 'contacts' | 'users'; body: RawBuilder<string>; item: Listed; filters: RawBuilder<unknown>[] },
): Promise<string> {
  const { limit, sort, after } = o.item.input;
  const conditions = [
    sql`r.integration_id = ${o.item.caller.integration_id}`,
    ...o.filters,
    afterPosition({ sort, after, table: 'r' }),
  ];
  const { rows } = await sql<{ body: string; created_date: string; id: string }>`
    with page as (
      select r.integration_id, r.created_date, r.id
      from ${sql.table(o.table)} r
      where ${sql.join(conditions, sql` and `)}
      order by ${pageOrder({ sort, table: 'r' })}
      limit ${limit + 1}
    )
    select ${o.body} as body, page.created_date, page.id
    from page
    join ${sql.table(o.table)} r on r.integration_id = page.integration_id and r.id = page.id
    order by ${pageOrder({ sort, table: 'page' })}
  `.execute(db);
  return pageJson(rows, limit);
}

/** `strpos` and not `like`, so that `%`, `_` and `\` are ordinary characters. */
export function nameContains(foldedPart: string): RawBuilder<boolean> {
  return sql`strpos(r.name_key, ${foldedPart}) > 0`;
}
