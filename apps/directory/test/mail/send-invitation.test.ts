import { setTimeout as delay } from 'node:timers/promises';
import { invitationCreated } from '@debrief/contracts/events/directory';
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '@debrief/contracts/operations/directory-invitations';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { consumers } from '@debrief/contracts/topology';
import { backlog } from '@debrief/messaging/consume';
import { publish } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import t from 'tap';
import { callerOf } from '../fixtures/people.ts';
import { runningDirectory } from '../fixtures/running-directory.ts';
import { submission } from '../fixtures/submission.ts';
import { type CreateInput, tokenOf } from '../invitations/fixtures/inviting.ts';
import { mailServer } from './fixtures/mail-server.ts';
import { readMessage } from './fixtures/read-message.ts';

const server = await mailServer(t);
const directory = await runningDirectory(t, {
  SMTP_URL: server.url,
  MAIL_FROM: 'Debrief <no-reply@debrief.example>',
  WEB_APP_URL: 'https://app.example.com',
});
const { ask, db, messaging } = directory;

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10);
}

async function invitingIntegration() {
  const { id } = await directory.createIntegration();
  await request(messaging, resolveSubmission, callerOf(id), submission());
  const invite = (given: Partial<CreateInput> = {}) =>
    request(messaging, createInvitation, callerOf(id), {
      email: 'zoe@example.com',
      external_user_id: 'zoe',
      invited_by_email: 'ann@example.com',
      ...given,
    });
  return { id, invite };
}

async function sentAt(id: string): Promise<string | null> {
  const { email_sent_at } = await db
    .selectFrom('invitations')
    .select('email_sent_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return email_sent_at;
}

/** No event waits, is being handled or comes again. */
function untilWorkedOff(): Promise<void> {
  return until(async () => (await backlog(messaging, consumers.directoryInvitationCreated)) === 0);
}

function received(messageId: string) {
  return server.received.filter(({ source }) => source.includes(messageId));
}

t.test('an invitation is mailed once, however often it is asked for and told', async (t) => {
  const { id: integration_id, invite } = await invitingIntegration();
  const answers = await Promise.all(Array.from({ length: 20 }, () => invite()));
  t.equal(answers.filter(({ created }) => created).length, 1);
  const { id, invitation_link } = (answers[0] as (typeof answers)[number]).invitation;
  await until(async () => (await sentAt(id)) !== null);
  await publish(messaging, invitationCreated, { integration_id, invitation_id: id }, { messageId: 'again' });
  await untilWorkedOff();
  const mails = received(id);
  t.equal(mails.length, 1);
  t.strictSame(mails[0]?.to, ['zoe@example.com']);
  const { headers, parts } = readMessage(mails[0]?.source ?? '');
  t.ok(headers.includes('Subject: Ann Agent invites you to join Acme'));
  t.match(parts['text/plain'], invitation_link);
});

t.test('while the mail server is away an invitation waits for it, unless it is revoked', async (t) => {
  const { id: integration_id, invite } = await invitingIntegration();
  await server.away();
  const waiting = (await invite()).invitation;
  const revoked = (await invite({ email: 'gone@example.com' })).invitation;
  await ask(revokeInvitation, { integration_id, id: revoked.id });
  t.equal(await sentAt(waiting.id), null);
  await server.back();
  await until(async () => (await sentAt(waiting.id)) !== null);
  t.equal(received(waiting.id).length, 1);
  t.equal(received(revoked.id).length, 0);
  t.equal(await sentAt(revoked.id), null);
});

t.test('a mail that is refused for good is given up, and the invitation can still be accepted', async (t) => {
  const { id, invite } = await invitingIntegration();
  server.refuseWith = 550;
  const before = server.attempts;
  const { invitation } = await invite();
  await until(() => server.attempts > before);
  await untilWorkedOff();
  t.equal(server.attempts, before + 1);
  server.refuseWith = null;
  const next = (await invite({ email: 'next@example.com', external_user_id: 'next' })).invitation;
  await until(async () => (await sentAt(next.id)) !== null);
  t.equal(await sentAt(invitation.id), null);
  const { data } = await request(messaging, listInvitations, callerOf(id), { limit: 50, sort: 'asc' });
  t.strictSame(
    data.map((listed) => listed.id),
    [invitation.id, next.id],
  );
  const { user } = await ask(acceptInvitation, { token: tokenOf(invitation.invitation_link) });
  t.match(user, { email: 'zoe@example.com', external_user_id: 'zoe' });
});
