import { acceptInvitation as operation } from '@debrief/contracts/operations/directory-sessions';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import {
  acceptAll,
  acceptOne,
  createOne,
  inviting,
  joinVerified,
  linksSignedWith,
  revokeAll,
  revokeOne,
  rules,
  runOut,
  SECRET,
  tokenOf,
} from '../fixtures/inviting.ts';
import { declared } from '../fixtures/running-directory.ts';
import { resolveOne } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const directory = await testDirectory(t);
const { db } = directory;

async function userOf(scope: string, { user_id }: { user_id: string }) {
  return (await directory.usersOf(scope)).find(({ id }) => id === user_id);
}

t.test(
  'accepting creates a user with the external id of the invitation, and submissions find it',
  async (t) => {
    const { scope } = await inviting(directory);
    const { invitation } = await createOne(db, scope, { name: 'Zoe Zimmer' });
    const accepted = await acceptOne(db, invitation.invitation_link);
    t.ok(Value.Check(operation.output, accepted), 'it fits the contract');
    t.strictSame(accepted.invitation, { ...invitation, status: 'ACCEPTED' });
    t.match(await userOf(scope, accepted), {
      external_user_id: 'zoe',
      name: 'Zoe Zimmer',
      email: 'zoe@example.com',
    });
    const { rows: events } = await sql`
    select payload from outbox where subject = 'user.changed' and payload ->> 'user_id' = ${accepted.user_id}`.execute(
      db,
    );
    t.match(events, [{ payload: { integration_id: scope, external_user_ids: ['zoe'], name: 'Zoe Zimmer' } }]);
    const { user_id } = await resolveOne(db, scope, { external_user_id: 'zoe', user_email: 'z@example.com' });
    t.equal(user_id, accepted.user_id);
  },
);

t.test('a user invited without a name is called by the first name, else by the e-mail', async (t) => {
  const { scope } = await inviting(directory);
  const first = await createOne(db, scope, { first_name: 'Zoe' });
  const second = await createOne(db, scope, { email: 'abe@example.com', external_user_id: 'abe' });
  t.equal((await userOf(scope, await acceptOne(db, first.invitation.invitation_link)))?.name, 'Zoe');
  const abe = await acceptOne(db, second.invitation.invitation_link);
  t.equal((await userOf(scope, abe))?.name, 'abe@example.com');
});

t.test('accepting with the e-mail of an existing user adds the external id to that user', async (t) => {
  const { scope } = await inviting(directory);
  const { user_id } = await resolveOne(db, scope, {
    external_user_id: 'old',
    user_email: 'Zoe@Example.com',
  });
  const { invitation } = await createOne(db, scope, { external_user_id: 'new' });
  const accepted = await acceptOne(db, invitation.invitation_link);
  t.match(await userOf(scope, accepted), { id: user_id, external_user_id: 'old' });
  const found = await resolveOne(db, scope, { external_user_id: 'new', user_email: 'other@example.com' });
  t.equal(found.user_id, user_id);
});

t.test('accepting again answers with the same user', async (t) => {
  const { scope } = await inviting(directory);
  const { invitation } = await createOne(db, scope);
  const once = await acceptOne(db, invitation.invitation_link);
  const again = await acceptOne(db, invitation.invitation_link);
  t.strictSame({ ...again, token: once.token }, once);
  t.not(again.token, once.token, 'in a session of its own');
  t.equal((await directory.usersOf(scope)).length, 2);
});

t.test('a revoked or expired invitation cannot be accepted, and creates no user', async (t) => {
  const { scope } = await inviting(directory);
  const revoked = (await createOne(db, scope)).invitation;
  await revokeOne(db, scope, revoked.id);
  const late = (await createOne(db, scope)).invitation;
  await runOut(db, late.id);
  t.match(await acceptAll(db, [tokenOf(revoked.invitation_link), tokenOf(late.invitation_link)]), [
    { error: declared('INVITATION_NOT_PENDING', { status: 'REVOKED' }) },
    { error: declared('INVITATION_NOT_PENDING', { status: 'EXPIRED' }) },
  ]);
  t.equal((await directory.usersOf(scope)).length, 1);
});

