import type { UserChanged } from '@debrief/contracts/events/directory';
import { listUserFacts } from '@debrief/contracts/operations/facts';
import type { Tx } from '@debrief/database/pool';
import type { Copy } from '@debrief/database/rebuild';
import type { Messaging } from '@debrief/messaging/connection';
import { listFacts } from '@debrief/messaging/list-facts';
import { sql } from 'kysely';
import { forgetUsers, replaceMappings } from '../agendas/record-user-change.ts';
import type { AgentsTable, Tables } from '../tables.ts';

/** Agents and the external ids that map to them, by what directory says of its users. */
export function rebuildUsers(messaging: Messaging): Copy<Tables, UserChanged> {
  const columns = [
    'integration_id',
    'user_id',
    'version',
    'external_user_id',
    'name',
    'timezone',
    'signal',
  ] satisfies (keyof AgentsTable)[];
  return {
    kind: 'users',
    table: {
      name: 'agents',
      key: ['integration_id', 'user_id'],
      columns,
    },
    async rows(start) {
      const { data, next } = await listFacts(messaging, listUserFacts, start);
      return { rows: data, next };
    },
    async complete(tx, users, seen) {
      return (await repairMappings(tx, users)) + (await forgetUsers(tx, await gone(tx, users, seen)));
    },
  };
}

/** Whom directory has no more. One that an event has told of anew since is here again. */
async function gone(
  tx: Tx<Tables>,
  users: readonly UserChanged[],
  seen: readonly Pick<UserChanged, 'integration_id' | 'user_id'>[],
): Promise<Pick<UserChanged, 'integration_id' | 'user_id'>[]> {
  const keyOf = (user: (typeof seen)[0]) => user.integration_id + user.user_id;
  const present = new Set(users.map(keyOf));
  const missing = seen.filter((user) => !present.has(keyOf(user)));
  if (missing.length === 0) return [];
  const ids = missing.map(({ user_id }) => user_id);
  const again = await tx
    .selectFrom('agents')
    .select(['integration_id', 'user_id'])
    .where('user_id', 'in', ids)
    .execute();
  const here = new Set(again.map(keyOf));
  return missing.filter((user) => !here.has(keyOf(user)));
}

/**
 * Looks first, and locks only the agents whose mappings differ. An agent that has another version has got it, with its
 * mappings, from an event in the meantime.
 */
async function repairMappings(tx: Tx<Tables>, users: readonly UserChanged[]): Promise<number> {
  const { rows } = await sql<{ external_user_ids: string[] }>`
    select array(
      select mapped.external_user_id from agent_mappings mapped
      where mapped.integration_id = given.integration_id and mapped.user_id = given.user_id
    ) as external_user_ids
    from unnest(
      ${users.map(({ integration_id }) => integration_id)}::uuid[],
      ${users.map(({ user_id }) => user_id)}::uuid[]
    ) with ordinality as given (integration_id, user_id, ord)
    order by given.ord
  `.execute(tx);
  const differing = users.filter((user, index) => {
    const mapped = new Set(rows[index]?.external_user_ids);
    return mapped.symmetricDifference(new Set(user.external_user_ids)).size > 0;
  });
  let repaired = 0;
  for (const user of differing) {
    if (!(await isPresent(tx, user))) continue;
    await replaceMappings(tx, user);
    repaired += 1;
  }
  return repaired;
}

/** Whether an agent has this version, and keeps it until the transaction ends. */
async function isPresent(
  tx: Tx<Tables>,
  { integration_id, user_id, version }: UserChanged,
): Promise<boolean> {
  const row = await tx
    .selectFrom('agents')
    .select('user_id')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .where('version', '=', version)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
