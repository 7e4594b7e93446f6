import { lockInsertOrder } from '@debrief/database/insert-order';
import type { Tx } from '@debrief/database/pool';
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';
import type { InvitationKey } from './invitation-links.ts';
import { type InvitationRow, invitationColumns } from './invitation-view.ts';

interface EmailKey {
  integration_id: string;
  email_key: string;
}

/** Locks the insert order of the integration's invitations. @returns the created date of a new one. */
export async function lockInvitationOrder(tx: Tx<Tables>, integrationId: string): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    with ${lockInsertOrder('invitations', sql`select ${integrationId}::uuid`)} select at from insert_order
  `.execute(tx);
  return (rows[0] as { at: string }).at;
}

/** Marks the e-mail's pending invitation as expired if its time has passed, so that a new one can be inserted. */
export async function expirePending(
  tx: Tx<Tables>,
  { integration_id, email_key, at }: EmailKey & { at: string },
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ status: 'EXPIRED', ended_date: at })
    .where('integration_id', '=', integration_id)
    .where('email_key', '=', email_key)
    .where('status', '=', 'PENDING')
    .where('expires_date', '<=', at)
    .execute();
}

type NewInvitation = Omit<Insertable<Tables['invitations']>, 'id' | 'expires_date'>;

/** @returns undefined when an invitation for the e-mail is pending. */
export async function insertInvitation(
  tx: Tx<Tables>,
  given: NewInvitation,
  { at, days }: { at: string; days: number },
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    insert into invitations as i (
      integration_id, id, email, email_key, external_user_id, name, first_name, role, invited_by_user_id,
      created_date, expires_date
    )
    values (
      ${given.integration_id}, ${uuidv7()}, ${given.email}, ${given.email_key}, ${given.external_user_id},
      ${given.name}, ${given.first_name}, ${given.role}, ${given.invited_by_user_id},
      ${at}, ${at}::timestamptz + ${days} * interval '1 day'
    )
    on conflict (integration_id, email_key) where status = 'PENDING' do nothing
    returning ${invitationColumns}
  `.execute(tx);
  return rows[0];
}

export async function findPending(
  tx: Tx<Tables>,
  { integration_id, email_key }: EmailKey,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns}
    from invitations i
    where i.integration_id = ${integration_id} and i.email_key = ${email_key} and i.status = 'PENDING'
  `.execute(tx);
  return rows[0];
}

/** An invitation, locked until the transaction ends. */
export function lockInvitation(tx: Tx<Tables>, key: InvitationKey): Promise<InvitationRow | undefined> {
  return selectInvitation(tx, key, sql`for no key update`);
}

export function findInvitation(db: Kysely<Tables>, key: InvitationKey): Promise<InvitationRow | undefined> {
  return selectInvitation(db, key, sql``);
}

async function selectInvitation(
  db: Kysely<Tables>,
  { integration_id, id }: InvitationKey,
  lock: RawBuilder<unknown>,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns} from invitations i
    where i.integration_id = ${integration_id} and i.id = ${id}
    ${lock}
  `.execute(db);
  return rows[0];
}
