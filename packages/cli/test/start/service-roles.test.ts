import t from 'tap';
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

t.test('doing it again sets the new password and keeps the data', async (t) => {
  const url = await freshDatabase(t);
  const services = ['ingest'];
  const first = await prepareServiceRoles({ url, services, rolePassword: () => 'first' });
  await (await connect(t, first.ingest ?? '')).query('create table ingest.recordings as select 1 as id');
  const second = await prepareServiceRoles({ url, services, rolePassword: () => 'second' });
  const { rowCount } = await (await connect(t, second.ingest ?? '')).query('select from ingest.recordings');
  t.equal(rowCount, 1);
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
