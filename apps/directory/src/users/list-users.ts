import { listUsers as operation } from '@debrief/contracts/operations/directory-people';
import { isStorableText } from '@debrief/contracts/text';
import { handleEach } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { foldCase } from '../match-keys.ts';
import { nameContains, selectPage } from '../select-page.ts';
import type { Tables } from '../tables.ts';
import { userBody } from './user-view.ts';

export function listUsers(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async (item) => ({
    json: await selectPage(db, { table: 'users', body: userBody, item, filters: filtersOf(item) }),
  }));
}

function filtersOf({ caller, input: { external_user_id, email, name } }: Item<typeof operation>) {
  const given = [external_user_id, email, name].filter((value) => value !== undefined);
  // Postgres would refuse such text, and no user has it.
  if (!given.every(isStorableText)) return [sql`false`];
  const filters: RawBuilder<unknown>[] = [];
  if (external_user_id !== undefined) {
    filters.push(sql`r.external_user_id = ${external_user_id}`);
    filters.push(isKnownBy(caller.integration_id, external_user_id));
  }
  if (email !== undefined) filters.push(sql`r.email_key = ${foldCase(email)}`);
  if (name !== undefined) filters.push(nameContains(foldCase(name)));
  return filters;
}

/**
 * Finds the row by an index: `users` has none on `external_user_id`, `user_identities` has. It leads to the user by any
 * of their ids, so the filter compares the one clients see as well.
 */
function isKnownBy(integrationId: string, externalUserId: string): RawBuilder<unknown> {
  return sql`r.id = (
    select identity.user_id from user_identities identity
    where identity.integration_id = ${integrationId} and identity.external_user_id = ${externalUserId}
  )`;
}
