import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { afterPosition, pageJson, pageOrder } from '@debrief/database/keyset';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** As the migration divides lists. */
const BLOCK_ROWS = 4_096;

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
 * The next rows `r` that a search finds, which may be one or nearly all, and anywhere in the list. It looks into one
 * block of the list after another, and sorts what it finds there, until the page is full.
 * @param indexed Conditions that an index serves, true of every match in the block given. They stand alone, since
 *   beside others the planner takes the index that it guesses to be the best, from what all tenants hold.
 */
export function searchedRows(
  o: PageQuestion,
  conditions: readonly RawBuilder<unknown>[],
  indexed: (block: RawBuilder<unknown>) => readonly RawBuilder<unknown>[],
): Found {
  const { limit, sort } = o.item.input;
  const table = sql.table(o.table);
  const step = sql.lit(sort === 'asc' ? 1 : -1);
  const blockOf = (condition: RawBuilder<unknown>, order: Sort) => sql`(
    select r.place / ${sql.lit(BLOCK_ROWS)} from ${table} r where ${condition}
    order by ${pageOrder({ sort: order, table: 'r' })} limit 1
  )`;
  const isOfTenant = sql`r.integration_id = ${o.item.caller.integration_id}`;
  return sql`
    select found.created_date, found.id
    from generate_series(
      ${blockOf(isBehind(o), sort)}, ${blockOf(isOfTenant, sort === 'asc' ? 'desc' : 'asc')}, ${step}
    ) as searched (block)
    cross join lateral (
      select r.created_date, r.id
      from (
        select r.* from ${table} r where ${sql.join(indexed(sql`searched.block`), sql` and `)} offset 0
      ) r
      where ${sql.join([isBehind(o), ...conditions], sql` and `)}
      order by ${pageOrder({ sort, table: 'r' })} limit ${limit + 1}
    ) found
    limit ${limit + 1}
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
