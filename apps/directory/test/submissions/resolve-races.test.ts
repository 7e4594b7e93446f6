import { holdInsertLock } from '@debrief/database/testing';
import t from 'tap';
import { lockWaits } from '../fixtures/lock-waits.ts';
import { item, resolve } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const BATCHES = 20;

const directory = await testDirectory(t);
const db = directory.pool(BATCHES);

/** All batches at once, each on a connection of its own. */
function resolveAtOnce(batches: ReturnType<typeof item>[][]) {
  return Promise.all(batches.map((batch) => resolve(db, batch)));
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The same items in an order of each batch's own: a rotation, every other one backwards. */
function inOrderOf<T>(batch: number, items: T[]): T[] {
  const rotated = [...items.slice(batch), ...items.slice(0, batch)];
  return batch % 2 === 0 ? rotated : rotated.reverse();
}

function count(table: 'users' | 'user_identities' | 'contacts', integrationId: string) {
  return db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('rows'))
    .where('integration_id', '=', integrationId)
    .executeTakeFirstOrThrow();
}

t.test('batches that name the same new people at once create each of them once', async (t) => {
  const scope = await directory.integration();
  const people = numbers(30);
  const results = await resolveAtOnce(
    numbers(BATCHES).map((batch) =>
      inOrderOf(
        batch,
        people.map((person) =>
          item(scope, {
            external_user_id: `u-${person}`,
            user_email: `u-${person}@example.com`,
            external_contact_id: `c-${person}`,
            contact_stage: `stage of ${batch}`,
          }),
        ),
      ),
    ),
  );
  const all = results.flat();
  t.equal(new Set(all.map(({ user_id }) => user_id)).size, people.length);
  t.equal(new Set(all.map(({ contact_id }) => contact_id)).size, people.length);
  for (const table of ['users', 'user_identities', 'contacts'] as const) {
    t.strictSame(await count(table, scope), { rows: people.length }, table);
  }
});

t.test(
  'batches that change the same known people at once wait for each other and never deadlock',
  async (t) => {
    const scope = await directory.integration();
    const people = numbers(30);
    const batchOf = (round: number) =>
      inOrderOf(
        round,
        people.map((person) =>
          item(scope, {
            external_user_id: `u-${person}`,
            user_email: `u-${person}@example.com`,
            external_contact_id: `c-${person}`,
            contact_name: `name of ${round}`,
            user_timezone: `zone of ${round}`,
          }),
        ),
      );
    await resolve(db, batchOf(0));
    await resolveAtOnce(numbers(BATCHES).map((batch) => batchOf(batch + 1)));
    const names = await db
      .selectFrom('contacts')
      .select('name')
      .distinct()
      .where('integration_id', '=', scope)
      .execute();
    t.equal(names.length, 1, 'the last batch has changed all of them');
  },
);

t.test('different new ids with one new e-mail at once are one user', async (t) => {
  const scope = await directory.integration();
  const results = await resolveAtOnce(
    numbers(BATCHES).map((batch) => [
      item(scope, { external_user_id: `u-${batch}`, user_email: 'Ann@Example.com' }),
    ]),
  );
  t.equal(new Set(results.flat().map(({ user_id }) => user_id)).size, 1);
  t.strictSame(await count('users', scope), { rows: 1 });
  t.strictSame(await count('user_identities', scope), { rows: BATCHES });
});

t.test('new ids that come with another new e-mail in every batch are one user each', async (t) => {
  const scope = await directory.integration();
  const people = numbers(30);
  const results = await resolveAtOnce(
    numbers(BATCHES).map((batch) =>
      // The e-mails sort backwards in every other batch.
      people.map((person) => {
        const number = batch % 2 === 0 ? 10 + person : 99 - person;
        return item(scope, {
          external_user_id: `u-${10 + person}`,
          user_email: `mail-${number}-${batch}@example.com`,
        });
      }),
    ),
  );
  t.equal(new Set(results.flat().map(({ user_id }) => user_id)).size, people.length);
  t.strictSame(await count('users', scope), { rows: people.length });
});

for (const [who, given] of [
  ['a new user', { external_user_id: 'new', user_email: 'new@example.com' }],
  ['a new contact', { external_contact_id: 'new' }],
] as const) {
  t.test(`${who} waits for earlier inserts of its integration and has a later created date`, async (t) => {
    const [scope, other] = [await directory.integration(), await directory.integration()];
    await resolve(db, [item(scope)]);
    const before = await holdInsertLock(db, 'people', scope);
    await resolve(db, [item(scope, { contact_name: 'Bob Brown' }), item(other, given)]);
    const resolved = resolve(db, [item(scope, given)]);
    await before.awaited(1);
    const committed = await before.commit();
    const [{ user_id, contact_id } = { user_id: '', contact_id: '' }] = await resolved;
    const [table, id] =
      who === 'a new user' ? (['users', user_id] as const) : (['contacts', contact_id] as const);
    const row = await db
      .selectFrom(table)
      .select('created_date')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    t.ok(row.created_date > committed);
  });
}

t.test('a batch that loses an id replies with the stages from before the batch', async (t) => {
  const scope = await directory.integration();
  const [{ user_id } = { user_id: '' }] = await resolve(db, [item(scope, { contact_stage: 'New' })]);
  const winner = await db.startTransaction().execute();
  await winner
    .insertInto('user_identities')
    .values({ integration_id: scope, external_user_id: 'claimed', user_id })
    .execute();
  const resolved = resolve(db, [
    item(scope),
    item(scope, { contact_stage: 'Won' }),
    item(scope, { external_user_id: 'claimed', user_email: 'other@example.com' }),
  ]);
  await lockWaits(db, 1);
  await winner.commit().execute();
  const [first, second, third] = await resolved;
  t.strictSame([first?.stage, second?.stage, third?.stage], ['New', 'Won', 'Won']);
  t.equal(third?.user_id, user_id);
});

t.test('after batches of overlapping new people at once, every user has its id', async (t) => {
  const scope = await directory.integration();
  await resolveAtOnce(
    numbers(BATCHES).map((batch) =>
      numbers(12).map((index) =>
        item(scope, {
          external_user_id: `u-${(batch * 7 + index * 5) % 17}`,
          user_email: `mail-${(batch * 3 + index * 11) % 13}@example.com`,
          user_timezone: `zone of ${batch}`,
        }),
      ),
    ),
  );
  t.strictSame(await count('user_identities', scope), { rows: 17 });
  const orphans = await db
    .selectFrom('users')
    .leftJoin('user_identities', (join) =>
      join
        .onRef('user_identities.integration_id', '=', 'users.integration_id')
        .onRef('user_identities.external_user_id', '=', 'users.external_user_id')
        .onRef('user_identities.user_id', '=', 'users.id'),
    )
    .select('users.external_user_id')
    .where('users.integration_id', '=', scope)
    .where('user_identities.user_id', 'is', null)
    .execute();
  t.strictSame(orphans, []);
});
