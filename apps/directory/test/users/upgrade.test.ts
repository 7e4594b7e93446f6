import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserChanged } from '@debrief/contracts/events/directory';
import { migrate } from '@debrief/database/migrate';
import { createDatabase } from '@debrief/database/pool';
import { testDatabase } from '@debrief/database/testing';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import type { Tables } from '../../src/tables.ts';
import { toldOf } from '../fixtures/people.ts';
import { resolveOne } from '../fixtures/submission.ts';
import { testDirectory, theOnly } from '../fixtures/test-directory.ts';

const scope = '01900000-0000-7000-8000-000000000001';
const ann = '01900000-0000-7000-8000-00000000000a';
const migrations = new URL('../../migrations/', import.meta.url);

t.test('users from before are told once, with all their ids, when the service is upgraded', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const old = path.join(folder, 'migrations');
  await mkdir(old);
  for (const name of ['0001_access.sql', '0002_people.sql'])
    await cp(new URL(name, migrations), path.join(old, name));
  const { url, database } = await testDatabase<Tables>(t, {
    schema: 'directory',
    migrations: pathToFileURL(`${old}/`),
  });
  await sql`
    insert into users (integration_id, id, external_user_id, name, name_key, email, email_key, timezone)
    values (${scope}, ${ann}, 'z', 'Ann', 'ann', 'ann@example.com', 'ann@example.com', 'Asia/Tokyo')`.execute(
    database.kysely,
  );
  await sql`
    insert into user_identities (integration_id, external_user_id, user_id, created_date)
    values (${scope}, 'a', ${ann}, '2026-02-01Z'), (${scope}, 'z', ${ann}, '2026-01-01Z')`.execute(
    database.kysely,
  );
  await sql`
    insert into contacts (integration_id, id, external_contact_id, name, name_key, phone)
    values (${scope}, ${ann}, 'c', 'Bob', 'bob', '+1 (23)')`.execute(database.kysely);
  const log = { info() {}, warn() {}, error() {} };
  await migrate({ url, schema: 'directory', directory: migrations, log });
  const upgraded = createDatabase<Tables>({ url, schema: 'directory', poolSize: 1, log });
  t.teardown(() => upgraded.close());
  const events = await upgraded.kysely.selectFrom('outbox').select(['subject', 'payload']).execute();
  t.strictSame(events, [
    {
      subject: 'user.changed',
      payload: {
        integration_id: scope,
        user_id: ann,
        version: 1,
        external_user_id: 'z',
        external_user_ids: ['z', 'a'],
        team_ids: [],
        name: 'Ann',
        timezone: 'Asia/Tokyo',
      },
    },
  ]);
  t.ok(Value.Check(UserChanged, events[0]?.payload));
  t.match(await upgraded.kysely.selectFrom('contacts').select('phone_plain').execute(), [
    { phone_plain: '123' },
  ]);
});

t.test(
  'users that the release before wrote beside this one are told with their ids as calls name them',
  async (t) => {
    const { db, integration, usersOf } = await testDirectory(t);
    const scope = await integration();
    // As that release writes them: it knows nothing of external_user_ids.
    await sql`
    insert into users (integration_id, id, external_user_id, name, name_key, email, email_key)
    values (${scope}, ${ann}, 'main', 'Ann', 'ann', 'ann@example.com', 'ann@example.com')`.execute(db);
    await sql`
    insert into user_identities (integration_id, external_user_id, user_id)
    values (${scope}, 'main', ${ann}), (${scope}, 'other', ${ann})`.execute(db);
    const named = async (external_user_id: string) => {
      const { user_id } = await resolveOne(db, scope, { external_user_id });
      t.equal(user_id, ann);
      return (await toldOf(db, scope)).map(({ version, external_user_ids }) => [
        version,
        ...external_user_ids,
      ]);
    };
    t.strictSame(await named('other'), [[2, 'main', 'other']]);
    t.strictSame(await named('main'), [
      [2, 'main', 'other'],
      [3, 'other', 'main'],
    ]);
    await named('main');
    t.match(theOnly(await usersOf(scope)), { version: 3, external_user_ids: ['other', 'main'] });
  },
);
