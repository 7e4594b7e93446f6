import { inspect } from 'node:util';
import t from 'tap';
import { LostRace, retryTransaction } from '../src/retry-lost-race.ts';
import { item, resolve, resolveOne } from './fixtures/submission.ts';
import { testDirectory, theOnly } from './fixtures/test-directory.ts';

const { db, integration, usersOf } = await testDirectory(t);

t.test('a transaction that lost a race is rolled back and repeated', async (t) => {
  const scope = await integration();
  const { user_id } = await resolveOne(db, scope);
  let tries = 0;
  const answer = await retryTransaction(db, async (tx) => {
    tries += 1;
    await tx
      .updateTable('users')
      .set({ name: `try ${tries}` })
      .where('id', '=', user_id)
      .execute();
    if (tries === 1) throw new LostRace('somebody was faster');
    return (await tx.selectFrom('users').select('version').where('id', '=', user_id).execute()).length;
  });
  t.equal(answer, 1);
  t.match(theOnly(await usersOf(scope)), { name: 'try 2' });
});

t.test(
  'a transaction that keeps losing fails after ten attempts, and the error does not contain the e-mail',
  async (t) => {
    const scope = await integration();
    await resolveOne(db, scope);
    let tries = 0;
    const failure = await retryTransaction(db, async (tx) => {
      tries += 1;
      const ann = theOnly(await usersOf(scope));
      await tx
        .insertInto('users')
        .values({
          integration_id: scope,
          id: scope,
          external_user_id: 'other',
          external_user_ids: ['other'],
          name: ann.name,
          name_key: ann.name_key,
          email: ann.email,
          email_key: ann.email_key,
          timezone: null,
          picture: null,
        })
        .execute();
    }).catch((error) => error);
    t.match(failure, { message: 'Lost the race 10 times (23505); giving up' });
    t.equal(tries, 10);
    t.notMatch(inspect(failure, { depth: 5 }), 'ann@example.com');
  },
);

t.test('a transaction that Postgres ended because of a deadlock is repeated', async (t) => {
  const scope = await integration();
  const users = await resolve(db, [
    item(scope),
    item(scope, { external_user_id: 'u-2', user_email: 'two@example.com' }),
  ]);
  const ids = users.map(({ user_id }) => user_id);
  const bothHaveOne = barrier(2);
  let tries = 0;
  const renameInOrder = (order: readonly string[], name: string) =>
    retryTransaction(db, async (tx) => {
      tries += 1;
      for (const [index, id] of order.entries()) {
        await tx.updateTable('users').set({ name }).where('id', '=', id).execute();
        if (index === 0) await bothHaveOne();
      }
    });
  await Promise.all([renameInOrder(ids, 'forward'), renameInOrder(ids.toReversed(), 'backward')]);
  t.ok(tries >= 3, 'the one that Postgres ended tried again');
  const [one, two] = await usersOf(scope);
  t.equal(one?.name, two?.name);
});

t.test('any other failure is thrown at once', async (t) => {
  let tries = 0;
  const failing = retryTransaction(db, async () => {
    tries += 1;
    throw new Error('broken');
  });
  await t.rejects(failing, { message: 'broken' });
  t.equal(tries, 1);
});

/** Resolves for everybody once `count` have come, and at once for those who come later. */
function barrier(count: number): () => Promise<void> {
  const opened = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === count) opened.resolve();
    return opened.promise;
  };
}