t.test('an unknown, a shortened and a malformed token are not found', async (t) => {
  const { scope } = await inviting(directory);
  const { invitation } = await createOne(db, scope);
  const token = tokenOf(invitation.invitation_link);
  const wrong = [
    tokenOf(rules.links.linkOf({ integration_id: scope, id: uuidv7() })),
    tokenOf(rules.links.linkOf({ integration_id: uuidv7(), id: invitation.id })),
    tokenOf(linksSignedWith(['a secret of nobody']).linkOf({ integration_id: scope, id: invitation.id })),
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    'x',
    'a\u0000',
  ];
  const outcomes = await acceptAll(db, wrong);
  t.match(
    outcomes,
    wrong.map(() => ({ error: declared('INVITATION_NOT_FOUND') })),
  );
});

t.test('a link is stored nowhere, and is the same whenever it is answered', async (t) => {
  const { scope } = await inviting(directory);
  const { invitation } = await createOne(db, scope);
  const again = await createOne(db, scope);
  t.notOk(again.created);
  t.equal(again.invitation.invitation_link, invitation.invitation_link);
  const token = Buffer.from(tokenOf(invitation.invitation_link), 'base64url');
  const signature = token.subarray(32);
  for (const table of ['directory.invitations', 'directory.outbox', 'directory_jobs._private_jobs']) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db);
    const text = rows.map(({ row }) => row).join('\n');
    for (const form of ['base64url', 'base64', 'hex'] as const)
      t.notOk(text.includes(signature.toString(form)), `${table}, ${form}`);
  }
});

t.test('a link signed with the secret before is good until that secret is gone', async (t) => {
  const { scope } = await inviting(directory);
  const { invitation } = await createOne(db, scope);
  const token = tokenOf(invitation.invitation_link);
  const [both, newOnly] = [linksSignedWith(['a newer secret', SECRET]), linksSignedWith(['a newer secret'])];
  t.match(await acceptAll(db, [token], newOnly), [{ error: declared('INVITATION_NOT_FOUND') }]);
  const [accepted] = await acceptAll(db, [token], both);
  t.equal(accepted?.ok?.invitation.id, invitation.id);
  const newLink = accepted?.ok?.invitation.invitation_link ?? '';
  t.not(newLink, invitation.invitation_link, 'what is answered from now on is signed with the new one');
  t.match(await acceptAll(db, [tokenOf(newLink)], newOnly), [{ ok: { invitation: { id: invitation.id } } }]);
});

t.test('tokens accepted in one batch each get their own reply, each in its own integration', async (t) => {
  const [mine, theirs] = [await inviting(directory), await inviting(directory)];
  const one = (await createOne(db, mine.scope)).invitation;
  // The same person once more, by another e-mail.
  const same = (await createOne(db, mine.scope, { email: 'zoe@home.example' })).invitation;
  const other = (await createOne(db, theirs.scope)).invitation;
  const links = [one, same, other, one].map(({ invitation_link }) => tokenOf(invitation_link));
  const outcomes = await acceptAll(db, ['unknown', ...links]);
  t.match(outcomes[0], { error: declared('INVITATION_NOT_FOUND') });
  const [first, second, third, fourth] = outcomes.slice(1).map(({ ok }) => ok);
  t.equal(second?.user_id, first?.user_id);
  t.not(third?.user_id, first?.user_id);
  t.strictSame({ ...fourth, token: first?.token }, first);
  t.equal((await directory.usersOf(mine.scope)).length, 2);
  t.equal((await directory.usersOf(theirs.scope)).length, 2);
});

t.test('a pending invitation is revoked, and revoking it again changes nothing', async (t) => {
  const { scope } = await inviting(directory);
  const { invitation } = await createOne(db, scope);
  const revoked = await revokeOne(db, scope.toUpperCase(), invitation.id.toUpperCase());
  t.strictSame(revoked, { ...invitation, status: 'REVOKED' });
  const row = () =>
    db.selectFrom('invitations').selectAll().where('id', '=', invitation.id).executeTakeFirstOrThrow();
  const before = await row();
  t.strictSame(await revokeOne(db, scope, invitation.id), revoked);
  t.strictSame(await row(), before);
});

