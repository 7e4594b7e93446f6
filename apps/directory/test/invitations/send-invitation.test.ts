import { setTimeout as delay } from 'node:timers/promises';
import {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '@debrief/contracts/operations/directory-invitations';
import { getMailQueue } from '@debrief/contracts/operations/directory-mails';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import { acceptInvitation } from '@debrief/contracts/operations/directory-sessions';
import { addJob } from '@debrief/database/jobs';
import { transaction } from '@debrief/database/pool';
import { request } from '@debrief/messaging/request';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { invitationJob } from '../../src/invitations/send-invitation.ts';
import { callerOf } from '../fixtures/answers.ts';
import { type CreateInput, newcomer, tokenOf } from '../fixtures/inviting.ts';
import { mailServer } from '../fixtures/mail-server.ts';
import { readMessage } from '../fixtures/read-message.ts';
import { runningDirectory } from '../fixtures/running-directory.ts';
import { submission } from '../fixtures/submission.ts';

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

interface Waiting {
  attempts: number;
  is_postponed: boolean;
}

async function waitingJobs(): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select attempts, run_at > now() and locked_by is null as is_postponed from directory_jobs.jobs`.execute(
    db,
  );
  return rows;
}

function untilJobsEnd(): Promise<void> {
  return until(async () => (await waitingJobs()).length === 0);
}

function received(messageId: string) {
  return server.received.filter(({ source }) => source.includes(messageId));
}

t.test('an invitation is mailed once, however often it is requested and its job runs', async (t) => {
  const { id: integration_id, invite } = await invitingIntegration();
  const answers = await Promise.all(Array.from({ length: 20 }, () => invite()));
  t.equal(answers.filter(({ created }) => created).length, 1);
  const { id, invitation_link } = (answers[0] as (typeof answers)[number]).invitation;
  await until(async () => (await sentAt(id)) !== null);
  await transaction(db, (tx) => addJob(tx, invitationJob, { integration_id, invitation_id: id, mail: 1 }));
  await untilJobsEnd();
  const mails = received(id);
  t.equal(mails.length, 1);
  t.strictSame(mails[0]?.to, ['zoe@example.com']);
  const { headers, parts } = readMessage(mails[0]?.source ?? '');
  t.ok(headers.includes('Subject: Ann Agent invites you to join Acme'));
  t.match(parts['text/plain'], invitation_link);
});

t.test('a resent invitation is mailed again, as a mail of its own, with the same link', async (t) => {
  const { id: integration_id, invite } = await invitingIntegration();
  const { id, invitation_link } = (await invite()).invitation;
  await until(async () => (await sentAt(id)) !== null);
  const again = await request(messaging, resendInvitation, callerOf(integration_id), { id });
  t.equal(again.invitation_link, invitation_link);
  await until(async () => (await sentAt(id)) !== null);
  await transaction(db, (tx) => addJob(tx, invitationJob, { integration_id, invitation_id: id, mail: 1 }));
  await untilJobsEnd();
  const sources = received(id).map(({ source }) => source);
  const messageIds = sources.map((source) => /<(invitation-[^@]+)@/.exec(source)?.[1]);
  t.strictSame(
    messageIds,
    [`invitation-${id}`, `invitation-${id}-2`],
    'a late job for the first sends nothing',
  );
  for (const source of sources) t.match(readMessage(source).parts['text/plain'], invitation_link);
});

t.test(
  'an invitation is mailed once the mail server is back, unless it was revoked or accepted',
  async (t) => {
    const { id: integration_id, invite } = await invitingIntegration();
    await server.away();
    const waiting = (await invite()).invitation;
    const revoked = (await invite({ email: 'gone@example.com' })).invitation;
    const accepted = (await invite({ email: 'in@example.com', external_user_id: 'in' })).invitation;
    await until(async () => {
      const jobs = await waitingJobs();
      return jobs.length === 3 && jobs.every(({ attempts, is_postponed }) => attempts === 0 && is_postponed);
    });
    t.match(await ask(getMailQueue, { limit: 10, integration_id }), {
      integrations: [
        {
          ...{ integration_id, waiting: 0, running: 0, stuck: 3 },
          oldest: { id: waiting.id, kind: 'invitation', age_seconds: Number },
          reasons: [{ waits_for: 'mail_server', mails: 3, longest_seconds: Number }],
        },
      ],
      more: false,
    });
    t.match(await ask(getMailQueue, { limit: 10 }), { integrations: [{ integration_id, stuck: 3 }] });
    t.match(await ask(getMailQueue, { limit: 10, integration_id: uuidv7() }), { integrations: [] });
    await ask(revokeInvitation, { integration_id, id: revoked.id });
    await ask(acceptInvitation, { token: tokenOf(accepted.invitation_link), ...newcomer });
    t.equal(await sentAt(waiting.id), null);
    await server.back();
    await until(async () => (await sentAt(waiting.id)) !== null);
    t.equal(received(waiting.id).length, 1);
    await untilJobsEnd();
    for (const { id } of [revoked, accepted]) {
      t.equal(received(id).length, 0);
      t.equal(await sentAt(id), null);
    }
  },
);

t.test('a mail refused for good is not sent again, and its invitation can still be accepted', async (t) => {
  const { id, invite } = await invitingIntegration();
  server.refuseWith = 550;
  const before = server.attempts;
  const { invitation } = await invite();
  await until(() => server.attempts > before);
  await untilJobsEnd();
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
  const accepted = await ask(acceptInvitation, { token: tokenOf(invitation.invitation_link), ...newcomer });
  t.match(accepted.invitation, { id: invitation.id, status: 'ACCEPTED' });
});
