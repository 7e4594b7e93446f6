import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { getUser as operation } from '@debrief/contracts/operations/directory-people';
import { prepared } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Lookup, rowsByIdentifier } from '../rows-by-identifier.ts';
import type { Tables } from '../tables.ts';
import { userBody } from './user-view.ts';

export function getUser(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const lookups = items.map(({ caller, input }) => ({ caller, identifier: input }));
    const { rows } = await sql<{ body: string | null }>`${prepared}
      select case when r.id is not null then ${userBody} end as body
      from ${usersByIdentifier(lookups)}
      order by item.ord
    `.execute(db);
    return rows.map(({ body }) =>
      body === null ? { error: new DebriefError(USER_NOT_FOUND) } : { json: body },
    );
  });
}

/** Finds a user by any of their external ids, so that the id of an old call leads to its user. */
export function usersByIdentifier(items: readonly Lookup[]): RawBuilder<unknown> {
  return rowsByIdentifier(items, {
    table: 'users',
    byExternalId: sql`
      select by_external.*
      from user_identities identity
      join users by_external
        on by_external.integration_id = identity.integration_id and by_external.id = identity.user_id
      where identity.integration_id = item.integration_id and identity.external_user_id = item.external_id`,
  });
}
