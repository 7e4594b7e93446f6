import { setTimeout as delay } from 'node:timers/promises';
import { createInvitation } from '@debrief/contracts/operations/directory-invitations';
import {
  addMember,
  createLink,
  listMembers,
  removeMember,
} from '@debrief/contracts/operations/directory-members';
import { resolveSubmission } from '@debrief/contracts/operations/directory-people';
import {
  acceptInvitation,
  openInvitation,
  openLink,
  requestRecovery,
  takeLink,
} from '@debrief/contracts/operations/directory-sessions';
import { eraseUser } from '@debrief/contracts/operations/erasures';
import { request } from '@debrief/messaging/request';
import { sql } from 'kysely';
import t from 'tap';
import { callerOf } from '../fixtures/answers.ts';
import { desk, newcomer } from '../fixtures/inviting.ts';
import { mailServer } from '../fixtures/mail-server.ts';
import { readMessage } from '../fixtures/read-message.ts';
import { declared, runningDirectory } from '../fixtures/running-directory.ts';
import { password, signingIn } from '../fixtures/signing-in.ts';
import { submission } from '../fixtures/submission.ts';

const server = await mailServer(t);
const directory = await runningDirectory(t, {
  SMTP_URL: server.url,
  WEB_APP_URL: 'https://console.example.com',
});
const { ask, db, messaging } = directory;
const people = signingIn(directory);
const { signIn, sessionOf, linkFor } = people;
const newPassword = 'another four words';

async function invited(email: string, role: 'ADMIN' | 'MEMBER' = 'MEMBER') {
  const { id } = await directory.createIntegration();
  await request(messaging, resolveSubmission, callerOf(id), submission());
  const { invitation } = await request(messaging, createInvitation, callerOf(id), {
    ...{ email, external_user_id: email, invited_by_email: 'ann@example.com', role },
  });
  return { integration_id: id, token: people.tokenOf(invitation.invitation_link) };
}

t.test('a link works once, and opening it uses nothing up', async (t) => {
  const { email } = await people.owner();
  const token = await linkFor(email, 'sign-in');
  for (let times = 0; times < 2; times += 1)
    t.match(await ask(openLink, { token }), { purpose: 'sign-in', email });
  const session = await ask(takeLink, { token, origin: desk });
  t.match(await sessionOf(session.token), { account: { email } });
  const spent = declared('LINK_SPENT', { reason: 'used' });
  await t.rejects(ask(openLink, { token }), spent);
  await t.rejects(ask(takeLink, { token, origin: desk }), spent);
});

t.test('of many who use a link at once one gets in', async (t) => {
  const { email } = await people.owner();
  const token = await linkFor(email, 'sign-in');
  const taken = await Promise.allSettled(
    Array.from({ length: 8 }, () => ask(takeLink, { token, origin: desk })),
  );
  t.equal(taken.filter(({ status }) => status === 'fulfilled').length, 1);
});

t.test('an expired link, a replaced one and an invented one say what they are', async (t) => {
  const { email } = await people.owner();
  const replaced = await linkFor(email, 'password');
  const late = await linkFor(email, 'password');
  await sql`update account_links set expires_date = now() where used_date is null`.execute(db);
  await t.rejects(ask(openLink, { token: late }), declared('LINK_SPENT', { reason: 'expired' }));
  for (const token of [replaced, 'x'.repeat(43)])
    await t.rejects(ask(openLink, { token }), declared('LINK_NOT_FOUND'));
});

t.test('a new password ends all sessions and the old password', async (t) => {
  const { email, token: old } = await people.owner();
  const token = await linkFor(email, 'password');
  await t.rejects(ask(takeLink, { token, origin: desk }), { message: 'VALIDATION_FAILED' });
  await t.rejects(ask(takeLink, { token, password: 'short', origin: desk }), {
    message: 'VALIDATION_FAILED',
  });
  await ask(takeLink, { token, password: newPassword, origin: desk });
  t.equal(await sessionOf(old), null);
  await t.rejects(signIn(email), declared('SIGN_IN_REFUSED'));
  t.ok(await signIn(email, newPassword));
});

t.test('recovery mails a link to whoever has an account, and nothing to others', async (t) => {
  const { email } = await people.owner();
  const stranger = people.newEmail();
  t.same(await ask(requestRecovery, { email: stranger, origin: desk }), {});
  t.same(await ask(requestRecovery, { email: email.toUpperCase(), origin: desk }), {});
  const mailTo = (address: string) => server.received.find(({ to }) => to.includes(address));
  while (mailTo(email) === undefined) await delay(10);
  const { parts } = readMessage(mailTo(email)?.source ?? '');
  const link = /https:\/\/console\.example\.com\/links\/([\w-]+)/.exec(parts['text/plain'] ?? '');
  const token = link?.[1] ?? '';
  const session = await ask(takeLink, { token, password: newPassword, origin: desk });
  t.match(await sessionOf(session.token), { account: { email } });
  t.equal(mailTo(stranger), undefined);
});

