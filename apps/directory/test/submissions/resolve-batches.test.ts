import { Client } from 'pg';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { item, outcomesOf, resolve, resolveOne } from '../fixtures/submission.ts';
import { testDirectory, theOnly } from '../fixtures/test-directory.ts';

const { db, integration, usersOf, contactsOf } = await testDirectory(t);

t.test('two items of one batch that name the same new people get one user and one contact', async (t) => {
  const scope = await integration();
  const resolved = await resolve(db, [
    item(scope, { contact_tags: ['a'], user_timezone: 'Europe/Berlin' }),
    item(scope, { contact_stage: 'New' }),
    item(scope, { contact_name: 'Robert', contact_stage: 'Won', user_timezone: 'Asia/Tokyo' }),
    item(scope, { contact_phone: '123' }),
  ]);
  t.equal(new Set(resolved.map(({ user_id }) => user_id)).size, 1);
  t.equal(new Set(resolved.map(({ contact_id }) => contact_id)).size, 1);
  t.strictSame(
    resolved.map(({ stage }) => stage),
    [null, 'New', 'Won', 'Won'],
    'each item has the stage after itself',
  );
  t.match(theOnly(await usersOf(scope)), { timezone: 'Asia/Tokyo' });
  t.match(theOnly(await contactsOf(scope)), { name: 'Bob Buyer', stage: 'Won', tags: ['a'], phone: '123' });
});

t.test(
  'an item that gives no stage has the stored one, even when a later item of its batch changes it',
  async (t) => {
    const scope = await integration();
    await resolveOne(db, scope, { contact_stage: 'New', contact_stage_id: 's-1' });
    const resolved = await resolve(db, [item(scope), item(scope, { contact_stage: 'Won' }), item(scope)]);
    t.match(resolved, [
      { stage: 'New', stage_id: 's-1' },
      { stage: 'Won', stage_id: 's-1' },
      { stage: 'Won', stage_id: 's-1' },
    ]);
  },
);

t.test('new external ids with one new e-mail in one batch are one user', async (t) => {
  const scope = await integration();
  const [first, second, third] = await resolve(db, [
    item(scope, { external_user_id: 'x', user_name: 'First', user_timezone: 'Asia/Tokyo' }),
    item(scope, { external_user_id: 'y', user_name: 'Second', user_email: 'ANN@example.com' }),
    item(scope, { external_user_id: 'x', user_email: 'z@example.com', user_timezone: 'Europe/Berlin' }),
  ]);
  t.equal(first?.user_id, second?.user_id);
  t.equal(first?.user_id, third?.user_id);
  t.match(theOnly(await usersOf(scope)), { external_user_id: 'x', name: 'First', timezone: 'Europe/Berlin' });
});

t.test('a batch may hold known, renamed and new users at once', async (t) => {
  const scope = await integration();
  const ann = await resolveOne(db, scope, { external_user_id: 'a', user_email: 'ann@example.com' });
  const [known, renamed, fresh] = await resolve(db, [
    item(scope, { external_user_id: 'a', user_picture: 'https://example.com/old.png' }),
    item(scope, { external_user_id: 'b', user_picture: 'https://example.com/new.png' }),
    item(scope, { external_user_id: 'c', user_email: 'cid@example.com' }),
  ]);
  t.equal(known?.user_id, ann.user_id);
  t.equal(renamed?.user_id, ann.user_id);
  t.not(fresh?.user_id, ann.user_id);
  const users = await usersOf(scope);
  t.equal(users.length, 2);
  t.match(users, [
    { external_user_id: 'a', picture: 'https://example.com/new.png' },
    { external_user_id: 'c', email: 'cid@example.com', picture: null },
  ]);
});

t.test('the same ids of two integrations in one batch are different people', async (t) => {
  const [mine, theirs] = [await integration(), await integration({ source: 'Other', source_id: 'other' })];
  const resolved = await resolve(db, [
    item(mine, { contact_stage: 'Mine' }),
    item(theirs),
    item(mine, { external_user_id: 'u-2' }),
  ]);
  t.not(resolved[0]?.user_id, resolved[1]?.user_id);
  t.not(resolved[0]?.contact_id, resolved[1]?.contact_id);
  t.match(resolved, [
    { stage: 'Mine', source: 'API', source_id: 'api' },
    { stage: null, source: 'Other', source_id: 'other' },
    { user_id: resolved[0]?.user_id },
  ]);
  t.equal((await contactsOf(theirs)).length, 1);
});

t.test('an integration that does not exist fails alone and leaves nothing', async (t) => {
  const scope = await integration();
  const missing = uuidv7();
  const [bad, good] = await outcomesOf(db, [item(missing), item(scope)]);
  t.equal(bad?.error?.message, 'INTEGRATION_NOT_FOUND');
  t.ok(good?.ok?.user_id);
  t.strictSame(await usersOf(missing), []);
  t.strictSame(await contactsOf(missing), []);
});

const sent: string[] = [];

// Records everything that goes to Postgres, `begin` and `commit` too.
const query = Client.prototype.query as (...args: unknown[]) => unknown;
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  sent.push(typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text);
  return query.apply(this, args);
} as typeof Client.prototype.query;

async function statementsFor(scope: string, size: number): Promise<string[]> {
  const items = Array.from({ length: size }, (_, index) =>
    item(scope, {
      external_user_id: `${size}-${index}`,
      user_email: `${size}-${index}@example.com`,
      external_contact_id: `${size}-${index}`,
      contact_emails: [`${index}@example.com`],
    }),
  );
  sent.length = 0;
  await resolve(db, items);
  return [...sent];
}

t.test(
  'a batch of known people is one look-up, of any size, and one with new people a statement more',
  async (t) => {
    const scope = await integration();
    const [lookUp, write] = await statementsFor(scope, 1);
    t.match(write, 'insert into users');
    t.strictSame(await statementsFor(scope, 1), [lookUp]);
    for (const size of [2, 64, 256]) {
      t.strictSame(await statementsFor(scope, size), [lookUp, write]);
      t.strictSame(await statementsFor(scope, size), [lookUp], 'nothing is written of who is known');
    }
  },
);
