import { listUsers as operation } from '@debrief/contracts/operations/directory-people';
import { isStorableText } from '@debrief/contracts/text';
import { handleEach } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { foldCase } from '../match-keys.ts';
import { nameSearch } from '../name-search.ts';
import { type Found, nextRows, searchedRows, selectPage } from '../select-page.ts';
import type { Tables } from '../tables.ts';
import { userBody } from './user-view.ts';

export function listUsers(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async (item) => ({
    json: await selectPage(db, { table: 'users', body: userBody, item, found: found(item) }),
  }));
}

function found(item: Item<typeof operation>): Found {
  const question = { table: 'users', item } as const;
  const { external_user_id, email, name } = item.input;
  const given = [external_user_id, email, name].filter((value) => value !== undefined);
  // Postgres would refuse such text, and no user has it.
  if (!given.every(isStorableText)) return nextRows(question, [sql`false`]);
  const { integration_id } = item.caller;
  const conditions: RawBuilder<unknown>[] = [];
  if (external_user_id !== undefined) {
    conditions.push(sql`r.external_user_id = ${external_user_id}`);
    conditions.push(isKnownBy(integration_id, external_user_id));
  }
  if (email !== undefined) conditions.push(sql`r.email_key = ${foldCase(email)}`);
  if (name === undefined) return nextRows(question, conditions);
  const { matches, indexed } = nameSearch(integration_id, name);
  // One that is named otherwise is found at once, and a short part of a name in the list's order.
  if (conditions.length > 0 || indexed === undefined) return nextRows(question, [...conditions, matches]);
  return searchedRows(question, [matches], (block) => [indexed(block)]);
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
