import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, type PagePosition, Sort } from '@debrief/contracts/paging';
import { Type } from '@sinclair/typebox';
import type { CursorScope, Cursors } from './cursors.ts';

/** The query parameters every list has. @param sort the order when none is asked for. */
export function listQuery(sort: Sort) {
  return {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1024, format: 'printable' })),
    sort: Type.Optional(Type.Union(Sort.anyOf, { default: sort })),
  };
}

/** Turns a signed cursor into the position a list operation starts after. */
export function pageInput(
  cursors: Cursors,
  query: { limit?: number; cursor?: string },
  scope: CursorScope & { sort: Sort },
): { limit: number; sort: Sort; after?: PagePosition } {
  const page = { limit: query.limit ?? PAGE_SIZE_DEFAULT, sort: scope.sort };
  return query.cursor === undefined ? page : { ...page, after: cursors.open(query.cursor, scope) };
}

/** The envelope of every list. */
export function pageReply<T>(
  cursors: Cursors,
  page: { data: T[]; next: PagePosition | null },
  scope: CursorScope,
) {
  const next_cursor = page.next === null ? null : cursors.sign(page.next, scope);
  return { data: page.data, pagination: { has_more: next_cursor !== null, next_cursor } };
}
