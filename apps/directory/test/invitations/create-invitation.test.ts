import { createInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import {
  createAll,
  createOne,
  invite,
  inviting,
  mailJobsOf,
  revokeOne,
  runOut,
} from '../fixtures/inviting.ts';
import { declared } from '../fixtures/running-directory.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const directory = await testDirectory(t);
const { db } = directory;
const DAY_MS = 86_400_000;

t.test('a new invitation is pending, expires after the days set, and has a job to mail it', async (t) => {
  const { scope, ann } = await inviting(directory);
  const { created, invitation } = await createOne(db, scope, {
    name: 'Zoe Zimmer',
    first_name: 'Zoe',
    role: 'ADMIN',
  });
  t.equal(created, true);
  t.match(invitation, {
    email: 'zoe@example.com',
    external_user_id: 'zoe',
    name: 'Zoe Zimmer',
    first_name: 'Zoe',
    role: 'ADMIN',
    status: 'PENDING',
    invited_by_user_id: ann,
    invitation_link: /^https:\/\/app\.example\.com\/team\/invitations\/[\w-]{75}$/,
  });
  t.equal(Date.parse(invitation.expires_date) - Date.parse(invitation.created_date), 14 * DAY_MS);
  t.ok(Value.Check(operation.output, { created, invitation }), 'it fits the contract');
  t.strictSame(await mailJobsOf(db, scope), [invitation.id]);
});

t.test('fields not given are null, and the role is MEMBER', async (t) => {
  const { scope } = await inviting(directory);
  const { invitation } = await createOne(db, scope, { role: null });
  t.match(invitation, { name: null, first_name: null, role: 'MEMBER' });
});

t.test('the inviter is found by id or by e-mail in any case', async (t) => {
  const { scope, ann } = await inviting(directory);
  const byId = await createOne(db, scope, { email: 'a@example.com', invited_by_user_id: ann.toUpperCase() });
  const byEmail = await createOne(db, scope, { email: 'b@example.com', invited_by_email: 'ANN@Example.com' });
  t.equal(byId.invitation.invited_by_user_id, ann);
  t.equal(byEmail.invitation.invited_by_user_id, ann);
});

t.test('an inviter who is not a user of the integration is refused, and nobody is invited', async (t) => {
  const { scope } = await inviting(directory);
  const other = await inviting(directory);
  const strangers = await createAll(db, [
    invite(scope, { invited_by_email: 'nobody@example.com' }),
    invite(scope, { invited_by_user_id: uuidv7() }),
    invite(scope, { invited_by_user_id: other.ann }),
    invite(uuidv7()),
  ]);
  t.match(strangers, [
    { error: declared('UNKNOWN_INVITER', { field: 'invited_by_email' }) },
    { error: declared('UNKNOWN_INVITER', { field: 'invited_by_user_id' }) },
    { error: declared('UNKNOWN_INVITER', { field: 'invited_by_user_id' }) },
    { error: declared('UNKNOWN_INVITER', { field: 'invited_by_email' }) },
  ]);
  t.strictSame(await mailJobsOf(db, scope), []);
});

t.test('both inviters or none are refused', async (t) => {
  const { scope, ann } = await inviting(directory);
  const both = invite(scope, { invited_by_user_id: ann, invited_by_email: 'ann@example.com' });
  const none = invite(scope, { invited_by_user_id: null });
  const details = { violations: ['exactly one of invited_by_user_id and invited_by_email must be given'] };
  const error = declared('VALIDATION_FAILED', details);
  t.match(await createAll(db, [both, none]), [{ error }, { error }]);
});

t.test(
  'inviting a pending e-mail again, in any case, answers with that invitation and mails nothing more',
  async (t) => {
    const { scope } = await inviting(directory);
    const { invitation } = await createOne(db, scope, { name: 'Zoe' });
    const again = await createOne(db, scope, {
      email: 'ZOE@example.com',
      name: 'Someone Else',
      role: 'ADMIN',
    });
    t.strictSame(again, { created: false, invitation });
    t.strictSame(await mailJobsOf(db, scope), [invitation.id]);
  },
);

t.test('a pending invitation under another external id is a conflict', async (t) => {
  const { scope } = await inviting(directory);
  const { invitation } = await createOne(db, scope);
  t.match(await createAll(db, [invite(scope, { external_user_id: 'zoe-2' })]), [
    { error: declared('INVITATION_CONFLICT') },
  ]);
  t.strictSame(await mailJobsOf(db, scope), [invitation.id]);
});

t.test('an expired or revoked invitation makes room for a new one', async (t) => {
  const { scope } = await inviting(directory);
  const first = (await createOne(db, scope)).invitation;
  await runOut(db, first.id);
  const second = await createOne(db, scope, { external_user_id: 'zoe-2' });
  t.equal(second.created, true);
  await revokeOne(db, scope, second.invitation.id);
  const third = await createOne(db, scope);
  t.equal(third.created, true);
  const links = [first, second.invitation, third.invitation].map(({ invitation_link }) => invitation_link);
  t.equal(new Set(links).size, 3);
  const rows = await db
    .selectFrom('invitations')
    .select('status')
    .where('integration_id', '=', scope)
    .orderBy('created_date')
    .execute();
  t.strictSame(
    rows.map(({ status }) => status),
    ['EXPIRED', 'REVOKED', 'PENDING'],
  );
});

t.test('an invitation that fails does not affect the others of its batch', async (t) => {
  const { scope } = await inviting(directory);
  const other = await inviting(directory);
  const outcomes = await createAll(db, [
    invite(scope, { invited_by_email: 'nobody@example.com' }),
    invite(scope, { invited_by_user_id: null }),
    invite(scope),
    invite(other.scope, { external_user_id: 'theirs' }),
    invite(scope, { email: 'abe@example.com', external_user_id: 'abe' }),
  ]);
  t.match(outcomes, [
    { error: declared('UNKNOWN_INVITER') },
    { error: declared('VALIDATION_FAILED') },
    { ok: { created: true } },
    { ok: { created: true, invitation: { external_user_id: 'theirs' } } },
    { ok: { created: true, invitation: { email: 'abe@example.com' } } },
  ]);
  t.equal((await mailJobsOf(db, scope)).length, 2);
  t.equal((await mailJobsOf(db, other.scope)).length, 1);
});
