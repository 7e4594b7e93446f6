import type { PayloadOf } from '@debrief/contracts/define';
import type { invitationCreated } from '@debrief/contracts/events/directory';
import type { Delivery } from '@debrief/messaging/consume';
import { type Kysely, sql } from 'kysely';
import { invitationLink } from '../invitations/invitation-view.ts';
import type { Tables } from '../tables.ts';
import { type InvitationToMail, invitationMail } from './invitation-mail.ts';
import type { DeliverMail } from './mail-message.ts';

type Created = PayloadOf<typeof invitationCreated>;

/**
 * Sends an invitation's e-mail once. What was sent is noted after it is out of hand, so a crash in between repeats a
 * mail, under the same Message-ID, rather than losing it.
 */
export function sendInvitation(
  db: Kysely<Tables>,
  deliver: DeliverMail,
  o: { webAppUrl: string; from: string },
): (delivery: Pick<Delivery<Created>, 'payload'>) => Promise<void> {
  return async ({ payload }) => {
    const waiting = await findWaiting(db, payload);
    if (waiting === undefined) return;
    const { token, ...invitation } = waiting;
    await deliver(invitationMail({ ...invitation, link: invitationLink(o.webAppUrl, token) }, o.from));
    await sql`
      update invitations set email_sent_at = now()
      where integration_id = ${payload.integration_id} and id = ${payload.invitation_id}
    `.execute(db);
  };
}

type Waiting = Omit<InvitationToMail, 'link'> & { token: string };

/** @returns undefined when it was mailed before, is no longer pending or does not exist. */
async function findWaiting(db: Kysely<Tables>, created: Created): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select i.id, i.email, i.name, i.first_name, i.token, i.expires_date,
      inviter.name as inviter_name, organizations.name as organization_name
    from invitations i
    join users inviter on inviter.integration_id = i.integration_id and inviter.id = i.invited_by_user_id
    join integrations on integrations.id = i.integration_id
    join organizations on organizations.id = integrations.organization_id
    where i.integration_id = ${created.integration_id} and i.id = ${created.invitation_id}
      and i.email_sent_at is null and i.status = 'PENDING' and i.expires_date > now()
  `.execute(db);
  return rows[0];
}
