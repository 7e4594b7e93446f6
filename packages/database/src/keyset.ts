import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { type RawBuilder, sql } from 'kysely';

/**
 * The condition of a page: rows after the position, or all. As one row comparison it is one step into an index on
 * (…, created_date, id), however deep the page. `table` is the alias of the table in the query.
 */
export function afterPosition(o: {
  sort: Sort;
  after?: PagePosition | undefined;
  table: string;
}): RawBuilder<boolean> {
  if (!o.after) return sql`true`;
  const operator = sql.raw(o.sort === 'asc' ? '>' : '<');
  const { created_date, id } = o.after;
  return sql`(${createdDate(o.table)}, ${idOf(o.table)}) ${operator} (${created_date}::timestamptz, ${id}::uuid)`;
}

/** The `order by` of a page. */
export function pageOrder(o: { sort: Sort; table: string }): RawBuilder<unknown> {
  const direction = sql.raw(o.sort);
  return sql`${createdDate(o.table)} ${direction}, ${idOf(o.table)} ${direction}`;
}

/** From rows queried with `limit + 1`: the page, and its last row's position when more follow. */
export function pageOf<Row extends PagePosition>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; next: PagePosition | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? { created_date: last.created_date, id: last.id } : null;
  return { rows: page, next };
}

/** The page as the JSON text of a list reply; `body` is the JSON text of an item. */
export function pageJson(rows: readonly (PagePosition & { body: string })[], limit: number): string {
  const page = pageOf(rows, limit);
  return `{"data":[${page.rows.map(({ body }) => body).join(',')}],"next":${JSON.stringify(page.next)}}`;
}

const createdDate = (table: string): RawBuilder<unknown> => sql.ref(`${table}.created_date`);
const idOf = (table: string): RawBuilder<unknown> => sql.ref(`${table}.id`);
