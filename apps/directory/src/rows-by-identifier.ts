import type { IntegrationCaller } from '@debrief/contracts/caller';
import { isStorableText, isUuid } from '@debrief/contracts/text';
import { type RawBuilder, sql } from 'kysely';

/** A contact or user by one of the two ids that clients know. */
export interface Lookup {
  readonly caller: Pick<IntegrationCaller, 'integration_id'>;
  readonly identifier: { readonly by: string; readonly value: string };
}

/**
 * A `from` clause with one row an item, in the items' order: `item.ord`, and the row of `table` as `r` (nulls when the
 * item's own integration has none). Each form of identifier has a column of its own and is null in the other, so both
 * branches are plain probes of a unique index; an `or` over the two would scan.
 * @param byExternalId Rows of the table by `item.integration_id` and `item.external_id`.
 */
export function rowsByIdentifier(
  items: readonly Lookup[],
  { table, byExternalId }: { table: 'contacts' | 'users'; byExternalId: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const uuids = items.map(({ identifier: { by, value } }) => (by === 'id' && isUuid(value) ? value : null));
  const externalIds = items.map(({ identifier: { by, value } }) =>
    by !== 'id' && isStorableText(value) ? value : null,
  );
  return sql`
    unnest(
      ${items.map(({ caller }) => caller.integration_id)}::uuid[], ${uuids}::uuid[], ${externalIds}::text[]
    ) with ordinality as item (integration_id, id, external_id, ord)
    left join lateral (
      select by_id.* from ${sql.table(table)} by_id
      where by_id.integration_id = item.integration_id and by_id.id = item.id
      union all
      ${byExternalId}
    ) r on true
  `;
}
