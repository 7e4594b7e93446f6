import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { startPostgres } from '../src/postgres.ts';
import { findProcess } from '../src/process-table.ts';
import { testPostgres } from '../src/testing.ts';
import { killStarter, startBeside, temporaryDataDir, untilGone } from './starter.ts';

const log = (): void => {};

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A data folder as a first start and a clean stop leave it, made once and copied, since creating one takes seconds. */
async function usedDataDir(t: Test): Promise<string> {
  const dataDir = temporaryDataDir(t);
  const { status, stderr } = spawnSync('cp', ['-a', `${await template}/.`, dataDir], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return dataDir;
}

const template = (async () => {
  const dataDir = temporaryDataDir(t);
  // What an interrupted first start leaves.
  mkdirSync(path.join(dataDir, 'postgres', 'data.part'), { recursive: true });
  writeFileSync(path.join(dataDir, 'postgres', 'data.part', 'PG_VERSION'), '18\n');
  const postgres = await startPostgres({ dataDir, log });
  await postgres.stop();
  return dataDir;
})();

async function start(t: Test, dataDir: string) {
  const postgres = await startPostgres({ dataDir, log });
  t.teardown(() => postgres.stop());
  return postgres;
}

t.test('a second start finds the data of the first', async (t) => {
  const dataDir = await usedDataDir(t);
  const first = await start(t, dataDir);
  await query(first.url, `create table kept as select 'still here' as text`);
  await first.stop();
  t.equal(findProcess(first.pid ?? 0), null, 'a stop ends the process');
  const second = await start(t, dataDir);
  t.same(await query(second.url, 'select text from kept'), [{ text: 'still here' }]);
  t.equal(new URL(second.url).password, new URL(first.url).password);
});

t.test('a back-up is not handed out before its log is replayed and it can be written', async (t) => {
  const dataDir = await usedDataDir(t);
  const data = path.join(dataDir, 'postgres', 'data');
  appendFileSync(path.join(data, 'postgresql.auto.conf'), `restore_command = 'sleep 1; false'\n`);
  writeFileSync(path.join(data, 'recovery.signal'), '');
  const { url } = await start(t, dataDir);
  await t.resolves(query(url, 'create table written ()'));
  t.same(await query(url, 'select pg_is_in_recovery() as still'), [{ still: false }]);
});

t.test('the data is safe against a crash, and closed to others', async (t) => {
  const dataDir = await usedDataDir(t);
  const postgres = await start(t, dataDir);
  t.same(await query(postgres.url, 'show fsync'), [{ fsync: 'on' }]);
  t.same(await query(postgres.url, 'show listen_addresses'), [{ listen_addresses: '127.0.0.1' }]);
  t.equal(statSync(path.join(dataDir, 'postgres', 'password')).mode & 0o777, 0o600);
  const wrong = new URL(postgres.url);
  wrong.password = 'guessed';
  await t.rejects(query(wrong.href, 'select'), { code: '28P01' });
});

t.test('what was committed before a kill -9 is there after the next start', async (t) => {
  const dataDir = await usedDataDir(t);
  const first = await start(t, dataDir);
  await query(first.url, 'create table kept as select 42 as answer');
  process.kill(first.pid ?? 0, 'SIGKILL');
  t.equal(await first.exited, 'signal SIGKILL');
  const second = await start(t, dataDir);
  t.same(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
});

t.test('a lock file that names a foreign process does not prevent a start', async (t) => {
  const dataDir = await usedDataDir(t);
  writeFileSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), `${process.ppid}\n`);
  const postgres = await start(t, dataDir);
  t.same(await query(postgres.url, 'select 1 as one'), [{ one: 1 }]);
});

t.test('data that was moved to where only its owner can enter is still used', async (t) => {
  const first = await usedDataDir(t);
  const before = await start(t, first);
  await query(before.url, `create table kept as select 'still here' as text`);
  await before.stop();
  const home = temporaryDataDir(t);
  chmodSync(home, 0o700);
  const dataDir = path.join(home, 'clone', '.debrief');
  mkdirSync(path.dirname(dataDir));
  renameSync(first, dataDir);
  for (const _ of ['moved', 'found again']) {
    const postgres = await start(t, dataDir);
    t.same(await query(postgres.url, 'select text from kept'), [{ text: 'still here' }]);
    await postgres.stop();
  }
  t.equal(statSync(home).mode & 0o777, 0o700, 'the home stays closed');
  // As root, another user runs Postgres, and the data had to move.
  const location = path.join(dataDir, 'postgres', 'location');
  t.equal(existsSync(location), process.getuid?.() === 0);
  if (existsSync(location)) rmSync(path.dirname(readFileSync(location, 'utf8')), { recursive: true });
});

