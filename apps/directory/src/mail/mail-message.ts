import type { SendMailOptions } from 'nodemailer';

/** An e-mail to one person, before it is known how it leaves. */
export interface Mail {
  /** Names the file of one that is written, and makes the Message-ID: a repetition is recognised by it. */
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Resolves when the mail is in somebody else's hands. */
export type DeliverMail = (mail: Mail) => Promise<void>;

/** What nodemailer makes the message of: nothing in it is read as a file, a URL or a list of addresses. */
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
