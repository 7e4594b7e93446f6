import type { updateUser } from '@debrief/contracts/operations/directory-people';
import type { User } from '@debrief/contracts/resources/user';
import type { Tx } from '@debrief/database/pool';
import type { Item } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { userOfEach } from './user-lookup.ts';
import { userBody } from './user-view.ts';

export type Asked = Item<typeof updateUser>;

export interface Identity {
  integration_id: string;
  external_user_id: string;
  user_id: string;
}

export interface ClaimedUsers {
  /** The user each item means; null where there is none. An earlier item may yet take its id away from it. */
  targets: (string | null)[];
  /** By id, as they stand and locked until the transaction ends. */
  users: Map<string, User>;
  /** All ids of these users, provisional ones among them. */
  identities: Identity[];
  /** Keys of the ids that are nobody's yet. */
  provisional: Set<string>;
}

/** UUIDs have one length, so that no other pair can make the same text. */
export function identityKey(integrationId: string, externalUserId: string): string {
  return integrationId.toLowerCase() + externalUserId;
}

/**
 * Everything that the changes of a batch may touch, locked before any of it is changed.
 *
 * Changes of one integration take turns, so that no id is taken from a user while it is looked up. Submissions do not
 * wait for their turn: they only add ids, and they and this take locks in the same order: ids by claiming them in
 * `user_identities`, then users, each sorted by key.
 */
export async function claimUsers(tx: Tx<Tables>, items: readonly Asked[]): Promise<ClaimedUsers> {
  await takeTurn(tx, items);
  const targets = await findTargets(tx, items);
  const provisional = await claimIds(tx, items, targets);
  const users = await lockUsers(tx, items, targets);
  const identities = await readIdentities(tx, items, [...users.keys()]);
  return { targets, users, identities, provisional };
}

async function takeTurn(tx: Tx<Tables>, items: readonly Asked[]): Promise<void> {
  await tx
    .selectFrom('integrations')
    .select('id')
    .where('id', 'in', [...new Set(items.map(({ caller }) => caller.integration_id))])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** As the database knows them, or as an earlier item of the batch wants it. */
async function findTargets(tx: Tx<Tables>, items: readonly Asked[]): Promise<(string | null)[]> {
  const sought = items.map(({ caller, input }) => ({ caller, identifier: input.identifier }));
  const { rows } = await sql<{ id: string | null }>`
    select r.id from ${userOfEach(sought)} order by item.ord
  `.execute(tx);
  const wanted = new Map<string, string>();
  return items.map(({ caller, input: { identifier, change } }, index) => {
    const keyOf = (externalUserId: string) => identityKey(caller.integration_id, externalUserId);
    const byEarlier = identifier.by === 'id' ? undefined : wanted.get(keyOf(identifier.value));
    const target = rows[index]?.id ?? byEarlier ?? null;
    if (target !== null && change.external_user_id !== undefined) {
      wanted.set(keyOf(change.external_user_id), target);
    }
    return target;
  });
}

/** An id that is nobody's becomes provisionally that of the first who shall have it. */
async function claimIds(
  tx: Tx<Tables>,
  items: readonly Asked[],
  targets: readonly (string | null)[],
): Promise<Set<string>> {
  const claims = items.flatMap(({ caller, input }, index) => {
    const external_user_id = input.change.external_user_id;
    const user_id = targets[index];
    if (external_user_id === undefined || user_id == null) return [];
    return { integration_id: caller.integration_id, external_user_id, user_id };
  });
  if (claims.length === 0) return new Set();
  const { rows } = await sql<Omit<Identity, 'user_id'>>`
    insert into user_identities (integration_id, external_user_id, user_id)
    select distinct on (integration_id, external_user_id) integration_id, external_user_id, user_id
    from unnest(
      ${claims.map((claim) => claim.integration_id)}::uuid[],
      ${claims.map((claim) => claim.external_user_id)}::text[],
      ${claims.map((claim) => claim.user_id)}::uuid[]
    ) with ordinality as claim (integration_id, external_user_id, user_id, ord)
    order by integration_id, external_user_id, ord
    on conflict do nothing
    returning integration_id, external_user_id
  `.execute(tx);
  return new Set(rows.map((row) => identityKey(row.integration_id, row.external_user_id)));
}

/** The users to change and those who have an id that another shall have, each as it is once the lock is there. */
async function lockUsers(
  tx: Tx<Tables>,
  items: readonly Asked[],
  targets: readonly (string | null)[],
): Promise<Map<string, User>> {
  const { rows } = await sql<{ body: string }>`
    with item as (
      select * from unnest(
        ${items.map(({ caller }) => caller.integration_id)}::uuid[],
        ${targets}::uuid[],
        ${items.map(({ input }) => input.change.external_user_id ?? null)}::text[]
      ) as item (integration_id, user_id, external_user_id)
    )
    select ${userBody} as body
    from users r
    where (r.integration_id, r.id) in (
      select item.integration_id, item.user_id from item
      union all
      select identity.integration_id, identity.user_id
      from item
      join user_identities identity using (integration_id, external_user_id)
    )
    order by r.integration_id, r.id
    for no key update
  `.execute(tx);
  const users = rows.map(({ body }) => JSON.parse(body) as User);
  return new Map(users.map((user) => [user.id, user]));
}

/** Read apart, when the locks are there: while it waits for them a statement goes on seeing what was before. */
async function readIdentities(
  tx: Tx<Tables>,
  items: readonly Asked[],
  userIds: readonly string[],
): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    select integration_id, external_user_id, user_id
    from user_identities
    where integration_id = any(${items.map(({ caller }) => caller.integration_id)}::uuid[])
      and user_id = any(${userIds}::uuid[])
  `.execute(tx);
  return rows;
}
