import type { UserChanged } from '@debrief/contracts/events/directory';
import { type Tx, transaction } from '@debrief/database/pool';
import type { Delivery } from '@debrief/messaging/consume';
import { sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';

/**
 * Keeps the newest version of each user; versions may arrive in any order and repeatedly. The first statement locks
 * the agent's row: of two versions at once the second waits, and then sees the first.
 */
export function recordUserChange(db: Db) {
  return ({ payload }: Pick<Delivery<UserChanged>, 'payload'>): Promise<void> =>
    transaction(db, async (tx) => {
      if (payload.removed === true) await forgetUsers(tx, [payload]);
      if ((await isErased(tx, payload)) || !(await isNewest(tx, payload))) return;
      await replaceMappings(tx, payload);
    });
}

/** An event may be older than the removal of its user, or say of it what the erasure has done. */
async function isErased(tx: Tx<Tables>, { integration_id, user_id }: UserChanged): Promise<boolean> {
  const { rows } = await sql`
    select from erasures where integration_id = ${integration_id} and subject_id = ${user_id}
  `.execute(tx);
  return rows.length > 0;
}

async function isNewest(tx: Tx<Tables>, user: UserChanged): Promise<boolean> {
  const { integration_id, user_id, version, external_user_id, name, timezone, signal } = user;
  const values = { version, external_user_id, name, timezone, signal };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('agents')
    .values({ integration_id, user_id, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'user_id'])
        .doUpdateSet(values)
        .where(sql<boolean>`agents.version < excluded.version`),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * The agendas of removed users keep their external id, and can be found by it; what was in them goes. @returns how many
 * there are.
 */
export async function forgetUsers(
  tx: Tx<Tables>,
  users: readonly Pick<UserChanged, 'integration_id' | 'user_id'>[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update agendas a set
      user_id = null, content = null, answers = null, draft = null, summary = null, updated_date = now(),
      generation_status = case when a.generation_status in ('queued', 'processing') then 'not_eligible'
        else a.generation_status end
    from unnest(
      ${users.map(({ integration_id }) => integration_id)}::uuid[],
      ${users.map(({ user_id }) => user_id)}::uuid[]
    ) as removed (integration_id, user_id)
    where a.integration_id = removed.integration_id and a.user_id = removed.user_id
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Under the lock of the agent's row. */
export async function replaceMappings(tx: Tx<Tables>, user: UserChanged): Promise<void> {
  const { integration_id, user_id, external_user_ids } = user;
  await tx
    .deleteFrom('agent_mappings')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .execute();
  await sql`
    insert into agent_mappings (integration_id, external_user_id, user_id)
    select distinct ${integration_id}::uuid, external_user_id, ${user_id}::uuid
    from unnest(${external_user_ids}::text[]) as mapped (external_user_id)
  `.execute(tx);
}
