import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { ContactIdentifier } from '@debrief/contracts/operations/directory-people';
import { isStorableText, isUuid } from '@debrief/contracts/text';
import type { Static } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';

export interface ContactSought {
  readonly caller: Pick<IntegrationCaller, 'integration_id'>;
  readonly identifier: Static<typeof ContactIdentifier>;
}

/**
 * A `from` clause with one row an item, in the items' order: `item.ord`, and the contact as `r` (nulls when the
 * item's own integration has none). Each form of identifier has a column of its own and is null in the other, so
 * both branches are plain probes of one unique index; an `or` over the two would scan.
 */
export function contactOfEach(items: readonly ContactSought[]): RawBuilder<unknown> {
  const uuids = items.map(({ identifier: { by, value } }) => (by === 'id' && isUuid(value) ? value : null));
  const externalIds = items.map(({ identifier: { by, value } }) =>
    by === 'external_contact_id' && isStorableText(value) ? value : null,
  );
  return sql`
    unnest(
      ${items.map(({ caller }) => caller.integration_id)}::uuid[], ${uuids}::uuid[], ${externalIds}::text[]
    ) with ordinality as item (integration_id, id, external_contact_id, ord)
    left join lateral (
      select by_id.* from contacts by_id
      where by_id.integration_id = item.integration_id and by_id.id = item.id
      union all
      select by_external.* from contacts by_external
      where by_external.integration_id = item.integration_id
        and by_external.external_contact_id = item.external_contact_id
    ) r on true
  `;
}
