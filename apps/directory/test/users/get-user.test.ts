import { User } from '@debrief/contracts/resources/user';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getUser } from '../../src/users/get-user.ts';
import { answerOf, answersOf } from '../fixtures/people.ts';
import { resolveOne } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const { db, integration } = await testDirectory(t);
const get = getUser(db);

t.test('a user is found by its id and by every id it is known by', async (t) => {
  const scope = await integration();
  const { user_id: id } = await resolveOne(db, scope, { user_timezone: 'Europe/Berlin' });
  await resolveOne(db, scope, { external_user_id: 'u-2' });
  const user = await answerOf<User>(get, scope, { by: 'id', value: id });
  const { created_date, ...rest } = user;
  t.match(created_date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.strictSame(rest, {
    id,
    external_user_id: 'u-1',
    name: 'Ann Agent',
    email: 'ann@example.com',
    timezone: 'Europe/Berlin',
    picture: null,
  });
  t.strictSame(Object.keys(user), Object.keys(User.properties), 'in the order of the contract');
  t.ok(Value.Check(User, user));
  t.strictSame(
    await answersOf(get, [
      [scope, { by: 'external_user_id', value: 'u-1' }],
      [scope, { by: 'external_user_id', value: 'u-2' }],
    ]),
    [user, user],
  );
});

t.test('a batch answers each item in its place and in its own integration', async (t) => {
  const [mine, theirs] = [await integration(), await integration()];
  const own = await resolveOne(db, mine);
  const other = await resolveOne(db, theirs);
  const byName = { by: 'external_user_id', value: 'u-1' };
  const answers = await answersOf<User>(get, [
    [theirs, byName],
    [mine, { by: 'id', value: other.user_id }],
    [mine, byName],
    [mine, { by: 'id', value: uuidv7() }],
    [mine, { by: 'id', value: 'no uuid' }],
    [mine, { by: 'external_user_id', value: own.user_id }],
    [mine, { by: 'external_user_id', value: 'with \u0000' }],
  ]);
  t.match(answers, [
    { id: other.user_id },
    'USER_NOT_FOUND',
    { id: own.user_id },
    ...Array.from({ length: 4 }, () => 'USER_NOT_FOUND'),
  ]);
});
