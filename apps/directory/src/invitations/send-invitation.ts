import { defineJob, handleJob, type JobHandler, Postpone } from '@debrief/database/jobs';
import type { Logger } from '@debrief/service-kit/logger';
import { type Kysely, sql } from 'kysely';
import { type DeliverMail, MailRefused } from '../mail/mail-message.ts';
import type { Tables } from '../tables.ts';
import type { InvitationLinks } from './invitation-links.ts';
import { type InvitationToMail, invitationMail } from './invitation-mail.ts';

interface MailKey {
  integration_id: string;
  invitation_id: string;
  /** Which of the invitation's e-mails, from 1. */
  mail: number;
}

/** Added in the transaction that creates the invitation or asks for another e-mail. */
export const invitationJob = defineJob<MailKey>({ schema: 'directory', name: 'send-invitation' });

/**
 * Sends one e-mail of an invitation, unless a later one was asked for. It is recorded after the mail server has accepted it, so that a crash in between repeats
 * the mail, with the same Message-ID, and never loses it.
 */
export function sendInvitation(
  db: Kysely<Tables>,
  deliver: DeliverMail,
  { links, from, log }: { links: InvitationLinks; from: string; log: Logger },
): JobHandler {
  return handleJob(invitationJob, async (key) => {
    const unsent = await findUnsent(db, key);
    if (unsent === undefined) return;
    const link = links.linkOf({ ...key, id: unsent.id });
    const mail = invitationMail({ ...unsent, id: mailId(unsent.id, key.mail), link }, from);
    try {
      await deliver(mail);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw new Postpone((error as Error).message, { cause: error });
      log.error(
        { ...key, err: error },
        'the mail server refused an invitation for good; pass its link on by other means, or revoke it',
      );
      return;
    }
    await sql`
      update invitations set email_sent_at = now()
      where integration_id = ${key.integration_id} and id = ${key.invitation_id} and mails = ${key.mail}
    `.execute(db);
  });
}

/** Another e-mail is no repetition of the first, which mail servers and readers may hide. */
function mailId(invitationId: string, mail: number): string {
  return mail === 1 ? invitationId : `${invitationId}-${mail}`;
}

type Unsent = Omit<InvitationToMail, 'link'>;

/** @returns undefined when it was sent before, is no longer pending or does not exist. */
async function findUnsent(db: Kysely<Tables>, key: MailKey): Promise<Unsent | undefined> {
  const { rows } = await sql<Unsent>`
    select i.id, i.email, i.name, i.first_name, i.expires_date,
      coalesce(inviter.name, organizations.name) as inviter_name, organizations.name as organization_name
    from invitations i
    left join users inviter on inviter.integration_id = i.integration_id and inviter.id = i.invited_by_user_id
    join integrations on integrations.id = i.integration_id
    join organizations on organizations.id = integrations.organization_id
    where i.integration_id = ${key.integration_id} and i.id = ${key.invitation_id}
      and i.mails = ${key.mail} and i.email_sent_at is null and i.status = 'PENDING' and i.expires_date > now()
  `.execute(db);
  return rows[0];
}
