import type { MemberRole } from '@debrief/contracts/caller';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { foldCase } from '../match-keys.ts';
import type { AccountRow } from '../sessions/create-session.ts';
import type { Tables } from '../tables.ts';

/** @returns undefined when the e-mail has an account. */
export function insertAccount(
  tx: Tx<Tables>,
  given: { email: string; name: string; password_hash: string | null },
): Promise<AccountRow | undefined> {
  return tx
    .insertInto('accounts')
    .values({ id: uuidv7(), email_key: foldCase(given.email), proven_date: null, ...given })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export interface NewMembership {
  account_id: string;
  organization_id: string;
  integration_id: string | null;
  role: MemberRole;
  user_id: string | null;
}

/** Makes a membership, or changes the role of the one there is: to a lesser one only if `mayLower`. @returns its id. */
export async function storeMembership(
  tx: Tx<Tables>,
  given: NewMembership,
  { mayLower }: { mayLower: boolean },
): Promise<string> {
  const role = mayLower
    ? sql`excluded.role`
    : sql`case when known.role = 'admin' then known.role else excluded.role end`;
  const { rows } = await sql<{ id: string }>`
    insert into memberships as known (id, account_id, organization_id, integration_id, role, user_id)
    values (
      ${uuidv7()}, ${given.account_id}, ${given.organization_id}, ${given.integration_id}, ${given.role},
      ${given.user_id}
    )
    on conflict on constraint memberships_once
    do update set role = ${role}, user_id = coalesce(excluded.user_id, known.user_id)
    returning id
  `.execute(tx);
  return (rows[0] as { id: string }).id;
}