t.test('a link for an e-mail without an account is refused to the operator', async (t) => {
  const asked = ask(createLink, { email: people.newEmail(), purpose: 'password' });
  await t.rejects(asked, declared('ACCOUNT_NOT_FOUND'));
});

t.test('an invitation makes a member with the role and the agent of the invitation', async (t) => {
  const email = people.newEmail();
  const { integration_id, token } = await invited(email, 'ADMIN');
  t.match(await ask(openInvitation, { token }), {
    status: 'PENDING',
    email,
    role: 'ADMIN',
    has_account: false,
  });
  const accepted = await ask(acceptInvitation, { token, ...newcomer });
  t.match(await sessionOf(accepted.token), {
    account: { email, name: newcomer.name },
    place: { integration: { id: integration_id }, role: 'admin', user_id: accepted.user_id },
  });
  t.match(await ask(openInvitation, { token }), { status: 'ACCEPTED', has_account: true });
});

t.test('whoever has the link to somebody with an account needs their password', async (t) => {
  const { email } = await people.owner();
  const { integration_id, token } = await invited(email);
  await t.rejects(ask(acceptInvitation, { token, ...newcomer }), declared('SIGN_IN_REFUSED'));
  t.match(await ask(openInvitation, { token }), { status: 'PENDING' });
  const accepted = await ask(acceptInvitation, { token, ...newcomer, password });
  t.match(await sessionOf(accepted.token), {
    place: { integration: { id: integration_id }, role: 'member' },
  });
});

t.test('an account whose e-mail nobody has proven loses its password when it is made an owner', async (t) => {
  const email = people.newEmail();
  const { token } = await invited(email);
  const intruder = await ask(acceptInvitation, { token, ...newcomer });
  const { organization_id } = await directory.createIntegration();
  const { link } = await ask(addMember, { email, name: 'Olga', role: 'owner', organization_id });
  t.equal(await sessionOf(intruder.token), null);
  await t.rejects(signIn(email, newcomer.password), declared('SIGN_IN_REFUSED'));
  await ask(takeLink, { token: people.tokenOf(link?.url ?? ''), password, origin: desk });
  const again = await ask(addMember, { email, name: 'Olga', role: 'owner', organization_id });
  t.equal(again.link, null, 'one that is proven keeps it');
  t.ok(await signIn(email));
});

t.test('an owner is of an organization, others of an integration', async (t) => {
  const { id: integration_id, organization_id } = await directory.createIntegration();
  const given = { email: people.newEmail(), name: 'Olga' };
  for (const wrong of [
    { role: 'owner', integration_id },
    { role: 'admin', organization_id },
    { role: 'owner', organization_id, integration_id },
    { role: 'member' },
  ] as const)
    await t.rejects(ask(addMember, { ...given, ...wrong }), { message: 'VALIDATION_FAILED' });
  t.same((await ask(listMembers, { organization_id })).data, []);
});

t.test('who belongs nowhere any more has no account', async (t) => {
  const { email, token, member, organization_id } = await people.owner();
  t.match(await ask(removeMember, { id: member.id }), { id: member.id, account: { email } });
  t.equal(await sessionOf(token), null);
  t.same((await ask(listMembers, { organization_id })).data, []);
  await t.rejects(ask(removeMember, { id: member.id }), declared('MEMBER_NOT_FOUND'));
});

t.test('erasing a user erases their account, unless the person belongs elsewhere as well', async (t) => {
  const [only, both] = [people.newEmail(), (await people.owner()).email];
  const erased: string[] = [];
  for (const [email, given] of [
    [only, newcomer.password],
    [both, password],
  ] as const) {
    const { integration_id, token } = await invited(email);
    const { user_id } = await ask(acceptInvitation, { token, ...newcomer, password: given });
    const input = { identifier: { by: 'id' as const, value: user_id }, with_recordings: false };
    const { words } = await request(messaging, eraseUser, callerOf(integration_id), input);
    erased.push(...words);
    t.same((await ask(listMembers, { integration_id })).data, []);
  }
  t.ok(erased.includes(newcomer.name), 'the name of the account is looked for as well');
  const { rows } = await sql<{ email: string }>`
    select email from accounts where email in (${only}, ${both})`.execute(db);
  t.same(rows, [{ email: both }]);
});
