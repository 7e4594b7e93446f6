import { DebriefError, KEY_NOT_FOUND } from '@debrief/contracts/errors';
import { keyRevoked } from '@debrief/contracts/events/directory';
import { revokeKey as operation } from '@debrief/contracts/operations/directory-access';
import { appendToOutbox } from '@debrief/database/outbox';
import { type Tx, transaction } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { selectKeys } from './key-queries.ts';
import { keyView } from './key-view.ts';

/** Revoking again changes nothing but tells the gateways again. */
export function revokeKey(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handle(operation, async (items) => {
    const ids = items.map(({ input }) => input.id.toLowerCase());
    const keys = await transaction(db, (tx) => revoke(tx, ids));
    const byId = new Map(keys.map((key) => [key.id, key]));
    wakeOutbox();
    return ids.map((id) => {
      const key = byId.get(id);
      return key === undefined ? { error: new DebriefError(KEY_NOT_FOUND) } : { ok: key };
    });
  });
}

async function revoke(tx: Tx<Tables>, ids: string[]) {
  // Locked in order first: an update of several rows takes them in an order of its own.
  await tx
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql<string>`now()` })
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute();
  const rows = await selectKeys(tx).where('api_keys.id', 'in', ids).execute();
  await appendToOutbox(
    tx,
    rows.map(({ id: key_id, integration_id }) => ({
      subject: keyRevoked.subject,
      payload: { key_id, integration_id },
    })),
  );
  return rows.map(keyView);
}