t.test('a temporary data folder holds everything, and is opened to nobody else', async (t) => {
  const dataDir = temporaryDataDir(t);
  chmodSync(dataDir, 0o700);
  const postgres = await start(t, dataDir);
  t.same(await query(postgres.url, 'select 1 as one'), [{ one: 1 }]);
  t.ok(existsSync(path.join(dataDir, 'postgres', 'data', 'PG_VERSION')));
  t.equal(statSync(dataDir).mode & 0o007, 0);
});

t.test('a first start that was interrupted is repeated', async (t) => {
  const postgres = await start(t, await usedDataDir(t));
  t.same(await query(postgres.url, 'select 1 as one'), [{ one: 1 }]);
});

t.test('Postgres ends with the process that started it, even by kill -9', async (t) => {
  const dataDir = await usedDataDir(t);
  const { starter, pid } = await startBeside(t, 'postgres', dataDir);
  t.match(findProcess(pid)?.command, dataDir);
  await killStarter(starter);
  await untilGone(() => findProcess(pid) !== null);
});

t.test('a Postgres that an earlier start left running is replaced', async (t) => {
  const dataDir = await usedDataDir(t);
  const { starter, url, pid } = await startBeside(t, 'postgres', dataDir);
  await query(url, 'create table kept as select 42 as answer');
  // The watchdog, too: started right after the server, it has that one's pid in its command line.
  const following = Array.from({ length: 2_000 }, (_, index) => pid + index + 1);
  const watchdogs = following.filter((next) => findProcess(next)?.command.includes(`watchdog ${pid} `));
  t.equal(watchdogs.length, 1);
  for (const watchdog of watchdogs) process.kill(watchdog, 'SIGKILL');
  await killStarter(starter);
  t.not(findProcess(pid), null, 'it is still running');
  const postgres = await start(t, dataDir);
  t.equal(findProcess(pid), null);
  t.same(await query(postgres.url, 'select answer from kept'), [{ answer: 42 }]);
});

t.test('a data folder that is in use is refused, and its Postgres left alone', async (t) => {
  const dataDir = await usedDataDir(t);
  const { starter, url } = await startBeside(t, 'postgres', dataDir);
  await t.rejects(startPostgres({ dataDir, log }), {
    message: new RegExp(`in use by process ${starter.pid}`),
  });
  t.same(await query(url, 'select 1 as one'), [{ one: 1 }]);
});

t.test('a test may kill its Postgres and start it again at the same URL', async (t) => {
  const postgres = await testPostgres(t);
  await query(postgres.url, 'create table kept ()');
  postgres.kill('SIGKILL');
  await postgres.start();
  t.same(await query(postgres.url, 'select from kept'), []);
});

t.test('a configured Postgres is used as it is', async (t) => {
  const dataDir = temporaryDataDir(t);
  const { url } = await testPostgres(t);
  const postgres = await startPostgres({ dataDir, log, url });
  t.match(postgres, { url, pid: null });
  await postgres.stop();
  t.same(await query(url, 'select 1 as one'), [{ one: 1 }], 'and not stopped');
});

t.test('a configured Postgres that does not answer is named, without its password', async (t) => {
  const url = 'postgres://someone:secret@127.0.0.1:1/calls';
  const failure: Error = await startPostgres({ dataDir: temporaryDataDir(t), log, url }).then(
    () => new Error('it started'),
    (error) => error,
  );
  t.match(failure.message, /DATABASE_URL \(127\.0\.0\.1:1\/calls\) does not answer/);
  t.notMatch(failure.message, /secret/);
});

t.test('a Postgres that does not start says why', async (t) => {
  const dataDir = await usedDataDir(t);
  const version = path.join(dataDir, 'postgres', 'data', 'PG_VERSION');
  t.equal(readFileSync(version, 'utf8'), '18\n');
  writeFileSync(version, '12\n');
  await t.rejects(startPostgres({ dataDir, log }), { message: /did not start.*version 12/s });
});

t.test(
  'temporary data is copied from a template, with its password, and survives a kill -9 of Postgres',
  async (t) => {
    const dataDir = temporaryDataDir(t);
    const first = await startPostgres({ dataDir, log, durable: false });
    t.teardown(() => first.stop());
    t.same(await query(first.url, 'show fsync'), [{ fsync: 'off' }]);
    t.equal(statSync(path.join(dataDir, 'postgres', 'password')).mode & 0o777, 0o600);
    await query(first.url, `create table kept as select 'still here' as text`);
    process.kill(first.pid ?? 0, 'SIGKILL');
    await first.exited;
    const second = await startPostgres({ dataDir, log, durable: false });
    t.teardown(() => second.stop());
    t.same(await query(second.url, 'select text from kept'), [{ text: 'still here' }]);
  },
);
