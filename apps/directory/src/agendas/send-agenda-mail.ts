import { defineJob, handleJob, type JobHandler, Postpone } from '@debrief/database/jobs';
import type { Logger } from '@debrief/service-kit/logger';
import { type Kysely, sql } from 'kysely';
import { type DeliverMail, MailRefused } from '../mail/mail-message.ts';
import type { Tables } from '../tables.ts';
import { type AgendaToMail, agendaMail } from './agenda-mail.ts';

interface AgendaKey {
  integration_id: string;
  agenda_id: string;
}

/** Added in the transaction that hears of the agenda. */
export const agendaMailJob = defineJob<AgendaKey>({ schema: 'directory', name: 'send-agenda-mail' });

/** Top-level domains that lead nowhere (RFC 2606), as of agents who were named without an address. */
const NOWHERE = /\.(?:invalid|example|test|localhost)$/i;

/**
 * Sends the e-mail of an agenda, unless its review is over or the integration wants no such mails by now. It is recorded
 * after the mail server has accepted it, so that a crash in between repeats the mail, with the same Message-ID, and
 * never loses it. A folder takes those to nowhere as well: whoever tries Debrief reads them there.
 */
export function sendAgendaMail(
  db: Kysely<Tables>,
  deliver: DeliverMail,
  { isSent, from, log }: { isSent: boolean; from: string; log: Logger },
): JobHandler {
  return handleJob(agendaMailJob, async (key) => {
    const unsent = await findUnsent(db, key);
    if (unsent === undefined || (isSent && NOWHERE.test(unsent.email))) return;
    try {
      await deliver(agendaMail(unsent, from));
    } catch (error) {
      if (!(error instanceof MailRefused)) throw new Postpone((error as Error).message, { cause: error });
      log.error({ ...key, err: error }, 'the mail server refused the e-mail of an agenda for good');
      return;
    }
    await sql`
      update agenda_mails set sent_at = now()
      where integration_id = ${key.integration_id} and agenda_id = ${key.agenda_id}
    `.execute(db);
  });
}

/** @returns undefined when it was sent before or is not wanted, or the review is over. */
async function findUnsent(db: Kysely<Tables>, key: AgendaKey): Promise<AgendaToMail | undefined> {
  const { rows } = await sql<AgendaToMail>`
    select m.agenda_id, m.title, m.agenda_url, m.review_period_end, users.name, users.email,
      organizations.name as organization_name
    from agenda_mails m
    join users on users.integration_id = m.integration_id and users.id = m.user_id
    join integrations on integrations.id = m.integration_id
    join organizations on organizations.id = integrations.organization_id
    where m.integration_id = ${key.integration_id} and m.agenda_id = ${key.agenda_id}
      and m.sent_at is null and integrations.agenda_mails and m.review_period_end >= (now() at time zone 'UTC')::date
  `.execute(db);
  return rows[0];
}
