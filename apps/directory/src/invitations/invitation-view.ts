import type { Invitation, InvitationStatus } from '@debrief/contracts/resources/invitation';
import { toMilliseconds } from '@debrief/database/instants';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { InvitationLinks } from './invitation-links.ts';

/** EXPIRED from `expires_date` on, although the row still says PENDING until it is marked. */
const currentStatus: RawBuilder<InvitationStatus> = sql`
  case when i.status = 'PENDING' and i.expires_date <= now() then 'EXPIRED' else i.status end`;

/** The columns of an `InvitationRow`; `i` is the alias of the table. */
export const invitationColumns: RawBuilder<InvitationRow> = sql`
  i.integration_id, i.id, i.email, i.external_user_id, i.name, i.first_name, i.role, ${currentStatus} as status,
  i.invited_by_user_id, i.created_date, i.expires_date, i.accepted_user_id`;

export type InvitationRow = Omit<
  Selectable<Tables['invitations']>,
  'email_key' | 'ended_date' | 'mails' | 'email_sent_at'
>;

export function invitationView(row: InvitationRow, links: InvitationLinks): Invitation {
  return {
    id: row.id,
    email: row.email,
    external_user_id: row.external_user_id,
    name: row.name,
    first_name: row.first_name,
    role: row.role,
    status: row.status,
    created_date: toMilliseconds(row.created_date),
    expires_date: toMilliseconds(row.expires_date),
    invited_by_user_id: row.invited_by_user_id,
    invitation_link: links.linkOf(row),
  };
}
