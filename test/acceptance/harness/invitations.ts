import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Test } from 'tap';
import type { Api } from './api.ts';
import { withDatabase } from './database.ts';
import type { Debrief } from './debrief.ts';
import { eventually } from './eventually.ts';
import { newId } from './submissions.ts';

const notTexts = [1, true, {}, ['text'], '', 'nul \u0000', 'lone \ud800'];

/** The fields of `POST /invitations` that stand for themselves; the two inviters are a rule together. */
export const invitationFields: {
  name: string;
  isRequired: boolean;
  keeping: unknown[];
  refused: unknown[];
}[] = [
  {
    ...{ name: 'email', isRequired: true, keeping: [`${newId('first.last+tag')}@mail.acme.example`] },
    refused: [
      ...notTexts,
      null,
      'nobody',
      'a@',
      '@b.example',
      'two words@b.example',
      'a@b.example\r\nBcc: c@d.example',
    ],
  },
  {
    ...{ name: 'external_user_id', isRequired: true, keeping: ['u:1/2 %ü', 'x'.repeat(255)] },
    refused: [...notTexts, null, 'x'.repeat(256), 'line\nfeed'],
  },
  { name: 'name', isRequired: false, keeping: ['李小龙'], refused: [...notTexts, 'x'.repeat(513)] },
  { name: 'first_name', isRequired: false, keeping: ['Zoë'], refused: [...notTexts, 'x'.repeat(513)] },
  {
    ...{ name: 'role', isRequired: false, keeping: ['ADMIN', 'MEMBER'] },
    refused: ['OWNER', 'admin', '', 1, true, {}, ['ADMIN']],
  },
];

/** A body that invites somebody new. */
export function newInvitation(
  inviterId: string,
  change: Record<string, unknown> = {},
): Record<string, unknown> & { email: string } {
  const id = newId('invited');
  return { email: `${id}@acme.example`, external_user_id: id, invited_by_user_id: inviterId, ...change };
}

/**
 * Mails are begun in order and a few at a time: once these ten have come, no mail of an earlier invitation is to come.
 * `mailsTo` reads what has come for an e-mail.
 */
export async function awaitLaterMails(
  api: Api,
  inviterId: string,
  mailsTo: (email: string) => Promise<readonly string[]>,
): Promise<void> {
  const later = Array.from({ length: 10 }, () => newInvitation(inviterId));
  await Promise.all(later.map((body) => api.post('/invitations', body)));
  for (const { email } of later) {
    const came = await eventually(
      () => mailsTo(email),
      ({ length }) => length > 0,
    );
    if (came.length === 0) throw new Error(`no mail to ${email}`);
  }
}

/** Makes the time of an invitation run out, which else takes 14 days. */
export async function expireInvitation(debrief: Debrief, id: string): Promise<void> {
  await withDatabase(debrief, (client) =>
    client.query(
      "update directory.invitations set expires_date = now() - interval '1 second' where id = $1",
      [id],
    ),
  );
}

/** A mail server that keeps what it gets. */
export async function mailServer(t: Test) {
  const mails: { recipients: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ recipients, text: unfolded(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.teardown(() => server.close());
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    to: (email: string) =>
      mails.filter(({ recipients }) => recipients.includes(email)).map(({ text }) => text),
  };
}

/** Quoted-printable text without its soft line breaks. */
export function unfolded(mail: string): string {
  return mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
