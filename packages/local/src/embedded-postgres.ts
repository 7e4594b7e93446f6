import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Client, type DatabaseError } from 'pg';
import { claimFolder, releaseFolder, stopLeftOver } from './folder-owner.ts';
import { PortInUseError, startOnPort } from './free-port.ts';
import { PAIR_SETTINGS, type PairMember, preparePairData } from './pair-data.ts';
import { readPassword } from './password.ts';
import { pollUntil } from './poll-until.ts';
import { postgresAccount } from './postgres-account.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { copyData, createData, findDataFolder, USER } from './postgres-data.ts';
import { logTail, type ServerProcess, startServer } from './server-process.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** Its data. */
  readonly data: string;
  readonly server: ServerProcess;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Holds the password, the log and, where the user `postgres` can reach it, the data. */
  folder: string;
  log: (line: string) => void;
  /** False only for tests: the data is copied from a template, and nothing is synced to disk. */
  durable: boolean;
  port?: number;
  removeAfter?: string;
  /** One of two of which one copies the other's log. */
  pair?: PairMember;
}

/** Without any answer. One that recovers says so, and may take hours for the log of weeks. */
const SILENCE_TIMEOUT_MS = 120_000;
const SLOW_START_MS = 5_000;

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  // A socket's path may be no longer than about 100 characters, which a data folder's path easily is.
  'unix_socket_directories=',
  'max_connections=200',
  'timezone=UTC',
  'log_timezone=UTC',
  'jit=off',
  // While a back-up is being recovered nobody gets in: what would be read is old, and nothing can be written.
  'hot_standby=off',
  // After a crash Postgres syncs all its files first: one call where the system has it.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
];
/** A commit still reaches the system's cache, so that a kill -9 of the server loses nothing. */
const TEMPORARY_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'checkpoint_timeout=1h',
  'max_wal_size=4GB',
  'shared_buffers=64MB',
];
/** Where nobody copies the log. */
const UNCOPIED_SETTINGS = ['wal_level=minimal', 'max_wal_senders=0'];

/** Real PostgreSQL 18, started from a folder: made on the first start, found again on the next. */
export async function startEmbeddedPostgres(o: EmbeddedOptions): Promise<EmbeddedPostgres> {
  mkdirSync(o.folder, { recursive: true });
  const account = postgresAccount(o.log);
  const binaries = postgresBinaries(account, o.log);
  claimFolder(o.folder, 'Postgres');
  const data = findDataFolder(o.folder, account, o.log);
  await stopLeftOver({
    pidFile: path.join(data, 'postmaster.pid'),
    commandHolds: data,
    signals: ['SIGINT', 'SIGQUIT', 'SIGKILL'],
    graceMs: 10_000,
    log: o.log,
  });
  const { pair } = o;
  if (pair !== undefined) await preparePairData(o.folder, data, pair, account);
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    await (o.durable ? createData : copyData)(o.folder, data, { binaries, account });
  }
  const password = readPassword(o.folder);

  return startOnPort(o.port, async (port) => {
    const url = `postgres://${USER}:${password}@127.0.0.1:${port}/${USER}`;
    const logFile = path.join(o.folder, 'postgres.log');
    const settings = [
      ...SETTINGS,
      `port=${port}`,
      ...(o.durable ? [] : TEMPORARY_SETTINGS),
      ...(pair !== undefined ? PAIR_SETTINGS : o.durable ? [] : UNCOPIED_SETTINGS),
    ];
    const server = startServer({
      command: path.join(binaries.folder, 'postgres'),
      args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      logFile,
      stopSignals: o.durable ? ['SIGINT', 'SIGQUIT'] : ['SIGQUIT'],
      stopGraceMs: 10_000,
      cwd: data,
      runAs: account,
      ...(o.removeAfter ? { removeAfter: o.removeAfter } : {}),
    });
    try {
      await waitUntilReady(server, url, o.log, pair?.copies ? 'copying' : 'ready');
    } catch (error) {
      await server.stop();
      const log = logTail(logFile);
      const Failure = /already in use|still in use/.test(log) ? PortInUseError : Error;
      throw new Failure(`Postgres did not start: ${error}\n${log}`);
    }
    return {
      url,
      port,
      data,
      server,
      async stop() {
        await server.stop();
        releaseFolder(o.folder);
      },
    };
  });
}

async function waitUntilReady(
  server: ServerProcess,
  url: string,
  log: (line: string) => void,
  wanted: 'ready' | 'copying',
): Promise<void> {
  const slow = setTimeout(
    () => log('Postgres is still starting; after a crash or from a back-up it replays its log'),
    SLOW_START_MS,
  );
  let answeredAtMs = Date.now();
  try {
    await pollUntil(
      async () => {
        if (server.hasExited()) throw new Error(await server.exited);
        const state = await stateOf(url);
        if (state !== 'silent') answeredAtMs = Date.now();
        if (Date.now() - answeredAtMs > SILENCE_TIMEOUT_MS)
          throw new Error(`no answer for ${SILENCE_TIMEOUT_MS / 1000} s`);
        return state === wanted;
      },
      { intervalMs: 10, timeoutMs: Number.POSITIVE_INFINITY },
    );
  } finally {
    clearTimeout(slow);
  }
}

/** Connects, and makes the database where there is none yet. A replica lets nobody in, and says so. */
export async function stateOf(url: string): Promise<'ready' | 'copying' | 'starting' | 'silent'> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === DATABASE_MISSING) await createDatabase(url);
    // Anything else that Postgres itself says, such as a wrong password, will not get better.
    else if (/^[0-9A-Z]{5}$/.test(code) && code !== STARTING_UP && !code.startsWith('E')) throw error;
    if (code === DATABASE_MISSING) return 'ready';
    if (code === STARTING_UP && /^Hot standby mode/.test((error as DatabaseError).detail ?? ''))
      return 'copying';
    return code === STARTING_UP ? 'starting' : 'silent';
  } finally {
    await client.end().catch(() => {});
  }
}

const DATABASE_MISSING = '3D000';
const STARTING_UP = '57P03';

async function createDatabase(url: string): Promise<void> {
  const own = new URL(url);
  own.pathname = '/postgres';
  const client = new Client({ connectionString: own.href, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`create database ${USER}`);
  } finally {
    await client.end().catch(() => {});
  }
}
