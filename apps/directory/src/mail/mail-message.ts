import type { SendMailOptions } from 'nodemailer';

/** An e-mail to one person. */
export interface Mail {
  /** Part of the Message-ID, by which a repetition is recognised, and the name of a written file. */
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Resolves when the mail server, or the folder, has the mail.
 * @throws MailRefused when it will never take this mail; any other error may pass.
 */
export type DeliverMail = (mail: Mail) => Promise<void>;

/** The mail server refuses this mail for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** A message for nodemailer, in which nothing is read as a file, a URL or a list of addresses. */
export function mailMessage({ id, from, to, subject, text, html }: Mail): SendMailOptions {
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<invitation-${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
