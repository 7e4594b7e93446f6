import type { User } from '@debrief/contracts/resources/user';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getUser } from '../../src/users/get-user.ts';
import { updateUser } from '../../src/users/update-user.ts';
import { answerOf, answersInTurn, answersOf, userEvents } from '../fixtures/answers.ts';
import { resolveOne } from '../fixtures/submission.ts';
import { testDirectory, theOnly } from '../fixtures/test-directory.ts';

const { db, integration, usersOf } = await testDirectory(t);
let wakings = 0;
const update = updateUser(db, () => {
  wakings += 1;
});
const get = getUser(db);

function by(value: string) {
  return { by: 'external_user_id', value };
}

/** What every id of an integration means. */
async function identitiesOf(scope: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('user_identities')
    .select(['external_user_id', 'user_id'])
    .where('integration_id', '=', scope)
    .execute();
  return Object.fromEntries(rows.map(({ external_user_id, user_id }) => [external_user_id, user_id]));
}

/** Ann is known by `a` and `a-2`, Ben by `b`. */
async function annAndBen() {
  const scope = await integration();
  const { user_id: ann } = await resolveOne(db, scope, { external_user_id: 'a' });
  await resolveOne(db, scope, { external_user_id: 'a-2' });
  const { user_id: ben } = await resolveOne(db, scope, {
    external_user_id: 'b',
    user_name: 'Ben',
    user_email: 'ben@example.com',
  });
  return { scope, ann, ben };
}

t.test('only the fields given change, and the event shows the user after the update', async (t) => {
  const { scope, ann } = await annAndBen();
  const before = await answerOf<User>(get, scope, by('a'));
  const change = { name: 'ÄNN', timezone: 'Asia/Tokyo', picture: 'https://example.com/a.png' };
  wakings = 0;
  const updated = await answerOf<User>(update, scope, { identifier: by('a-2'), change });
  t.strictSame(updated, { ...before, ...change });
  t.strictSame(await answerOf(get, scope, by('a')), updated);
  t.equal((await usersOf(scope))[0]?.name_key, 'änn');
  t.strictSame((await userEvents(db, scope)).at(-1), {
    integration_id: scope,
    user_id: ann,
    version: 3,
    external_user_id: 'a',
    external_user_ids: ['a', 'a-2'],
    team_ids: [],
    name: 'ÄNN',
    timezone: 'Asia/Tokyo',
    signal: true,
  });
  t.equal(wakings, 1);
  const identifier = { by: 'id', value: ann };
  t.match(await answerOf<User>(update, scope, { identifier, change: { timezone: null, picture: null } }), {
    name: 'ÄNN',
    timezone: null,
    picture: null,
  });
});

t.test('another external id becomes the only id of the user, who keeps everything else', async (t) => {
  const { scope, ann, ben } = await annAndBen();
  const before = await answerOf<User>(get, scope, by('a'));
  const updated = await answerOf<User>(update, scope, {
    identifier: by('a'),
    change: { external_user_id: 'z' },
  });
  t.strictSame(updated, { ...before, external_user_id: 'z' });
  t.strictSame(await identitiesOf(scope), { z: ann, b: ben });
  t.match((await userEvents(db, scope)).at(-1), {
    version: 3,
    external_user_id: 'z',
    external_user_ids: ['z'],
  });
  t.strictSame(await answersOf(get, [[scope, by('a')]]), ['USER_NOT_FOUND']);
  const again = await resolveOne(db, scope, { external_user_id: 'a', user_email: 'new@example.com' });
  t.not(again.user_id, ann, 'a dropped id is free for somebody new');
});

t.test('an id that the user already has becomes its only id', async (t) => {
  const { scope, ann, ben } = await annAndBen();
  await answerOf(update, scope, { identifier: by('a'), change: { external_user_id: 'a' } });
  t.strictSame(await identitiesOf(scope), { a: ann, b: ben });
  const { length } = await userEvents(db, scope);
  wakings = 0;
  await answerOf(update, scope, {
    identifier: by('a'),
    change: { external_user_id: 'a', name: 'Ann Agent' },
  });
  t.equal((await userEvents(db, scope)).length, length, 'nothing is emitted when nothing differs');
  t.equal(wakings, 0);
  t.match(await usersOf(scope), [{ version: 3 }, { version: 1 }]);
});

