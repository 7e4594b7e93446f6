import { isDeepStrictEqual } from 'node:util';
import { DebriefError, EXTERNAL_USER_ID_TAKEN, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { knownFields } from '@debrief/contracts/known-fields';
import { updateUser as operation } from '@debrief/contracts/operations/directory-people';
import { UpdateUser, type User } from '@debrief/contracts/resources/user';
import type { Tx } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { contestedTransaction } from '../contested.ts';
import type { Tables } from '../tables.ts';
import { type Asked, claimUsers } from './claim-users.ts';
import { Owners } from './owners.ts';
import { columnsOf, storeIdentities, storeUser } from './store-user.ts';

type Outcome = { ok: User } | { error: DebriefError };

/**
 * Items are applied in their order, so two changes of one user add up, and an id that one item frees the next may
 * give to another user.
 */
export function updateUser(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handle(operation, async (items) => {
    const { outcomes, hasChanged } = await contestedTransaction(db, (tx) => applyAll(tx, items));
    if (hasChanged) wakeOutbox();
    return outcomes;
  });
}

async function applyAll(tx: Tx<Tables>, items: readonly Asked[]) {
  const { targets, users, identities, provisional } = await claimUsers(tx, items);
  const owners = new Owners(identities, provisional);
  const outcomes: Outcome[] = [];
  let hasChanged = false;
  for (const [index, { caller, input }] of items.entries()) {
    const scope = caller.integration_id;
    const { by, value } = input.identifier;
    const id = by === 'id' ? targets[index] : targets[index] && owners.of(scope, value);
    const before = users.get(id ?? '');
    if (before === undefined) {
      outcomes.push({ error: new DebriefError(USER_NOT_FOUND) });
      continue;
    }
    const change = knownFields(UpdateUser, input.change);
    const wanted = change.external_user_id;
    if (wanted !== undefined && (owners.of(scope, wanted) ?? before.id) !== before.id) {
      outcomes.push({ error: new DebriefError(EXTERNAL_USER_ID_TAKEN) });
      continue;
    }
    const isRemapped = wanted !== undefined && owners.remap(scope, before.id, wanted);
    const changed: User = { ...before, ...change };
    if (isRemapped || !isDeepStrictEqual(before, changed)) {
      await storeUser(tx, { integrationId: scope, id: before.id, columns: columnsOf(change) });
      hasChanged = true;
    }
    users.set(before.id, changed);
    outcomes.push({ ok: changed });
  }
  await storeIdentities(tx, owners.changes());
  return { outcomes, hasChanged };
}
