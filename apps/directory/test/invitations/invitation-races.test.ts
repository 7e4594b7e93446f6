import { holdInsertLock } from '@debrief/database/testing';
import { sql } from 'kysely';
import t from 'tap';
import {
  acceptAll,
  createAll,
  createOne,
  invite,
  inviting,
  joinVerified,
  mailJobsOf,
  revokeAll,
  runOut,
  tokenOf,
} from '../fixtures/inviting.ts';
import { lockWaits } from '../fixtures/lock-waits.ts';
import { declared } from '../fixtures/running-directory.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const AT_ONCE = 20;

const directory = await testDirectory(t);
const processes = Array.from({ length: 4 }, () => directory.pool(5));

function atOnce<R>(ask: (db: (typeof processes)[number], index: number) => Promise<R>): Promise<R[]> {
  return Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      ask(processes[index % 4] as (typeof processes)[number], index),
    ),
  );
}

/** Somebody who proves that an account is theirs, and has not committed it yet. */
async function prove(email: string, password_hash: string | null) {
  const holder = await directory.db.startTransaction().execute();
  await sql`
    update accounts set password_hash = ${password_hash}, proven_date = now()
    where email_key = ${email}`.execute(holder);
  return { commit: () => holder.commit().execute() };
}

t.test(
  'inviting one e-mail at once, in several batches and processes, creates one invitation and one job',
  async (t) => {
    const { scope } = await inviting(directory);
    const batches = await atOnce((db) =>
      createAll(db, [invite(scope), invite(scope, { email: 'Zoe@example.com' })]),
    );
    const answers = batches.flat().map(({ ok }) => ok);
    t.equal(answers.filter((answer) => answer?.created).length, 1);
    t.equal(new Set(answers.map((answer) => answer?.invitation.id)).size, 1);
    t.strictSame(await mailJobsOf(directory.db, scope), [answers[0]?.invitation.id]);
  },
);

t.test('inviting at once after one has expired creates one invitation as well', async (t) => {
  const { scope } = await inviting(directory);
  const old = (await createOne(directory.db, scope)).invitation;
  await runOut(directory.db, old.id);
  const answers = (await atOnce((db) => createAll(db, [invite(scope)]))).flat().map(({ ok }) => ok);
  t.equal(answers.filter((answer) => answer?.created).length, 1);
  const ids = new Set(answers.map((answer) => answer?.invitation.id));
  t.equal(ids.size, 1);
  t.notOk(ids.has(old.id));
});

t.test(
  'inviting one e-mail under different external ids at once invites one, and the others conflict',
  async (t) => {
    const { scope } = await inviting(directory);
    const outcomes = await atOnce((db, index) =>
      createAll(db, [invite(scope, { external_user_id: `zoe-${index}` })]),
    );
    t.equal(outcomes.flat().filter(({ ok }) => ok?.created).length, 1);
    t.equal(
      outcomes.flat().filter(({ error }) => error?.message === 'INVITATION_CONFLICT').length,
      AT_ONCE - 1,
    );
  },
);

t.test('an expired invitation is refused at once, whoever holds it up to invite again', async (t) => {
  const { scope } = await inviting(directory);
  const db = processes[0] as (typeof processes)[number];
  const old = (await createOne(db, scope)).invitation;
  await runOut(db, old.id);
  const holder = await directory.db.startTransaction().execute();
  await sql`select from invitations where integration_id = ${scope} for update`.execute(holder);
  const invited = createAll(db, [invite(scope)]);
  await lockWaits(directory.db, 1);
  t.match(await acceptAll(db, [tokenOf(old.invitation_link)]), [
    { error: declared('INVITATION_NOT_PENDING', { status: 'EXPIRED' }) },
  ]);
  await holder.commit().execute();
  t.match(await invited, [{ ok: { created: true } }]);
});

