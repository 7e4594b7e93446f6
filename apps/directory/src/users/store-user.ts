import type { UpdateUser } from '@debrief/contracts/resources/user';
import type { Tx } from '@debrief/database/pool';
import { sql, type Updateable } from 'kysely';
import { foldCase } from '../submissions/match-keys.ts';
import type { Tables } from '../tables.ts';
import type { Owners } from './owners.ts';
import { userChangedColumns, userChangedRows } from './user-changed.ts';

/** The columns that a change sets, with those a user is found by. */
export function columnsOf(change: UpdateUser): Updateable<Tables['users']> {
  const { name, external_user_id } = change;
  return {
    ...change,
    ...(name !== undefined && { name_key: foldCase(name) }),
    ...(external_user_id !== undefined && { external_user_ids: [external_user_id] }),
  };
}

/** Stores a change and tells it, as one statement. */
export async function storeUser(
  tx: Tx<Tables>,
  { integrationId, id, columns }: { integrationId: string; id: string; columns: Updateable<Tables['users']> },
): Promise<void> {
  await tx
    .with('changed_user', (changing) =>
      changing
        .updateTable('users')
        .set((column) => ({
          ...columns,
          version: column('version', '+', 1),
        }))
        .where('integration_id', '=', integrationId)
        .where('id', '=', id)
        .returningAll(),
    )
    .insertInto('outbox')
    .columns(userChangedColumns)
    .expression(userChangedRows)
    .execute();
}

/** Gives the ids to those who have them now and deletes those that nobody has any more. */
export async function storeIdentities(tx: Tx<Tables>, changes: ReturnType<Owners['changes']>): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    with change as materialized (
      select * from unnest(
        ${changes.map((change) => change.integration_id)}::uuid[],
        ${changes.map((change) => change.external_user_id)}::text[],
        ${changes.map((change) => change.user_id)}::uuid[]
      ) as change (integration_id, external_user_id, user_id)
    ),
    dropped as (
      delete from user_identities identity
      using change
      where identity.integration_id = change.integration_id
        and identity.external_user_id = change.external_user_id
        and change.user_id is null
    )
    update user_identities identity set user_id = change.user_id
    from change
    where identity.integration_id = change.integration_id
      and identity.external_user_id = change.external_user_id
      and change.user_id is not null
  `.execute(tx);
}
