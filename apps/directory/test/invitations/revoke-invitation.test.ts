import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { declared } from '../fixtures/running-directory.ts';
import { testDirectory } from '../fixtures/test-directory.ts';
import { acceptOne, createOne, inviting, revokeAll, revokeOne, runOut } from './fixtures/inviting.ts';

const directory = await testDirectory(t);
const { db } = directory;

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

t.test('what was accepted or has run out cannot be revoked', async (t) => {
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
  'an unknown one and one of another integration are not found, beside one that is revoked',
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
