import { testNats } from '@debrief/local/testing';
import t from 'tap';
import { prepareServiceRoles } from '../../src/start/service-roles.ts';
import { connect, freshDatabase } from './fixtures/fresh-database.ts';
import { dataFolder, startWith } from './start-process.ts';

t.test('data of an unreleased version is refused in one line, and no app is started', async (t) => {
  const url = await freshDatabase(t);
  const roles = await prepareServiceRoles({ url, services: ['ingest'], rolePassword: () => 'secret' });
  const ingest = await connect(t, roles.ingest ?? '');
  await ingest.query(`create table ingest.schema_migrations as
    select 'shared/0001_messages.sql' as name, 'of another version' as checksum`);
  const nats = await testNats(t);
  const settings = { DATABASE_URL: url, NATS_URL: nats.url };
  const debrief = startWith(t, settings, '--no-demo', '--port', '0', '--data-dir', dataFolder(t));
  t.equal(await debrief.ended, 1);
  const line = debrief.output().trimEnd().split('\n').at(-1);
  t.match(
    line,
    'The data in schema "ingest" was made by an unreleased version of Debrief and cannot be upgraded',
  );
  t.match(line, 'Start with another --data-dir or database, or delete this one.');
  t.notMatch(debrief.output(), /are up; their logs|starting it again|\n +at /);
});
