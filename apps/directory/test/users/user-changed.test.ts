import { UserChanged } from '@debrief/contracts/events/directory';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { resolveSubmission } from '../../src/submissions/resolve-submission.ts';
import { userEvents } from '../fixtures/answers.ts';
import { item, resolve, resolveOne } from '../fixtures/submission.ts';
import { testDirectory, theOnly } from '../fixtures/test-directory.ts';

const { db, integration, usersOf } = await testDirectory(t);

t.test('a new user is emitted once, with every id of its first batch', async (t) => {
  const scope = await integration();
  const [first] = await resolve(db, [
    item(scope, { external_user_id: 'z', user_timezone: 'Asia/Tokyo' }),
    item(scope, { external_user_id: 'y' }),
    item(scope, { external_user_id: 'z' }),
  ]);
  const event = theOnly(await userEvents(db, scope));
  t.strictSame(event, {
    integration_id: scope,
    user_id: first?.user_id,
    version: 1,
    external_user_id: 'z',
    external_user_ids: ['z', 'y'],
    team_ids: [],
    name: 'Ann Agent',
    timezone: 'Asia/Tokyo',
    signal: true,
  });
  t.ok(Value.Check(UserChanged, event));
  const whole = Object.keys(UserChanged.properties).filter((name) => name !== 'removed');
  t.strictSame(Object.keys(event), whole, 'in the order of the contract');
});

t.test('another id, time zone or picture is a change; another name or e-mail is not', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope);
  await resolveOne(db, scope, { user_name: 'Annie', user_email: 'annie@example.com' });
  await resolveOne(db, scope, { external_user_id: 'u-2', user_timezone: 'Asia/Tokyo' });
  await resolveOne(db, scope, { external_user_id: 'u-2', user_timezone: 'Asia/Tokyo' });
  await resolveOne(db, scope, { user_picture: 'https://example.com/ann.png' });
  t.match(await userEvents(db, scope), [
    { version: 1, external_user_ids: ['u-1'], timezone: null },
    { version: 2, external_user_id: 'u-1', external_user_ids: ['u-1', 'u-2'], timezone: 'Asia/Tokyo' },
    { version: 3, external_user_ids: ['u-1', 'u-2'], timezone: 'Asia/Tokyo' },
  ]);
  t.equal((await userEvents(db, scope)).length, 3);
  t.match(theOnly(await usersOf(scope)), { version: 3, external_user_ids: ['u-1', 'u-2'] });
});

t.test('a batch emits each user it changes, in the user’s own integration', async (t) => {
  const [mine, theirs] = [await integration(), await integration()];
  await resolveOne(db, mine);
  await resolve(db, [
    item(mine, { external_user_id: 'u-2' }),
    item(theirs, { external_user_id: 'u-2' }),
    item(mine, { external_user_id: 'n', user_email: 'new@example.com' }),
  ]);
  const ids = (events: UserChanged[]) =>
    events.map(({ version, external_user_ids }) => [version, ...external_user_ids]);
  t.strictSame(ids(await userEvents(db, mine)).sort(), [
    [1, 'n'],
    [1, 'u-1'],
    [2, 'u-1', 'u-2'],
  ]);
  t.strictSame(ids(await userEvents(db, theirs)), [[1, 'u-2']]);
});

t.test('only a batch that changes a user wakes the relay', async (t) => {
  const scope = await integration();
  let wakings = 0;
  const { handler } = resolveSubmission(db, () => {
    wakings += 1;
  });
  await handler([item(scope)]);
  t.equal(wakings, 1);
  await handler([item(scope, { contact_name: 'Robert' })]);
  t.equal(wakings, 1);
  await handler([item(scope, { user_timezone: 'Asia/Tokyo' })]);
  t.equal(wakings, 2);
});

t.test('a batch in which nothing differs takes no transaction id', async (t) => {
  const scope = await integration();
  await resolveOne(db, scope, { user_timezone: 'Asia/Tokyo' });
  const next = async () => {
    const { rows } = await sql<{ next: string }>`
      select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
    return rows[0]?.next;
  };
  // Other databases of the server take ids too, so one quiet attempt of several is proof.
  const attempts = [];
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const before = await next();
    await resolveOne(db, scope, { user_timezone: 'Asia/Tokyo' });
    attempts.push((await next()) === before);
  }
  t.ok(attempts.includes(true));
});

t.test('a user gets at most a hundred ids, and further ones lead to it by the e-mail', async (t) => {
  const scope = await integration();
  const named = (from: number, to: number) =>
    resolve(
      db,
      Array.from({ length: to - from }, (_, index) =>
        item(scope, { external_user_id: `call-${from + index}` }),
      ),
    );
  const first = await named(0, 60);
  const more = await named(60, 160);
  const again = await named(0, 160);
  t.equal(new Set([...first, ...more, ...again].map(({ user_id }) => user_id)).size, 1);
  const { external_user_ids, version } = theOnly(await usersOf(scope));
  t.strictSame(
    external_user_ids,
    Array.from({ length: 100 }, (_, index) => `call-${index}`),
  );
  t.equal(version, 2);
  t.equal((await userEvents(db, scope)).length, 2);
  const atOnce = await integration();
  const [one, ...others] = await resolve(
    db,
    Array.from({ length: 150 }, (_, index) => item(atOnce, { external_user_id: `call-${index}` })),
  );
  t.ok(others.every(({ user_id }) => user_id === one?.user_id));
  t.equal(theOnly(await usersOf(atOnce)).external_user_ids.length, 100);
});
