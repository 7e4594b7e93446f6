import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Uuid } from './text.ts';

export const PAGE_SIZE_DEFAULT = 50;
export const PAGE_SIZE_MAX = 100;

export const Sort = Type.Union([Type.Literal('asc'), Type.Literal('desc')]);
export type Sort = Static<typeof Sort>;

/** Where a keyset page starts: directly after this row in the page's order. `created_date` has microseconds. */
export const PagePosition = Type.Object({ created_date: Type.String(), id: Uuid });
export type PagePosition = Static<typeof PagePosition>;

/** What a list operation takes besides its filters. The gateway turns a signed cursor into `after`. */
export const PageInput = {
  limit: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX }),
  sort: Sort,
  after: Type.Optional(PagePosition),
};

/** What a list operation answers: the items, and the last row's position when more follow. */
export function PageOf<T extends TSchema>(item: T) {
  return Type.Object({ data: Type.Array(item), next: Type.Union([PagePosition, Type.Null()]) });
}
