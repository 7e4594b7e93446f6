import type { IntegrationCaller } from '@debrief/contracts/caller';
import { isStorableText, isUuid } from '@debrief/contracts/text';
import { ofEach } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';

/** Asks for a contact or user by its `id` or by an external id. */
export interface Lookup {
  readonly caller: Pick<IntegrationCaller, 'integration_id'>;
  readonly identifier: { readonly by: string; readonly value: string };
}

/**
 * A `from` clause with one row per item: `item.ord` counts from 1, and `r` is the row of `table`, all null when the
 * item's integration has no such row. The id and the external id are separate columns, one of them null, so that each
 * branch is a lookup in a unique index; an `or` over the two would scan.
 * @param byExternalId The query of the table's row by `item.integration_id` and `item.external_id`.
 */
export function rowsByIdentifier(
  items: readonly Lookup[],
  { table, byExternalId }: { table: 'contacts' | 'users'; byExternalId: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    unnest(
      ${ofEach(items, 'uuid', ({ caller }) => caller.integration_id)},
      ${ofEach(items, 'uuid', ({ identifier: { by, value } }) => (by === 'id' && isUuid(value) ? value : null))},
      ${ofEach(items, 'text', ({ identifier: { by, value } }) => (by !== 'id' && isStorableText(value) ? value : null))}
    ) with ordinality as item (integration_id, id, external_id, ord)
    left join lateral (
      select by_id.* from ${sql.table(table)} by_id
      where by_id.integration_id = item.integration_id and by_id.id = item.id
      union all
      ${byExternalId}
    ) r on true
  `;
}
