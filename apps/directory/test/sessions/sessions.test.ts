import { directoryAudit } from '@debrief/contracts/operations/audit';
import { addMember, removeMember } from '@debrief/contracts/operations/directory-members';
import {
  choosePlace,
  createSession,
  createVerifiedSession,
  endSession,
  listPlaces,
  listSessions,
} from '@debrief/contracts/operations/directory-sessions';
import { sql } from 'kysely';
import t from 'tap';
import { countAttempt } from '../../src/accounts/sign-in-limits.ts';
import { desk } from '../fixtures/inviting.ts';
import { lockWaits } from '../fixtures/lock-waits.ts';
import { declared, runningDirectory } from '../fixtures/running-directory.ts';
import { password, sha256, signingIn } from '../fixtures/signing-in.ts';

const directory = await runningDirectory(t);
const { ask, db } = directory;
const people = signingIn(directory);
const { signIn, sessionOf } = people;

t.test('an e-mail and its password sign in, whatever the case of the e-mail', async (t) => {
  const { email, integration, member } = await people.owner();
  const session = await sessionOf(await signIn(email.toUpperCase()));
  t.match(session, {
    account: { email, name: 'Olga' },
    place: { integration: { id: integration.id }, role: 'owner', member_id: member.id, user_id: null },
    has_other_places: false,
  });
});

t.test('a wrong password and an e-mail without an account are refused in the same words', async (t) => {
  const { email } = await people.owner();
  await t.rejects(signIn(email, 'a wrong password'), declared('SIGN_IN_REFUSED'));
  await t.rejects(signIn(people.newEmail()), declared('SIGN_IN_REFUSED'));
});

t.test('attempts for an e-mail are limited alike, whether or not it has an account', async (t) => {
  const { email } = await people.owner();
  for (const attempted of [email, people.newEmail()]) {
    const outcomes: string[] = [];
    for (let index = 0; index < 11; index += 1)
      await signIn(attempted, 'a wrong password', `198.51.100.${index}`).catch(({ message }) =>
        outcomes.push(message),
      );
    t.strictSame(outcomes, [...Array(10).fill('SIGN_IN_REFUSED'), 'SIGN_IN_LIMITED']);
  }
  await t.rejects(signIn(email), declared('SIGN_IN_LIMITED'), 'the right password does not help any more');
  await sql`update sign_in_attempts set until_date = until_date + interval '1 hour'`.execute(db);
  t.ok(await signIn(email), 'the clock of the database was set back');
});

t.test('attempts from an address are limited, whoever they are for', async (t) => {
  const [used, free] = ['203.0.113.77', '203.0.113.78'];
  // A hundred passwords would take long to check.
  for (let index = 0; index < 99; index += 1)
    await countAttempt(db, 'sign-in', { email_key: people.newEmail(), origin: { ...desk, address: used } });
  const { email } = await people.owner();
  await t.rejects(signIn(people.newEmail(), 'a wrong password', used), declared('SIGN_IN_REFUSED'));
  await t.rejects(signIn(people.newEmail(), 'a wrong password', used), declared('SIGN_IN_LIMITED'));
  await t.rejects(signIn(email, password, used), declared('SIGN_IN_LIMITED'));
  t.ok(await signIn(email, password, free), 'another address still gets in');
});

t.test('many attempts at once count each', async (t) => {
  const email = people.newEmail();
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => signIn(email)));
  const reasons = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason.message);
  t.equal(reasons.filter((reason) => reason === 'SIGN_IN_REFUSED').length, 10);
});

t.test('who has signed in may slip again as often as before', async (t) => {
  const { email } = await people.owner();
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 6; index += 1) await signIn(email, 'a wrong password').catch(() => {});
    t.ok(await signIn(email));
  }
});

t.test('a password that changes while it is checked signs nobody in', async (t) => {
  const { email } = await people.owner();
  const holder = await db.startTransaction().execute();
  await sql`update accounts set password_hash = null where email_key = ${email}`.execute(holder);
  const attempt = signIn(email).catch((error) => error);
  await Promise.race([lockWaits(db, 1), attempt]);
  await holder.commit().execute();
  t.match(await attempt, declared('SIGN_IN_REFUSED'));
});

