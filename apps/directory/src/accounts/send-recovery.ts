import { defineJob, handleJob, type JobHandler, Postpone } from '@debrief/database/jobs';
import type { Logger } from '@debrief/service-kit/logger';
import { type Kysely, sql } from 'kysely';
import { linkUrl } from '../links/account-links.ts';
import { type DeliverMail, type Mail, MailRefused } from '../mail/mail-message.ts';
import { escapeHtml, oneLine, page } from '../mail/mail-text.ts';
import type { Tables } from '../tables.ts';
import { newToken, sha256Of } from './tokens.ts';

/** Added in the transaction that stores the link. */
export const recoveryJob = defineJob<{ link_id: string }>({ schema: 'directory', name: 'send-recovery' });

/**
 * Mails a link by which a new password is set. Its token is made here, so that it stands in the mail alone; a repeated
 * mail has a new one, and the older works no more.
 */
export function sendRecovery(
  db: Kysely<Tables>,
  deliver: DeliverMail,
  { webAppUrl, from, log }: { webAppUrl: string; from: string; log: Logger },
): JobHandler {
  return handleJob(recoveryJob, async ({ link_id }) => {
    const token = newToken();
    const { rows } = await sql<{ email: string; email_key: string; name: string }>`
      update account_links l set token_sha256 = ${sha256Of(token)}
      from accounts a
      where l.id = ${link_id} and a.id = l.account_id and l.used_date is null and l.expires_date > now()
      returning a.email, a.email_key, a.name
    `.execute(db);
    const [account] = rows;
    if (account === undefined) return;
    const id = `${recoveryMailsOf(account.email_key)}-${link_id}`;
    const mail = { kind: 'recovery', id, from, to: account.email } as const;
    try {
      await deliver({ ...mail, ...recoveryText(oneLine(account.name), linkUrl(webAppUrl, token)) });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw new Postpone((error as Error).message, { cause: error });
      log.error({ link_id, err: error }, 'the mail server refused the e-mail of a recovery for good');
    }
  });
}

/** How the files of an e-mail's recoveries begin, so that they are found when the person is erased. */
export function recoveryMailsOf(email_key: string): string {
  return `recovery-${sha256Of(email_key).toString('hex', 0, 16)}`;
}

function recoveryText(name: string, link: string): Pick<Mail, 'subject' | 'text' | 'html'> {
  const hello = `Hello ${name},`;
  const asked = 'somebody, probably you, has asked for a new password for Debrief.';
  const until = 'The link works once, within an hour.';
  const otherwise = 'If it was not you, you need not do anything: your password stays as it is.';
  return {
    subject: 'Set a new password for Debrief',
    text: `${[hello, asked, `Set a new password: ${link}`, until, otherwise].join('\n\n')}\n`,
    html: page([
      escapeHtml(hello),
      asked,
      `<a href="${escapeHtml(link)}">Set a new password</a>`,
      until,
      otherwise,
    ]),
  };
}
