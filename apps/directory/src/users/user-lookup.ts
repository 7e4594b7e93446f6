import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { UserIdentifier } from '@debrief/contracts/operations/directory-people';
import { isStorableText, isUuid } from '@debrief/contracts/text';
import type { Static } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';

export interface UserSought {
  readonly caller: Pick<IntegrationCaller, 'integration_id'>;
  readonly identifier: Static<typeof UserIdentifier>;
}

/**
 * A `from` clause with one row an item, in the items' order: `item.ord`, and the user as `r` (nulls when the item's
 * own integration has none). An external id is any that the user is known by, so that the id of a call leads to its
 * user. Each form of identifier has a column of its own and is null in the other, so both branches are plain probes.
 */
export function userOfEach(items: readonly UserSought[]): RawBuilder<unknown> {
  const uuids = items.map(({ identifier: { by, value } }) => (by === 'id' && isUuid(value) ? value : null));
  const externalIds = items.map(({ identifier: { by, value } }) =>
    by === 'external_user_id' && isStorableText(value) ? value : null,
  );
  return sql`
    unnest(
      ${items.map(({ caller }) => caller.integration_id)}::uuid[], ${uuids}::uuid[], ${externalIds}::text[]
    ) with ordinality as item (integration_id, id, external_user_id, ord)
    left join lateral (
      select by_id.* from users by_id
      where by_id.integration_id = item.integration_id and by_id.id = item.id
      union all
      select by_external.*
      from user_identities identity
      join users by_external
        on by_external.integration_id = identity.integration_id and by_external.id = identity.user_id
      where identity.integration_id = item.integration_id
        and identity.external_user_id = item.external_user_id
    ) r on true
  `;
}
