import { migrate } from '@debrief/database/migrate';
import t from 'tap';
import { migrationsOf } from '../../src/start/apps.ts';
import { prepareServiceRoles } from '../../src/start/service-roles.ts';
import { connect, freshDatabase } from './fixtures/fresh-database.ts';

t.test('a service keeps its tables to itself', async (t) => {
  const url = await freshDatabase(t);
  const rolePassword = (service: string) => `it's "${service}"`;
  const urls = await prepareServiceRoles({ url, services: ['ingest', 'directory'], rolePassword });
  const ingest = await connect(t, urls.ingest ?? '');
  await ingest.query('create table ingest.recordings (id int)');
  await ingest.query('create table ingest_jobs.migrations (id int)');
  const directory = await connect(t, urls.directory ?? '');
  await t.rejects(directory.query('select from ingest.recordings'), { code: '42501' });
  await t.rejects(directory.query('select from ingest_jobs.migrations'), { code: '42501' });
  await t.rejects(directory.query('create table ingest.mine (id int)'), { code: '42501' });
  await t.rejects(directory.query('create table public.mine (id int)'), { code: '42501' });
  await t.rejects(directory.query('create schema another'), { code: '42501' });
});

t.test('Postgres logs nothing of the rows that statements of services fail on', async (t) => {
  const url = await freshDatabase(t);
  const urls = await prepareServiceRoles({ url, services: ['directory'], rolePassword: () => 'it' });
  const directory = await connect(t, urls.directory ?? '');
  const { rows } = await directory.query('show log_error_verbosity');
  t.same(rows, [{ log_error_verbosity: 'terse' }]);
});

t.test('doing it again sets the new password and keeps the data', async (t) => {
  const url = await freshDatabase(t);
  const services = ['ingest'];
  const first = await prepareServiceRoles({ url, services, rolePassword: () => 'first' });
  await (await connect(t, first.ingest ?? '')).query('create table ingest.recordings as select 1 as id');
  const second = await prepareServiceRoles({ url, services, rolePassword: () => 'second' });
  const { rowCount } = await (await connect(t, second.ingest ?? '')).query('select from ingest.recordings');
  t.equal(rowCount, 1);
});

t.test('a second login of a role does what the first does, while its password is changed', async (t) => {
  const url = await freshDatabase(t);
  const urls = await prepareServiceRoles({ url, services: ['ingest'], rolePassword: () => 'first' });
  const first = new URL(urls.ingest ?? '');
  const admin = await connect(t, url);
  const role = decodeURIComponent(first.username).replaceAll('"', '""');
  // As docs/operating.md has it.
  await admin.query(`create role "${role}_2" login password 'second' in role "${role}"`);
  await admin.query(`alter role "${role}_2" set role = "${role}"`);
  const second = new URL(first);
  second.username = `${first.username}_2`;
  second.password = 'second';
  const about = { schema: 'ingest', directory: migrationsOf('ingest'), withJobs: true, withAudit: true };
  const log = { info() {}, warn() {}, error() {} };
  t.ok((await migrate({ ...about, url: second.href, log })).length > 0);
  t.same(await migrate({ ...about, url: first.href, log }), []);
  for (const login of [first, second]) {
    const client = await connect(t, login.href);
    await client.query('insert into ingest.lease_clock default values on conflict do nothing');
    t.equal(
      (await client.query('select current_user as name')).rows[0].name,
      decodeURIComponent(first.username),
    );
  }
  await admin.query(`alter role "${role}" password 'third'`);
  await t.rejects(connect(t, first.href), { code: '28P01' });
  await connect(t, second.href);
});

t.test('a role that may create roles and schemas is enough', async (t) => {
  const url = await freshDatabase(t);
  const admin = await connect(t, url);
  const database = admin.database ?? '';
  const name = `${database} operator`;
  const quoted = `"${name.replaceAll('"', '""')}"`;
  await admin.query(`create role ${quoted} with login createrole password 'operator'`);
  await admin.query(`grant create on database "${database.replaceAll('"', '""')}" to ${quoted}`);
  const operator = new URL(url);
  operator.username = encodeURIComponent(name);
  operator.password = 'operator';
  const urls = await prepareServiceRoles({
    url: operator.href,
    services: ['ingest'],
    rolePassword: () => 'secret',
  });
  const ingest = await connect(t, urls.ingest ?? '');
  await ingest.query('create table ingest.recordings (id int)');
});

t.test('a service may add to its audit trail and read it, and change nothing in it', async (t) => {
  const url = await freshDatabase(t);
  const urls = await prepareServiceRoles({
    url,
    services: ['ingest', 'directory'],
    rolePassword: () => 'it',
  });
  const ingest = await connect(t, urls.ingest ?? '');
  const migrations = new URL('../../../../apps/ingest/migrations/', import.meta.url);
  const log = { info() {}, warn() {}, error() {} };
  await migrate({ url: urls.ingest ?? '', schema: 'ingest', directory: migrations, withAudit: true, log });
  await ingest.query(`insert into ingest_audit.entries (action, request_id) values ('key.revoked', 'r')`);
  t.equal((await ingest.query('select from ingest_audit.entries')).rowCount, 1);
  for (const statement of [
    `update ingest_audit.entries set action = 'nothing'`,
    'delete from ingest_audit.entries',
    'truncate ingest_audit.entries',
    'drop table ingest_audit.entries',
    'drop schema ingest_audit cascade',
    'alter table ingest_audit.entries rename to others',
    'alter table ingest_audit.entries disable trigger all',
    'create table ingest_audit.more (id int)',
    'create rule nothing as on insert to ingest_audit.entries do instead nothing',
    'select from directory_audit.entries',
    `insert into directory_audit.entries (action, request_id) values ('key.revoked', 'r')`,
  ])
    await t.rejects(ingest.query(statement), { code: '42501' }, statement);
  // Granting itself more is no error but does nothing.
  await ingest.query('grant all on ingest_audit.entries to current_user').catch(() => {});
  await t.rejects(ingest.query('delete from ingest_audit.entries'), { code: '42501' });
  await prepareServiceRoles({ url, services: ['ingest'], rolePassword: () => 'it' });
  t.equal((await ingest.query('select from ingest_audit.entries')).rowCount, 1);
});
