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

/** A page of facts is over at either of these; a fact alone is always far below what NATS carries in one message. */
export const FACTS_PAGE_ROWS = 200;
export const FACTS_PAGE_BYTES = 400_000;

/**
 * Where a page of facts starts: directly after this row of their owner, in the order of its primary key. So rows that
 * are written while the pages are read move no other row. `id` of an integration is its own.
 */
export const FactPosition = Type.Object({ integration_id: Uuid, id: Uuid });
export type FactPosition = Static<typeof FactPosition>;

/** What a list of facts takes: of one integration, or of all. */
export const FactsInput = Type.Object({
  integration_id: Type.Optional(Uuid),
  after: Type.Optional(FactPosition),
});
export type FactsInput = Static<typeof FactsInput>;

/** What it answers: the facts, and the last row's position when more follow. */
export function FactsOf<T extends TSchema>(fact: T) {
  return Type.Object({ data: Type.Array(fact), next: Type.Union([FactPosition, Type.Null()]) });
}

/** What a list operation answers: the items, and the last row's position when more follow. */
export function PageOf<T extends TSchema>(item: T) {
  return Type.Object({ data: Type.Array(item), next: Type.Union([PagePosition, Type.Null()]) });
}
