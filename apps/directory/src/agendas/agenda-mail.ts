import type { Mail } from '../mail/mail-message.ts';
import { escapeHtml, oneLine, page } from '../mail/mail-text.ts';

export interface AgendaToMail {
  agenda_id: string;
  email: string;
  name: string;
  organization_name: string;
  title: string;
  agenda_url: string;
  /** `2026-11-23`. */
  review_period_end: string;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function agendaMail(agenda: AgendaToMail, from: string): Mail {
  const organization = oneLine(agenda.organization_name);
  const name = oneLine(agenda.name);
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`;
  const isReady = `Your coaching agenda at ${organization} is ready: ${shortTitle(agenda.title)}.`;
  const until = `You can work on it until the end of ${day.format(new Date(agenda.review_period_end))} (UTC).`;
  const link = agenda.agenda_url;
  return {
    ...{ kind: 'agenda', id: agenda.agenda_id, from, to: agenda.email },
    subject: 'Your coaching agenda is ready',
    text: `${[greeting, isReady, `Open the agenda: ${link}`, until].join('\n\n')}\n`,
    html: page([
      escapeHtml(greeting),
      escapeHtml(isReady),
      `<a href="${escapeHtml(link)}">Open the agenda</a>`,
      escapeHtml(until),
    ]),
  };
}

/** What an agenda is about stands before the bracket, which is left out rather than cut. */
function shortTitle(title: string): string {
  const line = oneLine(title);
  const bracket = line.lastIndexOf(' (');
  const isCut = line.endsWith('…') && bracket > 0 && !line.includes(')', bracket);
  return isCut ? line.slice(0, bracket) : line;
}
