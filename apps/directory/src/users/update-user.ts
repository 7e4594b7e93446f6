import { isDeepStrictEqual } from 'node:util';
import { DebriefError, EXTERNAL_USER_ID_TAKEN, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { knownFields } from '@debrief/contracts/known-fields';
import { updateUser as operation } from '@debrief/contracts/operations/directory-people';
import { UpdateUser, type User } from '@debrief/contracts/resources/user';
import type { Tx } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { foldCase } from '../match-keys.ts';
import { retryTransaction } from '../retry-lost-race.ts';
import type { Tables } from '../tables.ts';
import { usersByIdentifier } from './get-user.ts';
import { storeUser } from './store-user.ts';
import { userBody } from './user-view.ts';

type Given = Item<typeof operation>;

export function updateUser(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handleWrite(operation, async (item) => {
    const { user, hasChanged } = await retryTransaction(db, (tx) => update(tx, item));
    if (hasChanged) wakeOutbox();
    return { ok: user };
  });
}

/**
 * Locks the integration, so that updates of its users run one after the other and no id moves while it is looked up.
 * Submissions do not take that lock, because they only add ids. Both lock ids (by inserting them) before users, so that
 * they cannot deadlock.
 */
async function update(
  tx: Tx<Tables>,
  { caller, input }: Given,
): Promise<{ user: User; hasChanged: boolean }> {
  const { integration_id } = caller;
  await tx
    .selectFrom('integrations')
    .select('id')
    .where('id', '=', integration_id)
    .forNoKeyUpdate()
    .execute();
  const id = await findUserId(tx, { caller, input });
  const change = knownFields(UpdateUser, input.change);
  const externalId = change.external_user_id;
  if (externalId !== undefined) {
    await claimId(tx, { integration_id, user_id: id, external_user_id: externalId });
  }
  const { body, external_user_ids } = await lockUser(tx, integration_id, id);
  const before = JSON.parse(body) as User;
  const user: User = { ...before, ...change };
  const isRemapped = externalId !== undefined && !isDeepStrictEqual(external_user_ids, [externalId]);
  const hasChanged = isRemapped || !isDeepStrictEqual(before, user);
  if (hasChanged) await storeUser(tx, { integrationId: integration_id, id, columns: columnsOf(change) });
  if (isRemapped) await dropOtherIds(tx, { integration_id, user_id: id, external_user_id: externalId });
  return { user, hasChanged };
}

async function findUserId(tx: Tx<Tables>, { caller, input }: Given): Promise<string> {
  const { rows } = await sql<{ id: string | null }>`
    select r.id from ${usersByIdentifier([{ caller, identifier: input.identifier }])}
  `.execute(tx);
  if (rows[0]?.id == null) throw new DebriefError(USER_NOT_FOUND);
  return rows[0].id;
}

interface Identity {
  integration_id: string;
  external_user_id: string;
  user_id: string;
}

/** Inserts before it looks, so that a submission and an update that want the same new id wait for each other. */
async function claimId(tx: Tx<Tables>, identity: Identity): Promise<void> {
  await tx
    .insertInto('user_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { user_id } = await tx
    .selectFrom('user_identities')
    .select('user_id')
    .where('integration_id', '=', identity.integration_id)
    .where('external_user_id', '=', identity.external_user_id)
    .executeTakeFirstOrThrow();
  if (user_id !== identity.user_id) throw new DebriefError(EXTERNAL_USER_ID_TAKEN);
}

async function lockUser(tx: Tx<Tables>, integrationId: string, id: string) {
  const { rows } = await sql<{ body: string; external_user_ids: string[] }>`
    select ${userBody} as body, r.external_user_ids
    from users r
    where r.integration_id = ${integrationId} and r.id = ${id}
    for no key update
  `.execute(tx);
  if (rows[0] === undefined) throw new DebriefError(USER_NOT_FOUND);
  return rows[0];
}

async function dropOtherIds(tx: Tx<Tables>, kept: Identity): Promise<void> {
  await tx
    .deleteFrom('user_identities')
    .where('integration_id', '=', kept.integration_id)
    .where('user_id', '=', kept.user_id)
    .where('external_user_id', '<>', kept.external_user_id)
    .execute();
}

/** The columns that a change sets, including those that the user is searched by. */
function columnsOf(change: UpdateUser) {
  const { name, external_user_id } = change;
  return {
    ...change,
    ...(name !== undefined && { name_key: foldCase(name) }),
    ...(external_user_id !== undefined && { external_user_ids: [external_user_id] }),
  };
}
