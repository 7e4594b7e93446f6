import type { Caller } from '@debrief/contracts/caller';
import { DebriefError, KEY_NOT_FOUND } from '@debrief/contracts/errors';
import { keyRevoked } from '@debrief/contracts/events/directory';
import { revokeKey as operation } from '@debrief/contracts/operations/directory-access';
import type { ApiKey } from '@debrief/contracts/resources/access';
import { recordAudit } from '@debrief/database/audit';
import { appendToOutbox } from '@debrief/database/outbox';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { keyView, selectKeys } from './key-view.ts';

/** Revoking again changes nothing but notifies the gateways again. */
export function revokeKey(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => {
    const ok = await transaction(db, (tx) => revoke(tx, caller, input));
    wakeOutbox();
    return { ok };
  });
}

/** @throws KEY_NOT_FOUND also for a key of another integration than the one given. */
export async function revoke(
  tx: Tx<Tables>,
  caller: Caller,
  { id, integration_id }: { id: string; integration_id?: string },
): Promise<ApiKey> {
  const row = await selectKeys(tx)
    .where('api_keys.id', '=', id)
    .$if(integration_id !== undefined, (query) =>
      query.where('api_keys.integration_id', '=', integration_id as string),
    )
    .executeTakeFirst();
  if (row === undefined) throw new DebriefError(KEY_NOT_FOUND);
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  const key = { key_id: id, integration_id: row.integration_id };
  if (numUpdatedRows > 0n)
    await recordAudit(tx, 'directory', caller, {
      ...{ action: 'key.revoked', integration_id: row.integration_id, target: id },
    });
  await appendToOutbox(tx, [{ subject: keyRevoked.subject, payload: key }]);
  return keyView(await selectKeys(tx).where('api_keys.id', '=', id).executeTakeFirstOrThrow());
}
