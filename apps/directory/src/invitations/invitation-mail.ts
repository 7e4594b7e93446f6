import type { Mail } from '../mail/mail-message.ts';
import { escapeHtml, oneLine, page } from '../mail/mail-text.ts';

export interface InvitationToMail {
  id: string;
  email: string;
  name: string | null;
  first_name: string | null;
  inviter_name: string;
  organization_name: string;
  link: string;
  expires_date: string;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export function invitationMail(invitation: InvitationToMail, from: string): Mail {
  const inviter = oneLine(invitation.inviter_name);
  const organization = oneLine(invitation.organization_name);
  const name = oneLine(invitation.first_name ?? invitation.name ?? '');
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`;
  const asks = `${inviter} invites you to join ${organization} on Debrief.`;
  const until = `The invitation can be accepted until ${day.format(new Date(invitation.expires_date))} UTC.`;
  const otherwise = 'If you do not know what this is about, you need not do anything.';
  const { link } = invitation;
  return {
    kind: 'invitation',
    id: invitation.id,
    from,
    to: invitation.email,
    subject: `${inviter} invites you to join ${organization}`,
    text: `${[greeting, asks, `Accept the invitation: ${link}`, until, otherwise].join('\n\n')}\n`,
    html: page([
      escapeHtml(greeting),
      escapeHtml(asks),
      `<a href="${escapeHtml(link)}">Accept the invitation</a>`,
      escapeHtml(until),
      escapeHtml(otherwise),
    ]),
  };
}