t.test('neither token nor password is stored', async (t) => {
  const { email, token } = await people.owner();
  const { rows } = await sql<{ row: string }>`
    select sessions::text as row from sessions union all select accounts::text from accounts
    union all select account_links::text from account_links`.execute(db);
  const text = rows.map(({ row }) => row).join('\n');
  t.ok(text.includes(email));
  t.notOk(text.includes(token) || text.includes(password));
  t.match(text, /\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

t.test('a session is over when it was idle for too long, or has lasted for too long', async (t) => {
  const { email } = await people.owner();
  const tokens = [await signIn(email), await signIn(email), await signIn(email)];
  const [idle = '', old = '', good = ''] = tokens;
  const change = (token: string, column: string, interval: string) =>
    sql`
    update sessions set ${sql.ref(column)} = now() + ${interval}::interval
    where token_sha256 = decode(${sha256(token)}, 'hex')`.execute(db);
  await change(idle, 'seen_date', '-73 hours');
  await change(old, 'expires_date', '-1 second');
  await change(good, 'seen_date', '-71 hours');
  t.equal(await sessionOf(idle), null);
  t.equal(await sessionOf(old), null);
  t.ok(await sessionOf(good));
  await t.rejects(ask(listSessions, { token_sha256: sha256(idle) }), declared('SESSION_NOT_FOUND'));
  const { rows } = await sql<{ is_fresh: boolean }>`
    select seen_date > now() - interval '1 minute' as is_fresh from sessions
    where token_sha256 = decode(${sha256(good)}, 'hex')`.execute(db);
  t.ok(rows[0]?.is_fresh, 'a request is a sign of life');
});

t.test('sessions are ended one by one, and all at once', async (t) => {
  const { email, token: first } = await people.owner();
  const [second, third] = [await signIn(email), await signIn(email)];
  const { data } = await ask(listSessions, { token_sha256: sha256(first) });
  t.equal(data.length, 3);
  t.match(
    data.find(({ is_this }) => is_this),
    { browser: desk.browser, address: desk.address },
  );
  const others = await ask(listSessions, { token_sha256: sha256(second) });
  const secondId = others.data.find(({ is_this }) => is_this)?.id ?? '';
  t.same(await ask(endSession, { token_sha256: sha256(first), which: secondId }), { ended: 1 });
  t.equal(await sessionOf(second), null);
  t.same(await ask(endSession, { token_sha256: sha256(first), which: 'all' }), { ended: 2 });
  t.equal(await sessionOf(first), null);
  t.equal(await sessionOf(third), null);
  t.same(await ask(endSession, { token_sha256: sha256(first), which: 'this' }), { ended: 0 });
});

t.test('nobody ends the session of another', async (t) => {
  const [mine, theirs] = [await people.owner(), await people.owner()];
  const which = (await sessionOf(theirs.token))?.id ?? '';
  t.same(await ask(endSession, { token_sha256: sha256(mine.token), which }), { ended: 0 });
  t.ok(await sessionOf(theirs.token));
});

t.test('a person of several organizations switches, and nowhere that is not theirs', async (t) => {
  const { email, token, integration } = await people.owner();
  const another = await directory.createIntegration();
  const foreign = await directory.createIntegration();
  await ask(addMember, { email, name: 'Olga', role: 'member', integration_id: another.id });
  const token_sha256 = sha256(token);
  const { data } = await ask(listPlaces, { token_sha256 });
  t.same(data.map(({ role }) => role).sort(), ['member', 'owner']);
  await ask(choosePlace, { token_sha256, integration_id: another.id });
  t.match(await sessionOf(token), {
    place: { integration: { id: another.id }, role: 'member' },
    has_other_places: true,
  });
  await t.rejects(
    ask(choosePlace, { token_sha256, integration_id: foreign.id }),
    declared('INTEGRATION_NOT_FOUND'),
  );
  await ask(choosePlace, { token_sha256, integration_id: integration.id });
  t.match(await sessionOf(token), { place: { integration: { id: integration.id }, role: 'owner' } });
});

t.test('who is removed from where they are is elsewhere with the next request', async (t) => {
  const { email, token, integration } = await people.owner();
  const another = await directory.createIntegration();
  const { member } = await ask(addMember, { email, name: 'Olga', role: 'admin', integration_id: another.id });
  await ask(choosePlace, { token_sha256: sha256(token), integration_id: another.id });
  await ask(removeMember, { id: member.id });
  t.match(await sessionOf(token), {
    place: { integration: { id: integration.id } },
    has_other_places: false,
  });
});

t.test(
  'signing in, being refused and signing out are entries of the audit trail, without the e-mail',
  async (t) => {
    const { email, token } = await people.owner();
    const id = (await sessionOf(token))?.account.id ?? '';
    await signIn(email, 'a wrong password').catch(() => {});
    await signIn(email);
    await ask(endSession, { token_sha256: sha256(token), which: 'all' });
    const { data } = await ask(directoryAudit, { target: id, limit: 50 });
    t.same(data.map(({ action, details }) => [action, details]).reverse(), [
      ['password.set', {}],
      ['session.created', { by: 'link' }],
      ['session.refused', {}],
      ['session.created', { by: 'password' }],
      ['session.ended', { which: 'all', sessions: 2 }],
    ]);
    for (const { actor } of data) t.same(actor, { kind: 'user', id, from: desk.address });
    t.notOk(JSON.stringify(data).includes(email));
  },
);

t.test('a verified e-mail signs in to the account that it has, and makes none', async (t) => {
  const { email, member } = await people.owner();
  const given = { name: 'Other', invitation: null, origin: desk };
  const { token } = await ask(createVerifiedSession, { ...given, email: email.toUpperCase() });
  t.match(await sessionOf(token), { account: { email, name: 'Olga' }, place: { member_id: member.id } });
  t.ok(await signIn(email), 'the password stays that of an account whose e-mail was shown to be theirs');
  const stranger = people.newEmail();
  for (let round = 0; round < 2; round += 1)
    await t.rejects(ask(createVerifiedSession, { ...given, email: stranger }), declared('ACCOUNT_NOT_FOUND'));
  const { data } = await ask(directoryAudit, { action: 'session', limit: 50 });
  t.match(
    data.map(({ action, actor, details }) => [action, actor?.id, details]),
    [
      ['session.refused', 'unknown', { by: 'openid' }],
      ['session.refused', 'unknown', { by: 'openid' }],
    ],
  );
});

t.test('what cannot be an e-mail is not asked about', async (t) => {
  const given = { email: 'nobody', password, origin: desk };
  await t.rejects(ask(createSession, given), { message: 'VALIDATION_FAILED' });
});
