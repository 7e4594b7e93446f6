import { defineJob, handleJob, type JobHandler, Postpone } from '@debrief/database/jobs';
import type { Logger } from '@debrief/service-kit/logger';
import { type Kysely, sql } from 'kysely';
import { invitationLink } from '../invitations/invitation-view.ts';
import { type DeliverMail, MailRefused } from '../mail/mail-message.ts';
import type { Tables } from '../tables.ts';
import { type InvitationToMail, invitationMail } from './invitation-mail.ts';

interface InvitationKey {
  integration_id: string;
  invitation_id: string;
}

/** Added in the transaction that creates the invitation. */
export const invitationJob = defineJob<InvitationKey>({ schema: 'directory', name: 'send-invitation' });

/**
 * Sends an invitation's e-mail once. Recorded after the mail server took it, so a crash in between repeats a mail,
 * under the same Message-ID, rather than losing it.
 */
export function sendInvitation(
  db: Kysely<Tables>,
  deliver: DeliverMail,
  o: { webAppUrl: string; from: string; log: Logger },
): JobHandler {
  return handleJob(invitationJob, async (key) => {
    const waiting = await findWaiting(db, key);
    if (waiting === undefined) return;
    const { token, ...invitation } = waiting;
    const mail = invitationMail({ ...invitation, link: invitationLink(o.webAppUrl, token) }, o.from);
    try {
      await deliver(mail);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw new Postpone((error as Error).message, { cause: error });
      o.log.error({ ...key, err: error }, 'an invitation cannot be mailed');
      return;
    }
    await sql`
      update invitations set email_sent_at = now()
      where integration_id = ${key.integration_id} and id = ${key.invitation_id}
    `.execute(db);
  });
}

type Waiting = Omit<InvitationToMail, 'link'> & { token: string };

/** @returns undefined when it was mailed before, is not pending any more or does not exist. */
async function findWaiting(db: Kysely<Tables>, key: InvitationKey): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select i.id, i.email, i.name, i.first_name, i.token, i.expires_date,
      inviter.name as inviter_name, organizations.name as organization_name
    from invitations i
    join users inviter on inviter.integration_id = i.integration_id and inviter.id = i.invited_by_user_id
    join integrations on integrations.id = i.integration_id
    join organizations on organizations.id = integrations.organization_id
    where i.integration_id = ${key.integration_id} and i.id = ${key.invitation_id}
      and i.email_sent_at is null and i.status = 'PENDING' and i.expires_date > now()
  `.execute(db);
  return rows[0];
}
