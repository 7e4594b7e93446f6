import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { INVALID_CURSOR } from '../errors.ts';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, Sort } from '../paging.ts';
import { Nullable } from '../text.ts';
import type { ErrorExample } from './define.ts';

/** The query of a list. @param sort the order when none is asked for. */
export function listQuery<F extends TProperties>(sort: Sort, filters: F) {
  return Type.Object({
    limit: Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_DEFAULT,
      description: 'Items on a page',
    }),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        format: 'printable',
        description: '`pagination.next_cursor` of the previous page; all filters must be repeated',
      }),
    ),
    sort: Type.Union(Sort.anyOf, { default: sort, description: 'Order by created date' }),
    ...filters,
  });
}

/** What every list takes; filters stand beside it. */
export type ListQuery = ReturnType<typeof listQuery<TProperties>>;

export const Pagination = Type.Object({
  has_more: Type.Boolean({ description: 'true when more results exist' }),
  next_cursor: Nullable(Type.String(), { description: 'Opaque; null on the last page' }),
});

export function pageOf<T extends TSchema>(item: T): TObject {
  return Type.Object({ data: Type.Array(item), pagination: Pagination });
}

export function examplePage(item: unknown) {
  return { data: [item], pagination: { has_more: true, next_cursor: 'q0cVb1zJ3a8fWm2nX4k9Tg' } };
}

export const listErrors: readonly ErrorExample[] = [{ error: INVALID_CURSOR }];
