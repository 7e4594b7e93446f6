import { User } from '@debrief/contracts/resources/user';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getUser } from '../../src/users/get-user.ts';
import { listUsers } from '../../src/users/list-users.ts';
import { allPages, answerOf, answersOf, type Page } from '../fixtures/answers.ts';
import { item, resolve, resolveOne } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const { db, integration } = await testDirectory(t);
const get = getUser(db);
const list = listUsers(db);

t.test('a user is found by its id and by any of its external ids', async (t) => {
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

t.test('a batch of reads answers each item in order and in its own integration', async (t) => {
  const [mine, theirs] = [await integration(), await integration()];
  const own = await resolveOne(db, mine);
  const other = await resolveOne(db, theirs);
  const byName = { by: 'external_user_id', value: 'u-1' };
  const answers = await answersOf<User>(get, [
    [theirs, byName],
    [mine, { by: 'id', value: other.user_id }],
    [mine, byName],
    [mine, { by: 'id', value: uuidv7() }],
    [mine, { by: 'id', value: 'not a uuid' }],
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

async function found(scope: string, filters: object): Promise<string[]> {
  const page = await answerOf<Page<User>>(list, scope, { limit: 100, sort: 'asc', ...filters });
  return page.data.map(({ external_user_id }) => external_user_id);
}

t.test('paging shows every user once in both directions, also when all share one created date', async (t) => {
  const scope = await integration();
  const names = Array.from({ length: 11 }, (_, index) => `u-${index}`);
  await resolve(
    db,
    names.map((name) => item(scope, { external_user_id: name, user_email: `${name}@example.com` })),
  );
  const { rows } = await sql<{ instants: number; ids: string[] }>`
    select count(distinct created_date) as instants, array_agg(id order by id) as ids
    from users where integration_id = ${scope}`.execute(db);
  t.match(rows, [{ instants: 1 }]);
  const forwards = await allPages<User>(list, scope, { limit: 4, sort: 'asc' });
  t.strictSame(
    forwards.map((page) => page.length),
    [4, 4, 3],
  );
  t.strictSame(
    forwards.flat().map(({ id }) => id),
    rows[0]?.ids,
  );
  const backwards = await allPages<User>(list, scope, { limit: 11, sort: 'desc' });
  t.strictSame(
    backwards.flat().map(({ id }) => id),
    rows[0]?.ids.toReversed(),
  );
});

t.test('filters match exactly and can be combined', async (t) => {
  const scope = await integration();
  const [ann] = await resolve(db, [
    item(scope, { external_user_id: 'a', user_name: 'Ann Ä', user_email: 'Ann@Example.com' }),
    item(scope, { external_user_id: 'b', user_name: 'Joann', user_email: 'jo@example.com' }),
  ]);
  await resolveOne(db, scope, { external_user_id: 'other', user_email: 'ann@example.com' });
  const cases: [filters: object, expected: string[]][] = [
    [{}, ['a', 'b']],
    [{ external_user_id: 'a' }, ['a']],
    [{ external_user_id: 'other' }, []],
    [{ external_user_id: 'A' }, []],
    [{ email: 'ANN@example.com' }, ['a']],
    [{ email: 'ann@example' }, []],
    [{ name: 'ANN' }, ['a', 'b']],
    [{ name: ' ä' }, ['a']],
    [{ name: 'ann', external_user_id: 'b' }, ['b']],
    [{ name: 'ann', email: 'jo@example.com', external_user_id: 'a' }, []],
    [{ email: 'with \u0000' }, []],
  ];
  for (const [filters, expected] of cases) {
    t.strictSame((await found(scope, filters)).sort(), expected, JSON.stringify(filters));
  }
  const { data } = await answerOf<Page<User>>(list, scope, {
    limit: 1,
    sort: 'asc',
    email: 'ann@example.com',
  });
  t.strictSame(data, [await answerOf(get, scope, { by: 'id', value: ann?.user_id })]);
});

t.test('a batch of lists shows each integration its own users', async (t) => {
  const [mine, theirs] = [await integration(), await integration()];
  const own = await resolveOne(db, mine);
  const other = await resolveOne(db, theirs);
  await resolveOne(db, theirs, { external_user_id: 'theirs' });
  const input = { limit: 10, sort: 'asc' };
  const pages = await answersOf<Page<User>>(list, [
    [theirs, input],
    [mine, input],
    [mine, { ...input, external_user_id: 'theirs' }],
    [mine, { ...input, external_user_id: 'u-1' }],
    [mine, { ...input, email: 'ann@example.com' }],
  ]);
  t.strictSame(
    pages.map((page) => (page as Page<User>).data.map(({ id }) => id)),
    [[other.user_id], [own.user_id], [], [own.user_id], [own.user_id]],
  );
});
