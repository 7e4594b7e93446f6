import type { User } from '@debrief/contracts/resources/user';
import t, { type Test } from 'tap';
import { updateUser } from '../../src/users/update-user.ts';
import { answersOf, userEvents } from '../fixtures/answers.ts';
import { lockWaits } from '../fixtures/lock-waits.ts';
import { item, resolve, resolveOne } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const AT_ONCE = 16;

const directory = await testDirectory(t);
const db = directory.pool(AT_ONCE);
const update = updateUser(db, () => {});

const times = Array.from({ length: AT_ONCE }, (_, index) => index);
const emailOf = (person: number) => `u-${person}@example.com`;

async function people(count: number) {
  const scope = await directory.integration();
  const users = await resolve(
    db,
    Array.from({ length: count }, (_, person) =>
      item(scope, { external_user_id: `u-${person}`, user_email: emailOf(person) }),
    ),
  );
  return { scope, ids: users.map(({ user_id }) => user_id) };
}

/** Every user's row, its ids and its last event agree, and its versions were emitted without a gap. */
async function inAgreement(t: Test, scope: string): Promise<void> {
  const identities = await db
    .selectFrom('user_identities')
    .select(['external_user_id', 'user_id'])
    .where('integration_id', '=', scope)
    .execute();
  const emitted = await userEvents(db, scope);
  for (const user of await directory.usersOf(scope)) {
    const own = identities.filter(({ user_id }) => user_id === user.id);
    const ids = own.map(({ external_user_id }) => external_user_id).sort();
    const events = emitted.filter(({ user_id }) => user_id === user.id);
    events.sort((a, b) => a.version - b.version);
    t.strictSame([...user.external_user_ids].sort(), ids);
    t.ok(ids.includes(user.external_user_id));
    t.strictSame(
      events.map(({ version }) => version),
      Array.from({ length: user.version }, (_, index) => index + 1),
    );
    t.match(events.at(-1), {
      external_user_id: user.external_user_id,
      external_user_ids: user.external_user_ids,
      timezone: user.timezone,
      name: user.name,
    });
  }
}

t.test('when many users claim one new id at once, one gets it and the others are refused', async (t) => {
  const { scope, ids } = await people(AT_ONCE);
  const answers = await Promise.all(
    ids.map((value) =>
      answersOf<User>(update, [
        [scope, { identifier: { by: 'id', value }, change: { external_user_id: 'new' } }],
      ]),
    ),
  );
  const refused = answers.flat().filter((answer) => answer === 'EXTERNAL_USER_ID_TAKEN');
  t.equal(refused.length, AT_ONCE - 1);
  await inAgreement(t, scope);
});

t.test('an id that a submission and an update claim at once belongs to one user', async (t) => {
  for (const round of times) {
    const { scope, ids } = await people(1);
    const wanted = { identifier: { by: 'id', value: ids[0] }, change: { external_user_id: 'new' } };
    // Odd rounds submit the user's own e-mail, even ones that of somebody new.
    const user_email = round % 2 === 1 ? emailOf(0) : 'new@example.com';
    const [resolved, [answer]] = await Promise.all([
      resolveOne(db, scope, { external_user_id: 'new', user_email }),
      answersOf<User>(update, [[scope, wanted]]),
    ]);
    if (answer === 'EXTERNAL_USER_ID_TAKEN') t.not(resolved.user_id, ids[0]);
    else t.equal(resolved.user_id, ids[0]);
    await inAgreement(t, scope);
  }
});

t.test('after submissions and updates of the same users at once, rows, ids and events agree', async (t) => {
  const { scope, ids } = await people(6);
  await Promise.all(
    times.map(async (round) => {
      const order = round % 4 < 2 ? [0, 1, 2, 3, 4, 5] : [5, 4, 3, 2, 1, 0];
      if (round % 2 === 0) {
        await resolve(
          db,
          order.map((person) =>
            item(scope, {
              external_user_id: `new-${(round * 5 + person * 7) % 11}`,
              user_email: emailOf(person),
              user_timezone: `zone of ${round}`,
            }),
          ),
        );
        return;
      }
      const answers = await answersOf<User>(
        update,
        order.map((person) => [
          scope,
          {
            identifier: { by: 'id', value: ids[person] },
            change: { external_user_id: `new-${(round * 3 + person * 5) % 11}`, name: `name of ${round}` },
          },
        ]),
      );
      for (const answer of answers) t.ok(typeof answer === 'object' || answer === 'EXTERNAL_USER_ID_TAKEN');
    }),
  );
  t.equal((await directory.usersOf(scope)).length, 6);
  await inAgreement(t, scope);
});

t.test('a submission that waits for an update emits the ids that the update leaves', async (t) => {
  const { scope, ids } = await people(1);
  const [value] = ids;
  // The change gives this id up at its very end, when it has locked the user and written to it.
  const held = await db.startTransaction().execute();
  await held
    .selectFrom('user_identities')
    .select('user_id')
    .where('integration_id', '=', scope)
    .where('external_user_id', '=', 'u-0')
    .forUpdate()
    .execute();
  const change = { identifier: { by: 'id', value }, change: { external_user_id: 'changed' } };
  const changed = answersOf<User>(update, [[scope, change]]);
  await lockWaits(db, 1);
  const resolved = resolveOne(db, scope, { external_user_id: 'added', user_email: emailOf(0) });
  await lockWaits(db, 2);
  await held.commit().execute();
  t.match(await changed, [{ external_user_id: 'changed' }]);
  t.equal((await resolved).user_id, value);
  t.match((await userEvents(db, scope)).at(-1), {
    version: 3,
    external_user_id: 'changed',
    external_user_ids: ['changed', 'added'],
  });
  await inAgreement(t, scope);
});
