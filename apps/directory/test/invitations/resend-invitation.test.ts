import { resendInvitation as operation } from '@debrief/contracts/operations/directory-invitations';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import {
  acceptOne,
  createOne,
  inviting,
  mailJobsOf,
  resendAll,
  revokeOne,
  runOut,
} from '../fixtures/inviting.ts';
import { declared } from '../fixtures/running-directory.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const directory = await testDirectory(t);
const { db } = directory;

/** As if the invitation had been created, and its e-mail sent, so many days ago. */
async function age(id: string, days: number): Promise<void> {
  await sql`
    update invitations set email_sent_at = now(),
      created_date = created_date - ${days} * interval '1 day', expires_date = expires_date - ${days} * interval '1 day'
    where id = ${id}`.execute(db);
}

t.test('a pending invitation expires later, keeps its link and is to be mailed again', async (t) => {
  const { scope } = await inviting(directory);
  const { invitation } = await createOne(db, scope);
  await age(invitation.id, 10);
  const [outcome] = await resendAll(db, [[scope, invitation.id]]);
  const again = outcome?.ok;
  t.ok(Value.Check(operation.output, again), 'it fits the contract');
  t.match(again, { id: invitation.id, status: 'PENDING', invitation_link: invitation.invitation_link });
  t.ok(Date.parse(again?.expires_date ?? '') >= Date.parse(invitation.expires_date), 'as late as a new one');
  t.strictSame(await mailJobsOf(db, scope), [invitation.id], 'an e-mail that waits gives way to the new one');
  const { rows } =
    await sql`select mails, email_sent_at from invitations where id = ${invitation.id}`.execute(db);
  t.strictSame(rows, [{ mails: 2, email_sent_at: null }]);
});

t.test('an accepted, a revoked and an expired invitation are not resent', async (t) => {
  const { scope } = await inviting(directory);
  const made = async (name: string) =>
    (await createOne(db, scope, { email: `${name}@example.com`, external_user_id: name })).invitation;
  const [accepted, revoked, late] = [await made('accepted'), await made('revoked'), await made('late')];
  await acceptOne(db, accepted.invitation_link);
  await revokeOne(db, scope, revoked.id);
  await runOut(db, late.id);
  t.match(
    await resendAll(
      db,
      [accepted, revoked, late].map(({ id }) => [scope, id] as const),
    ),
    ['ACCEPTED', 'REVOKED', 'EXPIRED'].map((status) => ({
      error: declared('INVITATION_NOT_PENDING', { status }),
    })),
  );
});

t.test(
  'an unknown invitation, or one of another integration, is not found, and the others are resent',
  async (t) => {
    const [mine, theirs] = [await inviting(directory), await inviting(directory)];
    const { invitation } = await createOne(db, mine.scope);
    const outcomes = await resendAll(db, [
      [mine.scope, uuidv7()],
      [theirs.scope, invitation.id],
      [mine.scope, invitation.id],
    ]);
    t.match(outcomes, [
      { error: declared('INVITATION_NOT_FOUND') },
      { error: declared('INVITATION_NOT_FOUND') },
      { ok: { id: invitation.id } },
    ]);
  },
);