t.test('the id of another user is refused, and nothing of that update is stored', async (t) => {
  const { scope, ann, ben } = await annAndBen();
  const { length } = await userEvents(db, scope);
  const alone = { identifier: by('b'), change: { external_user_id: 'a-2' } };
  t.strictSame(await answersOf(update, [[scope, alone]]), ['EXTERNAL_USER_ID_TAKEN']);
  const answers = await answersOf<User>(update, [
    [scope, { identifier: by('b'), change: { name: 'Benedict' } }],
    [scope, { identifier: by('b'), change: { external_user_id: 'a-2', name: 'No' } }],
    [scope, { identifier: by('b'), change: { external_user_id: 'a', name: 'No' } }],
    [scope, { identifier: by('nobody'), change: { external_user_id: 'n' } }],
    [scope, { identifier: { by: 'id', value: uuidv7() }, change: { name: 'No' } }],
    [scope, { identifier: { by: 'id', value: 'not a uuid' }, change: { name: 'No' } }],
    [scope, { identifier: by('a'), change: { name: 'Anna' } }],
  ]);
  t.match(answers, [
    { id: ben, name: 'Benedict' },
    'EXTERNAL_USER_ID_TAKEN',
    'EXTERNAL_USER_ID_TAKEN',
    'USER_NOT_FOUND',
    'USER_NOT_FOUND',
    'USER_NOT_FOUND',
    { id: ann, name: 'Anna' },
  ]);
  t.match(await usersOf(scope), [{ name: 'Anna' }, { name: 'Benedict', external_user_id: 'b' }]);
  t.strictSame(await identitiesOf(scope), { a: ann, 'a-2': ann, b: ben });
  t.equal((await userEvents(db, scope)).length, length + 2);
});

t.test('an id that a user gives up can be given to another', async (t) => {
  const { scope, ann, ben } = await annAndBen();
  const answers = await answersInTurn<User>(update, [
    [scope, { identifier: by('b'), change: { external_user_id: 'x' } }],
    [scope, { identifier: by('a'), change: { external_user_id: 'x' } }],
    [scope, { identifier: by('x'), change: { external_user_id: 'y' } }],
    [scope, { identifier: by('a'), change: { external_user_id: 'x' } }],
    [scope, { identifier: by('a-2'), change: { name: 'No' } }],
    [scope, { identifier: by('y'), change: { external_user_id: 'a' } }],
    [scope, { identifier: by('a'), change: { name: 'Benedict' } }],
  ]);
  t.match(answers, [
    { id: ben, external_user_id: 'x' },
    'EXTERNAL_USER_ID_TAKEN',
    { id: ben, external_user_id: 'y' },
    { id: ann, external_user_id: 'x' },
    'USER_NOT_FOUND',
    { id: ben, external_user_id: 'a' },
    { id: ben, external_user_id: 'a', name: 'Benedict' },
  ]);
  t.strictSame(await identitiesOf(scope), { a: ben, x: ann });
  t.match(await usersOf(scope), [
    { external_user_id: 'x', external_user_ids: ['x'], version: 3 },
    { external_user_id: 'a', external_user_ids: ['a'], version: 5 },
  ]);
  t.strictSame(
    (await userEvents(db, scope)).slice(3).map(({ user_id, version }) => [user_id, version]),
    [
      [ben, 2],
      [ben, 3],
      [ann, 3],
      [ben, 4],
      [ben, 5],
    ],
  );
});

t.test('the same ids are other users in another integration', async (t) => {
  const [mine, theirs] = [await integration(), await integration()];
  const own = await resolveOne(db, mine);
  const other = await resolveOne(db, theirs);
  const answers = await answersInTurn<User>(update, [
    [mine, { identifier: by('u-1'), change: { external_user_id: 'x' } }],
    [theirs, { identifier: by('u-1'), change: { external_user_id: 'x' } }],
    [mine, { identifier: { by: 'id', value: other.user_id }, change: { name: 'Stolen' } }],
    [mine, { identifier: by('x'), change: { id: other.user_id, name: 'Mine', email: 'x' } }],
  ]);
  t.match(answers, [{ id: own.user_id }, { id: other.user_id }, 'USER_NOT_FOUND', { id: own.user_id }]);
  t.match(theOnly(await usersOf(mine)), { name: 'Mine', external_user_id: 'x', email: 'ann@example.com' });
  t.match(theOnly(await usersOf(theirs)), { name: 'Ann Agent', external_user_id: 'x' });
});

t.test('unknown fields and names from Object.prototype are ignored', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope);
  const change = { constructor: 1, toString: 'x', hasOwnProperty: null, made_up: 1 };
  const updated = await answerOf<User>(update, scope, { identifier: by('u-1'), change });
  t.strictSame(updated, await answerOf(get, scope, by('u-1')));
});
