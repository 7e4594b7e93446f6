import type { SendMailOptions } from 'nodemailer';

/** An e-mail to one person. */
export interface Mail {
  /** What it is about. */
  kind: 'invitation' | 'agenda' | 'recovery';
  /** Of this mail, made from the id of what it is about: with the kind the Message-ID, which shows that a mail is a repetition, and the name of a file. */
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Resolves when the mail server has accepted the mail, or the file is written.
 * @throws MailRefused when the mail server will never accept this mail. After any other error, try again.
 */
export type DeliverMail = (mail: Mail) => Promise<void>;

/** The mail server refuses this mail for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** A message for nodemailer that cannot make it read a file or a URL, or send to further addresses. */
export function mailMessage({ kind, id, from, to, subject, text, html }: Mail): SendMailOptions {
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${kind}-${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