t.test(
  'an invitation revoked while others invite the same e-mail is never returned as a new one',
  async (t) => {
    const { scope } = await inviting(directory);
    const { invitation } = await createOne(directory.db, scope);
    const [outcomes] = await Promise.all([
      atOnce((db) => createAll(db, [invite(scope)])),
      revokeAll(directory.db, [{ integration_id: scope, id: invitation.id }]),
    ]);
    const answers = outcomes.flat().map(({ ok }) => ok);
    t.equal(answers.filter((answer) => answer === undefined).length, 0);
    const created = answers.filter((answer) => answer?.created);
    t.ok(created.length <= 1);
    t.strictSame((await mailJobsOf(directory.db, scope)).length, 1 + created.length);
  },
);

t.test('accepting at once in several processes creates one user', async (t) => {
  const { scope } = await inviting(directory);
  const token = tokenOf((await createOne(directory.db, scope)).invitation.invitation_link);
  const outcomes = (await atOnce((db) => acceptAll(db, [token]))).flat();
  t.equal(new Set(outcomes.flatMap(({ ok }) => ok?.user_id ?? [])).size, 1);
  for (const { error } of outcomes) t.match(error?.message ?? '', /^(SIGN_IN_LIMITED)?$/);
  t.equal((await directory.usersOf(scope)).length, 2);
});

t.test('a password that is taken away while it is checked accepts nothing', async (t) => {
  const { scope } = await inviting(directory);
  const email = 'late-password@races.example';
  const { invitation_link } = (await createOne(directory.db, scope, { email })).invitation;
  const token = tokenOf(invitation_link);
  await acceptAll(directory.db, [token]);
  const { commit } = await prove(email, null);
  const again = acceptAll(processes[0] as (typeof processes)[number], [token]);
  await Promise.race([lockWaits(directory.db, 1), again]);
  await commit();
  t.match(await again, [{ error: declared('SIGN_IN_REFUSED') }]);
});

t.test('a password that the owner sets while a provider vouches for them stays', async (t) => {
  const { scope } = await inviting(directory);
  const email = 'own-password@races.example';
  const { invitation_link } = (await createOne(directory.db, scope, { email })).invitation;
  await acceptAll(directory.db, [tokenOf(invitation_link)]);
  const { commit } = await prove(email, 'of the owner');
  const joined = joinVerified(processes[0] as (typeof processes)[number], invitation_link, email);
  await Promise.race([lockWaits(directory.db, 1), joined]);
  await commit();
  await joined;
  const { rows } = await sql`select password_hash from accounts where email_key = ${email}`.execute(
    directory.db,
  );
  t.same(rows, [{ password_hash: 'of the owner' }]);
});

t.test('people accepted at once under one external id are one user', async (t) => {
  const { scope } = await inviting(directory);
  const tokens = await atOnce(async (db, index) => {
    const { invitation } = await createOne(db, scope, { email: `zoe-${index}@example.com` });
    return tokenOf(invitation.invitation_link);
  });
  const answers = await atOnce((db, index) => acceptAll(db, [tokens[index] as string]));
  t.equal(new Set(answers.flat().map(({ ok }) => ok?.user_id)).size, 1);
  t.equal((await directory.usersOf(scope)).length, 2);
});

t.test('of accepting and revoking at once only one succeeds', async (t) => {
  const { scope } = await inviting(directory);
  const { id, invitation_link } = (await createOne(directory.db, scope)).invitation;
  const outcomes = await atOnce<{ ok?: unknown }[]>((db, index) =>
    index % 2 === 0
      ? acceptAll(db, [tokenOf(invitation_link)])
      : revokeAll(db, [{ integration_id: scope, id }]),
  );
  const good = outcomes.flatMap(([outcome], index) => (outcome?.ok === undefined ? [] : [index % 2]));
  t.equal(good.length, AT_ONCE / 2);
  t.equal(new Set(good).size, 1);
});

t.test(
  'an invitation waits for earlier inserts of its integration and has a later created date',
  async (t) => {
    const [{ scope }, { scope: other }] = [await inviting(directory), await inviting(directory)];
    const before = await holdInsertLock(directory.db, 'invitations', scope);
    const created = createOne(directory.db, scope);
    await before.awaited(1);
    await createOne(directory.db, other);
    const committed = await before.commit();
    await created;
    const row = await directory.db
      .selectFrom('invitations')
      .select('created_date')
      .where('integration_id', '=', scope)
      .executeTakeFirstOrThrow();
    t.ok(row.created_date > committed);
  },
);
