import { once } from 'node:events';
import { readdirSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { Client } from 'pg';
import t from 'tap';
import { testNats, testPostgres, testPostgresUrl } from '../src/testing.ts';

t.test('a test gets a Postgres in which it may do everything', async (t) => {
  const client = new Client({ connectionString: await testPostgresUrl() });
  await client.connect();
  t.teardown(() => client.end());
  const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user');
  t.same(rows, [{ rolsuper: true }]);
});

t.test('a test gets a NATS of its own', async (t) => {
  const nats = await testNats(t);
  const socket = connect(Number(new URL(nats.url).port), '127.0.0.1');
  const [greeting] = await once(socket, 'data');
  socket.destroy();
  t.match(String(greeting), /"jetstream":true/);
});

t.test('a Postgres that does not start leaves no folder', async (t) => {
  const folder = t.testdir({ temporary: {}, programs: {} });
  const temporary = path.join(folder, 'temporary');
  // Without cp, which copies the template.
  const programs = path.join(folder, 'programs');
  symlinkSync('/usr/bin/id', path.join(programs, 'id'));
  const { PATH, TMPDIR } = process.env;
  Object.assign(process.env, { PATH: programs, TMPDIR: temporary });
  t.teardown(() => Object.assign(process.env, { PATH, TMPDIR: TMPDIR ?? '/tmp' }));
  await t.rejects(testPostgres(t), /cp/);
  t.strictSame(readdirSync(temporary), []);
});
