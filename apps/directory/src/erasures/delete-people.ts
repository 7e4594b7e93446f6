import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { deleteMemberships } from '../members/remove-member.ts';
import type { Tables } from '../tables.ts';
import { insertUserRemoved } from '../users/user-changed.ts';

/** @returns names, number and e-mails of the contact; null when there is none. */
export async function deleteContact(
  tx: Tx<Tables>,
  integrationId: string,
  id: string,
): Promise<string[] | null> {
  const contact = await tx
    .deleteFrom('contacts')
    .where('integration_id', '=', integrationId)
    .where('id', '=', id)
    .returning(['name', 'first_name', 'last_name', 'phone', 'emails'])
    .executeTakeFirst();
  if (contact === undefined) return null;
  const { name, first_name, last_name, phone, emails } = contact;
  return distinct([name, first_name, last_name, phone, ...(emails ?? [])]);
}

/**
 * Nobody may accept an invitation to the user from now on; the invitations go once their mails are gone, which they name.
 * @returns name and e-mails of the user; null when there is none.
 */
export async function deleteUser(
  tx: Tx<Tables>,
  integrationId: string,
  id: string,
): Promise<string[] | null> {
  // As an update of a user does, so that no external id moves meanwhile.
  await tx.selectFrom('integrations').select('id').where('id', '=', integrationId).forNoKeyUpdate().execute();
  const identities = await tx
    .deleteFrom('user_identities')
    .where('integration_id', '=', integrationId)
    .where('user_id', '=', id)
    .returning('external_user_id')
    .execute();
  const removed = tx
    .deleteFrom('users')
    .where('integration_id', '=', integrationId)
    .where('id', '=', id)
    .returningAll();
  const { rows } = await sql<{ name: string; email: string; email_key: string }>`
    with removed_user as (${removed}), emitted as (${insertUserRemoved})
    select name, email, email_key from removed_user
  `.execute(tx);
  const user = rows[0];
  if (user === undefined) return null;
  const { rows: invited } = await sql<{ email: string; name: string | null }>`
    update invitations set status = 'REVOKED', ended_date = now()
    where integration_id = ${integrationId} and status = 'PENDING'
      and (email_key = ${user.email_key}
        or external_user_id = any (${identities.map(({ external_user_id }) => external_user_id)}::text[]))
    returning email, name
  `.execute(tx);
  // What the person signs in with, where it is of no other integration.
  const accounts = await deleteMemberships(
    tx,
    sql`m.integration_id = ${integrationId}
      and (m.user_id = ${id} or (m.user_id is null and a.email_key = ${user.email_key}))`,
  );
  const invitees = invited.flatMap(({ email, name }) => [email, name]);
  return distinct([user.name, user.email, ...invitees, ...accounts]);
}

function distinct(words: readonly (string | null)[]): string[] {
  return [...new Set(words.filter((word) => word !== null && word !== ''))] as string[];
}
