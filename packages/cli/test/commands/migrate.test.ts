import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { services } from '@debrief/contracts/nats-users';
import t from 'tap';
import { prepareServiceRoles } from '../../src/start/service-roles.ts';
import { runDebrief, runProcess } from '../run-debrief.ts';
import { connect, freshDatabase } from '../start/fixtures/fresh-database.ts';

t.test('places that migrate at once apply each file once, and doing it again applies none', async (t) => {
  const url = await freshDatabase(t);
  const urls = await prepareServiceRoles({ url, services, rolePassword: () => 'secret' });
  const secrets = t.testdir();
  for (const name of services) writeFileSync(path.join(secrets, `${name}-database-url`), `${urls[name]}\n`);
  const migrate = ['migrate', '--secrets', secrets, '--json'];
  const ended = await Promise.all([1, 2, 3].map(() => runProcess(migrate)));
  const applied = ended.flatMap(({ status, stdout, stderr }) => {
    t.equal(status, 0, stderr);
    const rows = JSON.parse(stdout) as { service: string; applied: string[] }[];
    return rows.flatMap((row) => row.applied.map((name) => `${row.service} ${name}`));
  });
  t.equal(new Set(applied).size, applied.length, 'nothing was applied twice');
  const admin = await connect(t, url);
  for (const service of services) {
    const { rows } = await admin.query(`select name from ${service}.schema_migrations`);
    const own = rows.map(({ name }) => `${service} ${name}`);
    t.same(
      own.filter((name) => !applied.includes(name)),
      [],
      `everything of ${service} was applied by one of them`,
    );
    t.ok(own.length > 0);
    const jobs = await admin.query(`select from ${service}_jobs.migrations`);
    t.ok((jobs.rowCount ?? 0) > 0, `the tables of jobs of ${service} are there`);
  }
  const again = await runDebrief(migrate);
  t.same(
    JSON.parse(again.stdout),
    services.map((service) => ({ service, applied: [] })),
  );
});

t.test('what is missing or wrong is said', async (t) => {
  const secrets = path.join(t.testdir(), 'secrets');
  mkdirSync(secrets);
  const missing = await runDebrief(['migrate', '--secrets', secrets]);
  t.equal(missing.status, 1);
  t.match(missing.stderr, /directory-database-url is missing. Make it with docker\/make-secrets.sh/);
  writeFileSync(path.join(secrets, 'ingest-database-url'), 'https://example.com\n');
  const wrong = await runDebrief(['migrate', '--secrets', secrets, '--service', 'ingest']);
  t.match(wrong.stderr, 'does not hold the URL of a Postgres');
  writeFileSync(path.join(secrets, 'ingest-database-url'), 'postgres://ingest:secret@127.0.0.1:1/debrief\n');
  const away = await runDebrief(['migrate', '--secrets', secrets, '--service', 'ingest']);
  t.match(away.stderr, /ingest could not be migrated: .*ECONNREFUSED/);
  t.notMatch(away.stderr, 'secret');
  const unknown = await runDebrief(['migrate', '--service', 'gateway']);
  t.match(unknown.stderr, 'It must be one of directory, ingest, coaching, analytics');
});
