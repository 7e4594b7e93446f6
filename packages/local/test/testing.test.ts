import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from 'pg';
import t from 'tap';
import { testNats, testPostgresUrl } from '../src/testing.ts';

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
