import t, { type Test } from 'tap';
import { checkMigrations, MigrationError, migrate } from '../src/migrate.ts';
import type { DatabaseLog } from '../src/pool.ts';
import { emptyDatabase, migrationFolder, query } from './empty-database.ts';

const log: DatabaseLog = { info() {}, warn() {}, error() {} };
const SHARED = [
  'shared/0001_outbox.sql',
  'shared/0002_rejected_events.sql',
  'shared/0003_rebuilds.sql',
  'shared/0004_erasures.sql',
  'shared/0005_outbox_server.sql',
];

async function setUp(t: Test, files: Record<string, string>) {
  const url = await emptyDatabase(t);
  const folder = migrationFolder(t, files);
  return { url, ...folder, run: () => migrate({ url, schema: 'calls', directory: folder.directory, log }) };
}

const CREATE_CALLS = 'create table calls (id int primary key);\ninsert into calls values (1);\n';

t.test('migrations are applied in order, once, after the shared tables', async (t) => {
  const { url, write, run } = await setUp(t, {
    '0002_titles.sql': `alter table calls add title text not null default 'untitled'`,
    '0001_calls.sql': CREATE_CALLS,
  });
  t.same(await run(), [...SHARED, '0001_calls.sql', '0002_titles.sql']);
  t.same(await run(), []);
  write('0003_more.sql', 'insert into calls values (2)');
  t.same(await run(), ['0003_more.sql']);
  t.same(await query(url, 'select title from calls.calls order by id'), [
    { title: 'untitled' },
    { title: 'untitled' },
  ]);
  t.same(await query(url, 'select from calls.outbox'), []);
});

t.test('replicas that start at the same moment apply each migration once', async (t) => {
  const { url, run } = await setUp(t, {
    '0001_calls.sql': CREATE_CALLS,
    '0002_slow.sql': 'select pg_sleep(0.1)',
  });
  const applied = await Promise.all([run(), run(), run(), run(), run()]);
  t.same(applied.flat().sort(), ['0001_calls.sql', '0002_slow.sql', ...SHARED]);
  t.same(await query(url, 'select id from calls.calls'), [{ id: 1 }]);
});

t.test('schemas of one database are migrated side by side', async (t) => {
  const { url, directory, run } = await setUp(t, { '0001_calls.sql': CREATE_CALLS });
  await Promise.all([run(), migrate({ url, schema: 'reports', directory, log })]);
  t.same(await query(url, 'select id from calls.calls union all select id from reports.calls'), [
    { id: 1 },
    { id: 1 },
  ]);
});

t.test('a migration that fails leaves nothing behind, and says where it failed', async (t) => {
  const { url, write, run } = await setUp(t, {
    '0001_calls.sql': CREATE_CALLS,
    '0002_wrong.sql': 'create table half ();\n\nselect * from nowhere;\n',
    '0003_never.sql': 'create table never ()',
  });
  await t.rejects(run(), {
    name: 'MigrationError',
    message: '0002_wrong.sql line 3: relation "nowhere" does not exist',
  });
  t.same(await query(url, `select name from calls.schema_migrations order by name`), [
    { name: '0001_calls.sql' },
    ...SHARED.map((name) => ({ name })),
  ]);
  t.same(await query(url, `select to_regclass('calls.half') as half`), [{ half: null }]);
  write('0002_wrong.sql', 'create table whole ()');
  t.same(await run(), ['0002_wrong.sql', '0003_never.sql'], 'once corrected, it continues from there');
});

function refusal(reason: string): MigrationError {
  return new MigrationError(
    `The data in schema "calls" was made by an unreleased version of Debrief and cannot be upgraded (${reason}). ` +
      'Start with another --data-dir or database, or delete this one.',
  );
}

t.test('data that a changed migration made is refused; other line endings are not a change', async (t) => {
  const { url, directory, write, run } = await setUp(t, { '0001_calls.sql': CREATE_CALLS });
  const check = () => checkMigrations({ url, schema: 'calls', directory });
  await check();
  await run();
  write('0001_calls.sql', CREATE_CALLS.replaceAll('\n', '\r\n'));
  t.same(await run(), []);
  await check();
  write('0001_calls.sql', CREATE_CALLS.replace('int', 'bigint'));
  await t.rejects(run(), refusal('0001_calls.sql has changed since it was applied'));
  await t.rejects(check(), refusal('0001_calls.sql has changed since it was applied'));
});

t.test('data that has missed a migration, or had another one, is refused', async (t) => {
  const { write, remove, run } = await setUp(t, {
    '0001_calls.sql': CREATE_CALLS,
    '0003_more.sql': 'select 3',
  });
  await run();
  write('0002_late.sql', 'select 2');
  await t.rejects(run(), refusal('0002_late.sql was not applied before 0003_more.sql'));
  remove('0002_late.sql');
  remove('0001_calls.sql');
  await t.rejects(run(), refusal('0001_calls.sql was applied, but its file is gone'));
});

t.test('older code starts on a newer schema', async (t) => {
  const { remove, run } = await setUp(t, { '0001_calls.sql': CREATE_CALLS, '0002_newer.sql': 'select 2' });
  await run();
  remove('0002_newer.sql');
  t.same(await run(), []);
});

t.test('a file without a migration name is refused', async (t) => {
  const bad = await setUp(t, { '1_calls.sql': CREATE_CALLS });
  await t.rejects(bad.run(), /Invalid migration name "1_calls.sql"/);
  const twice = await setUp(t, { '0001_calls.sql': CREATE_CALLS, '0001_other.sql': 'select 1' });
  await t.rejects(twice.run(), /Two migrations have the number 0001/);
});

t.test('a role that owns its schema needs no right on the database', async (t) => {
  const { url, directory } = await setUp(t, { '0001_calls.sql': CREATE_CALLS });
  const role = `owner_${new URL(url).pathname.slice(-12)}`;
  await query(url, `create role ${role} login password 'secret'; create schema calls authorization ${role}`);
  t.teardown(() => query(url, `drop owned by ${role}; drop role ${role}`));
  const own = new URL(url);
  own.username = role;
  own.password = 'secret';
  t.same(await migrate({ url: own.href, schema: 'calls', directory, log }), [...SHARED, '0001_calls.sql']);
  await t.rejects(migrate({ url: own.href, schema: 'other', directory, log }), { code: '42501' });
});
