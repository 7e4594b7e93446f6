import { type RawBuilder, sql } from 'kysely';

export type Sort = 'asc' | 'desc';

/** Where a page starts: directly after this row, in the page's order. `created_date` has microseconds. */
export interface PagePosition {
  created_date: string;
  id: string;
}

/** What a page's rows must have: the instant as this package's connections read it, with microseconds. */
export interface PageRow {
  created_date: string;
  id: string;
}

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

/** What stands behind `order by`. */
export function pageOrder(o: { sort: Sort; table: string }): RawBuilder<unknown> {
  const direction = sql.raw(o.sort);
  return sql`${createdDate(o.table)} ${direction}, ${idOf(o.table)} ${direction}`;
}

/** Of rows queried with `limit + 1`: the page, and its last row's position when there are more. */
export function pageOf<Row extends PageRow>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; next: PagePosition | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? { created_date: last.created_date, id: last.id } : null;
  return { rows: page, next };
}

/** The page as the JSON text that list operations answer, of rows whose `body` is an item's JSON text. */
export function pageJson(rows: readonly (PageRow & { body: string })[], limit: number): string {
  const page = pageOf(rows, limit);
  return `{"data":[${page.rows.map(({ body }) => body).join(',')}],"next":${JSON.stringify(page.next)}}`;
}

const createdDate = (table: string): RawBuilder<unknown> => sql.ref(`${table}.created_date`);
const idOf = (table: string): RawBuilder<unknown> => sql.ref(`${table}.id`);
