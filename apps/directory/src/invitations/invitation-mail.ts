import type { Mail } from '../mail/mail-message.ts';

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

/** Names come from clients; a long one must not carry a message of its own. */
const NAME_MAX_LENGTH = 100;

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

/** A name on one line: without line breaks and other control characters, and without marks of text direction. */
function oneLine(name: string): string {
  const line = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  const characters = [...line];
  if (characters.length <= NAME_MAX_LENGTH) return line;
  return `${characters.slice(0, NAME_MAX_LENGTH - 1).join('')}…`;
}

function page(paragraphs: readonly string[]): string {
  const body = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
  return `<!doctype html>\n<html lang="en">\n<body style="font-family: sans-serif">\n${body}\n</body>\n</html>\n`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
