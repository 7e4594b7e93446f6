import type { Tx } from '@debrief/database/pool';
import type { Updateable } from 'kysely';
import type { Tables } from '../tables.ts';
import { userChangedColumns, userChangedRows } from './user-changed.ts';

/** Stores a change and appends its event, as one statement. */
export async function storeUser(
  tx: Tx<Tables>,
  { integrationId, id, columns }: { integrationId: string; id: string; columns: Updateable<Tables['users']> },
): Promise<void> {
  await tx
    .with('changed_user', (changing) =>
      changing
        .updateTable('users')
        .set((column) => ({ ...columns, version: column('version', '+', 1) }))
        .where('integration_id', '=', integrationId)
        .where('id', '=', id)
        .returningAll(),
    )
    .insertInto('outbox')
    .columns(userChangedColumns)
    .expression(userChangedRows)
    .execute();
}
