import {
  createOwnKey as createOperation,
  listOwnKeys as listOperation,
  revokeOwnKey as revokeOperation,
} from '@debrief/contracts/operations/directory-access';
import { transaction } from '@debrief/database/pool';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { makeKey } from './create-key.ts';
import { findKeys } from './list-keys.ts';
import { revoke } from './revoke-key.ts';

/** `directory.own-keys.*`: what operators do with the keys of any integration, for members and those of their own. */

export function createOwnKey(db: Kysely<Tables>): OperationHandler {
  return handleWrite(createOperation, async ({ caller, input }) => {
    const { integration_id } = caller;
    return { ok: await makeKey(db, caller, { ...input, integration_id }) };
  });
}

export function listOwnKeys(db: Kysely<Tables>): OperationHandler {
  return handleEach(listOperation, async ({ caller: { integration_id } }) => ({
    ok: { data: await findKeys(db, { integration_id }) },
  }));
}

export function revokeOwnKey(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handleWrite(revokeOperation, async ({ caller, input: { id } }) => {
    const { integration_id } = caller;
    const ok = await transaction(db, (tx) => revoke(tx, caller, { id, integration_id }));
    wakeOutbox();
    return { ok };
  });
}