t.test('an accepted or expired invitation cannot be revoked', async (t) => {
  const { scope } = await inviting(directory);
  const accepted = (await createOne(db, scope)).invitation;
  await acceptOne(db, accepted.invitation_link);
  const late = (await createOne(db, scope, { email: 'late@example.com' })).invitation;
  await runOut(db, late.id);
  const outcomes = await revokeAll(db, [
    { integration_id: scope, id: accepted.id },
    { integration_id: scope, id: late.id },
  ]);
  t.match(outcomes, [
    { error: declared('INVITATION_NOT_PENDING', { status: 'ACCEPTED' }) },
    { error: declared('INVITATION_NOT_PENDING', { status: 'EXPIRED' }) },
  ]);
});

t.test(
  'revoking an unknown invitation or one of another integration is not found, and the others of the batch are revoked',
  async (t) => {
    const [mine, theirs] = [await inviting(directory), await inviting(directory)];
    const { invitation } = await createOne(db, mine.scope);
    const outcomes = await revokeAll(db, [
      { integration_id: mine.scope, id: uuidv7() },
      { integration_id: theirs.scope, id: invitation.id },
      { integration_id: mine.scope, id: invitation.id },
      { integration_id: mine.scope, id: invitation.id },
    ]);
    t.match(outcomes, [
      { error: declared('INVITATION_NOT_FOUND') },
      { error: declared('INVITATION_NOT_FOUND') },
      { ok: { status: 'REVOKED' } },
      { ok: { status: 'REVOKED' } },
    ]);
  },
);

t.test('whose e-mail a provider has verified joins without a password, and once', async (t) => {
  const { scope } = await inviting(directory);
  const { invitation } = await createOne(db, scope, {
    email: 'via@provider.example',
    external_user_id: 'via',
  });
  const { invitation_link: link } = invitation;
  await t.rejects(joinVerified(db, link, 'else@provider.example'), declared('INVITATION_OF_ANOTHER'));
  await t.rejects(
    joinVerified(db, 'https://app.example.com/x', 'via@provider.example'),
    declared('INVITATION_NOT_FOUND'),
  );
  await Promise.all([
    joinVerified(db, link, 'VIA@provider.example'),
    joinVerified(db, link, 'via@provider.example'),
  ]);
  const { rows } = await sql`
    select a.email, a.name, a.password_hash, a.proven_date is not null as is_proven, m.role
    from accounts a join memberships m on m.account_id = a.id
    where a.email_key = 'via@provider.example'`.execute(db);
  t.same(rows, [
    {
      email: 'via@provider.example',
      name: 'Zoe Zimmer',
      password_hash: null,
      is_proven: true,
      role: 'member',
    },
  ]);
  t.equal(
    (await directory.usersOf(scope)).filter(({ external_user_id }) => external_user_id === 'via').length,
    1,
  );
});

t.test(
  'what somebody else made with the link of an invitation loses its password to whose e-mail it is',
  async (t) => {
    const { scope } = await inviting(directory);
    const given = { email: 'taken@provider.example', external_user_id: 'taken' };
    const { invitation } = await createOne(db, scope, given);
    await acceptOne(db, invitation.invitation_link);
    await joinVerified(db, invitation.invitation_link, given.email);
    const { rows } = await sql`
    select a.password_hash, count(s.id)::integer as sessions
    from accounts a join sessions s on s.account_id = a.id
    where a.email_key = ${given.email} group by 1`.execute(db);
    t.same(rows, [{ password_hash: null, sessions: 1 }]);
  },
);

t.test(
  'a verified e-mail is no way back for whose invitation was revoked, or whose account is gone',
  async (t) => {
    const { scope } = await inviting(directory);
    const given = { email: 'gone@provider.example', external_user_id: 'gone' };
    const { invitation } = await createOne(db, scope, given);
    await joinVerified(db, invitation.invitation_link, given.email);
    await sql`delete from accounts where email_key = ${given.email}`.execute(db);
    await t.rejects(
      joinVerified(db, invitation.invitation_link, given.email),
      declared('INVITATION_NOT_PENDING'),
    );
    const { invitation: other } = await createOne(db, scope, {
      email: 'not@provider.example',
      external_user_id: 'not',
    });
    await revokeOne(db, scope, other.id);
    await t.rejects(
      joinVerified(db, other.invitation_link, 'not@provider.example'),
      declared('INVITATION_NOT_PENDING'),
    );
  },
);
