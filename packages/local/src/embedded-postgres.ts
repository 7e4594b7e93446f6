import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { claimFolder, releaseFolder, stopLeftOver } from './folder-owner.ts';
import { freePort } from './free-port.ts';
import { readPassword } from './password.ts';
import { type Account, makeReachable, postgresAccount } from './postgres-account.ts';
import { postgresBinaries, REACHABLE_FOLDERS } from './postgres-binaries.ts';
import { logTail, type ServerProcess, startServer } from './server-process.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  readonly server: ServerProcess;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Holds the password, the log and, where the user `postgres` can reach it, the data. */
  folder: string;
  log: (line: string) => void;
  /** False only for data nobody needs after a crash: nothing is synced to disk. */
  durable: boolean;
  port?: number;
  removeAfter?: string;
}

const READY_TIMEOUT_MS = 120_000;
const PORT_TRIES = 5;
const USER = 'debrief';

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  // A socket's path may be no longer than about 100 characters, which a data folder's path easily is.
  'unix_socket_directories=',
  'max_connections=200',
  'timezone=UTC',
  'log_timezone=UTC',
  'jit=off',
  // After a crash Postgres syncs all its files first: one call where the system has it.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
];
/** A commit still reaches the system's cache, so that a kill -9 of the server loses nothing. */
const THROW_AWAY_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/** Real PostgreSQL 18, started from a folder: made on the first start, found again on the next. */
export async function startEmbeddedPostgres(o: EmbeddedOptions): Promise<EmbeddedPostgres> {
  mkdirSync(o.folder, { recursive: true });
  const account = postgresAccount(o.log);
  const binaries = postgresBinaries(account, o.log);
  claimFolder(o.folder, 'Postgres');
  const data = dataFolder(o.folder, account, o.log);
  const pidFile = path.join(data, 'postmaster.pid');
  await stopLeftOver({
    pidFile,
    commandHolds: data,
    signals: ['SIGINT', 'SIGQUIT', 'SIGKILL'],
    graceMs: 10_000,
    log: o.log,
  });
  const password = readPassword(o.folder);
  if (!existsSync(path.join(data, 'PG_VERSION'))) initialise(binaries, data, password, account, o.durable);

  for (let tries = 1; ; tries++) {
    const port = o.port ?? (await freePort());
    const url = `postgres://${USER}:${password}@127.0.0.1:${port}/${USER}`;
    const logFile = path.join(o.folder, 'postgres.log');
    const settings = [...SETTINGS, `port=${port}`, ...(o.durable ? [] : THROW_AWAY_SETTINGS)];
    const server = startServer({
      command: path.join(binaries, 'postgres'),
      args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      logFile,
      stopSignals: o.durable ? ['SIGINT', 'SIGQUIT'] : ['SIGQUIT'],
      stopGraceMs: 10_000,
      cwd: data,
      runAs: account,
      ...(o.removeAfter ? { removeAfter: o.removeAfter } : {}),
    });
    try {
      await untilReady(server, url, o.log);
      return {
        url,
        port,
        server,
        async stop() {
          await server.stop();
          releaseFolder(o.folder);
        },
      };
    } catch (error) {
      const log = logTail(logFile);
      const again = /already in use|still in use/.test(log);
      if (tries === PORT_TRIES || !again) throw new Error(`Postgres did not start: ${error}\n${log}`);
      await sleep(200 * tries);
    }
  }
}

/** Where the data is. Kept in a file once chosen, so that a data folder may be moved. */
function dataFolder(folder: string, account: Account | null, log: (line: string) => void): string {
  const pointer = path.join(folder, 'location');
  if (existsSync(pointer)) {
    const location = readFileSync(pointer, 'utf8').trim();
    if (!existsSync(location))
      throw new Error(`The Postgres data is expected in ${location}, which is gone.`);
    return location;
  }
  const data = path.join(path.resolve(folder), 'data');
  if (makeReachable(account, path.resolve(folder))) return data;
  for (const base of REACHABLE_FOLDERS) {
    const home = path.join(base, `data-${randomBytes(4).toString('hex')}`);
    if (!makeReachable(account, home)) continue;
    log(`Keeping the Postgres data in ${home}: the user "postgres" cannot enter ${folder}`);
    // The folder itself may have been moved to where that user cannot follow.
    if (existsSync(data)) move(data, path.join(home, 'data'));
    writeFileSync(pointer, path.join(home, 'data'));
    return path.join(home, 'data');
  }
  throw new Error(`The user "postgres" can reach neither ${folder} nor ${REACHABLE_FOLDERS.join(' nor ')}.`);
}

/** Also to another disk, and with its owner. */
function move(from: string, to: string): void {
  const moved = spawnSync('mv', [from, to], { encoding: 'utf8' });
  if (moved.status !== 0) throw new Error(`The Postgres data could not be moved: ${moved.stderr.trim()}`);
}

/** One call for the whole disk where Linux has it: 0.7 s instead of 3.5 s for the thousand files of a new database. */
function syncOnce(durable: boolean): string {
  if (!durable) return 'no-sync';
  return process.platform === 'linux' ? 'sync-method=syncfs' : 'sync-method=fsync';
}

function initialise(
  binaries: string,
  data: string,
  password: string,
  account: Account | null,
  durable: boolean,
): void {
  // Made beside its place and renamed: an interrupted first start leaves nothing that looks like a database.
  const part = `${data}.part`;
  const passwordFile = `${data}.password`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const file of [part, passwordFile]) chownSync(file, account.uid, account.gid);
  const made = spawnSync(
    path.join(binaries, 'initdb'),
    [
      `--pgdata=${part}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // The built-in locale sorts alike on every machine, whatever locales it has.
      '--encoding=UTF8',
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--${syncOnce(durable)}`,
    ],
    {
      ...(account ?? {}),
      cwd: part,
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
      encoding: 'utf8',
    },
  );
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.trim()}`);
  renameSync(part, data);
}

async function untilReady(server: ServerProcess, url: string, log: (line: string) => void): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  const patience = setTimeout(
    () => log('Postgres is still starting; after a crash it replays its log'),
    5_000,
  );
  try {
    for (;;) {
      if (server.hasExited()) throw new Error(await server.exited);
      if (await ensureDatabase(url)) return;
      if (Date.now() > deadline) throw new Error(`not ready after ${READY_TIMEOUT_MS / 1000} s`);
      await sleep(25);
    }
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    clearTimeout(patience);
  }
}

/** False while the server does not take connections yet. */
async function ensureDatabase(url: string): Promise<boolean> {
  const own = new URL(url);
  own.pathname = '/postgres';
  const client = new Client({ connectionString: own.href, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    await client.end().catch(() => {});
    // 57P03: starting up. Anything else that Postgres itself says (a wrong password) will not get better.
    if (/^[0-9A-Z]{5}$/.test(code) && code !== '57P03' && !code.startsWith('E')) throw error;
    return false;
  }
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [USER]);
    if (rowCount === 0) await client.query(`create database ${USER}`);
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}
