import type { Tx } from '@debrief/database/pool';
import { sql, type Updateable } from 'kysely';
import type { Tables } from '../tables.ts';
import { insertUserChanged } from './user-changed.ts';

/** Stores a change and appends its event, as one statement. */
export async function storeUser(
  tx: Tx<Tables>,
  { integrationId, id, columns }: { integrationId: string; id: string; columns: Updateable<Tables['users']> },
): Promise<void> {
  const changedUser = tx
    .updateTable('users')
    .set((column) => ({ ...columns, version: column('version', '+', 1) }))
    .where('integration_id', '=', integrationId)
    .where('id', '=', id)
    .returningAll();
  await sql`with changed_user as (${changedUser}) ${insertUserChanged}`.execute(tx);
}
