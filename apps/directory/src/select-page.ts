import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { afterPosition, pageJson, pageOrder } from '@debrief/database/keyset';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

export interface PageQuestion {
  table: 'contacts' | 'users';
  item: {
    readonly caller: Pick<IntegrationCaller, 'integration_id'>;
    readonly input: { limit: number; sort: Sort; after?: PagePosition };
  };
}

/** A query of `created_date, id` that holds the next `limit + 1` rows of a list, in any order. */
export type Found = RawBuilder<unknown>;

/** A page, as the JSON text of a list reply. Its rows are read when it is chosen; `body` calls them `r`. */
export async function selectPage(
  db: Kysely<Tables>,
  o: PageQuestion & { body: RawBuilder<string>; found: Found },
): Promise<string> {
  const { limit, sort } = o.item.input;
  const { rows } = await sql<{ body: string; created_date: string; id: string }>`
    with found as (${o.found}),
    page as (
      select created_date, id from found order by ${pageOrder({ sort, table: 'found' })} limit ${limit + 1}
    )
    select ${o.body} as body, page.created_date, page.id
    from page
    -- Looked up for each row: joined otherwise, the whole table would be read while it is small.
    cross join lateral (
      select * from ${sql.table(o.table)}
      where integration_id = ${o.item.caller.integration_id} and id = page.id limit 1
    ) r
    order by ${pageOrder({ sort, table: 'page' })}
  `.execute(db);
  return pageJson(rows, limit);
}

/** The next rows `r` for which all conditions hold, where an index has them in order or they are few. */
export function nextRows(o: PageQuestion, conditions: readonly RawBuilder<unknown>[]): Found {
  const { limit, sort } = o.item.input;
  const order = pageOrder({ sort, table: 'r' });
  return sql`(${rowsBehind(o, conditions)} order by ${order} limit ${limit + 1})`;
}

/**
 * The rows `r` that a search finds, which may be one or nearly all. The planner's guess is made from what all tenants
 * hold, and takes matches to be spread evenly; so it is not asked. If the next rows of the list do not fill the page,
 * whatever the indexes find is sorted, at about a microsecond a row.
 * @param o.walked How many rows of the list are tried first.
 * @param o.indexed Conditions that an index serves, true of every match. Their values must be sub-selects, which hide
 *   them from the planner: for one that looks frequent it would read the table instead.
 */
export function searchedRows(
  o: PageQuestion,
  conditions: readonly RawBuilder<unknown>[],
  { walked, indexed }: { walked: number; indexed: readonly RawBuilder<unknown>[] },
): Found {
  const { limit, sort } = o.item.input;
  const order = pageOrder({ sort, table: 'r' });
  return sql`
    with near as materialized (
      select r.created_date, r.id
      from (select r.* from ${sql.table(o.table)} r where ${isBehind(o)} order by ${order} limit ${walked}) r
      where ${sql.join(conditions, sql` and `)}
      order by ${order} limit ${limit + 1}
    )
    select created_date, id from near where (select count(*) from near) > ${limit}
    union all
    select created_date, id from (${rowsBehind(o, [...indexed, ...conditions])} offset 0) everywhere
    where (select count(*) from near) <= ${limit}
  `;
}

function rowsBehind(o: PageQuestion, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`
    select r.created_date, r.id from ${sql.table(o.table)} r
    where ${sql.join([isBehind(o), ...conditions], sql` and `)}`;
}

/** In the tenant's list, behind the page before. */
function isBehind({ item: { caller, input } }: PageQuestion): RawBuilder<unknown> {
  return sql`r.integration_id = ${caller.integration_id} and ${afterPosition({ ...input, table: 'r' })}`;
}
