import type { IntegrationCaller } from '@debrief/contracts/caller';
import { afterPosition, type PagePosition, pageOf, pageOrder, type Sort } from '@debrief/database/keyset';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

interface Listed {
  readonly caller: Pick<IntegrationCaller, 'integration_id'>;
  readonly input: { limit: number; sort: Sort; after?: PagePosition };
}

/** Statements of one batch that run at once, so that a burst of lists leaves connections for everything else. */
const CONCURRENT_LISTS = 4;

/**
 * Every item has filters of its own, so each is a statement of its own. Two that ask the same of the same integration
 * in one batch share one.
 */
export async function listPages<Item extends Listed>(
  items: readonly Item[],
  listPage: (item: Item) => Promise<string>,
): Promise<{ json: string }[]> {
  const keys = items.map(({ caller, input }) => JSON.stringify([caller.integration_id, input]));
  const different = new Map(keys.map((key, index) => [key, items[index] as Item]));
  const waiting = different.entries();
  const pages = new Map<string, string>();
  const listInTurn = async () => {
    for (const [key, item] of waiting) pages.set(key, await listPage(item));
  };
  await Promise.all(Array.from({ length: CONCURRENT_LISTS }, listInTurn));
  return keys.map((key) => ({ json: pages.get(key) as string }));
}

/**
 * A page of `table` under the alias `r` as JSON text. The rows are chosen before they are read, because the order and
 * the key of a name stand in the index alone: a search for a part of a name then reads no row it does not answer.
 */
export async function selectPage(
  db: Kysely<Tables>,
  o: { table: 'contacts' | 'users'; body: RawBuilder<string>; item: Listed; filters: RawBuilder<unknown>[] },
): Promise<string> {
  const { limit, sort, after } = o.item.input;
  // The caller's integration first: it leads every index a list can use.
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
  const page = pageOf(rows, limit);
  return `{"data":[${page.rows.map(({ body }) => body).join(',')}],"next":${JSON.stringify(page.next)}}`;
}

/** A part of a name, any case; every character of it stands for itself. */
export function nameContains(foldedPart: string): RawBuilder<boolean> {
  return sql`strpos(r.name_key, ${foldedPart}) > 0`;
}
