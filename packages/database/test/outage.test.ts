import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { UNAVAILABLE } from '@debrief/contracts/errors';
import { testPostgres } from '@debrief/local/testing';
import { type RawBuilder, sql } from 'kysely';
import t from 'tap';
import { createDatabase, type Database, type DatabaseLog, transaction } from '../src/pool.ts';
import { testDatabase } from '../src/testing.ts';
import { emptyDatabase } from './empty-database.ts';
import { until } from './stream.ts';

const log: DatabaseLog = { info() {}, warn() {}, error() {} };
const migrations = new URL('./migrations/', import.meta.url);

const { url } = await testDatabase(t, { schema: 'notes', migrations });
const postgres = await testPostgres(t);

async function backendPid(database: Database<unknown>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely);
  return rows[0]?.pid ?? 0;
}

t.test('the pool survives the end of all its connections and a restart of Postgres', async (t) => {
  const database = createDatabase({ url: postgres.url, schema: 'notes', poolSize: 3, log });
  t.teardown(() => database.close());
  await Promise.all([1, 2, 3].map(() => database.check()));
  const busy = t.rejects(
    transaction(database.kysely, (tx) => sql`select pg_sleep(4)`.execute(tx)),
    { message: UNAVAILABLE.code },
    'a running query rejects',
  );
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity where query like '%pg_sleep(4)%'
      and pid <> pg_backend_pid()`.execute(database.kysely);
    return rows.length === 1;
  });
  postgres.kill('SIGQUIT');
  await busy;
  await t.rejects(database.check(), { message: UNAVAILABLE.code, cause: Object }, 'while it is down');
  await postgres.start();
  await until(() =>
    database.check().then(
      () => true,
      () => false,
    ),
  );
});

t.test('a role that is refused what it had is an outage, and a wrong statement is none', async (t) => {
  const url = new URL(await emptyDatabase(t));
  const name = url.pathname.slice(1);
  const superuser = createDatabase<unknown>({ url: url.href, schema: 'notes', poolSize: 1, log });
  t.teardown(() => superuser.close());
  const role = `service_${randomUUID().slice(0, 8)}`;
  const asSuperuser = (text: string) => sql.raw(text).execute(superuser.kysely);
  await asSuperuser(`create role ${role} login password 'secret'`);
  t.teardown(async () => {
    await database.close();
    await asSuperuser(`drop role ${role}`);
  });
  url.username = role;
  url.password = 'secret';
  const database = createDatabase<unknown>({ url: url.href, schema: 'notes', poolSize: 2, log });
  await database.check();
  await t.rejects(sql`select wrong`.execute(database.kysely), { code: '42703' });
  const busy = t.rejects(sql`select pg_sleep(4)`.execute(database.kysely), {
    message: UNAVAILABLE.code,
    cause: { code: '57P01' },
  });
  await asSuperuser(`alter role ${role} nologin`);
  await until(async () => {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = ${role} and query like '%pg_sleep%'`.execute(superuser.kysely);
    return rows.length > 0;
  });
  await busy;
  await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
  const isAway = (query: RawBuilder<unknown>) =>
    t.rejects(query.execute(database.kysely), { message: UNAVAILABLE.code });
  await isAway(sql`select 1`);
  await asSuperuser(`alter role ${role} login`);
  await asSuperuser(`revoke connect on database "${name}" from public`);
  await isAway(sql`select 1`);
  await asSuperuser(`grant connect on database "${name}" to public`);
  await asSuperuser('create table public.secret ()');
  await isAway(sql`select from public.secret`);
  await database.check();
});

t.test('a transaction that Postgres ends because its process stood still is an outage', async (t) => {
  // The end of a connection comes after the message that says so: here it does not come at all.
  const { hostname, port } = new URL(url);
  const relay = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.pipe(server).pipe(client, { end: false });
    for (const socket of [client, server]) socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const target = new URL(url);
  target.port = String((relay.address() as AddressInfo).port);
  const relayed = createDatabase({ url: target.href, schema: 'notes', poolSize: 1, log });
  t.teardown(() => relay.close());
  t.teardown(() => relayed.close());
  const ended = transaction(relayed.kysely, async function standStill(tx) {
    await sql`set local idle_in_transaction_session_timeout = 50`.execute(tx);
    await sleep(300);
    await sql`select 1`.execute(tx);
  });
  await t.rejects(ended, { message: UNAVAILABLE.code });
  await relayed.check();
});

t.test('what Postgres does not answer is given up, and its connection not used again', async (t) => {
  const options = { url: postgres.url, schema: 'notes', poolSize: 1, log, statementTimeoutMs: 500 };
  const silence = {
    message: UNAVAILABLE.code,
    cause: { message: 'Postgres did not answer within 2500 ms' },
  };
  async function stopped() {
    const database = createDatabase(options);
    t.teardown(() => database.close());
    const pid = await backendPid(database);
    t.teardown(() => process.kill(pid, 'SIGCONT'));
    return { database, pid, stop: () => process.kill(pid, 'SIGSTOP') };
  }
  async function stopBefore(): Promise<void> {
    const { database, pid, stop } = await stopped();
    stop();
    await t.rejects(sql`select 1`.execute(database.kysely), silence);
    t.not(await backendPid(database), pid);
  }
  async function stopMidway(): Promise<void> {
    const { database, pid, stop } = await stopped();
    const answer = transaction(database.kysely, async function stopAfterFirst(tx) {
      await sql`create temporary table half ()`.execute(tx);
      stop();
      await sql`select 1`.execute(tx);
    });
    await t.rejects(answer, silence);
    t.not(await backendPid(database), pid);
  }
  await Promise.all([stopBefore(), stopMidway()]);
});
