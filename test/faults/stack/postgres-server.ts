import { readFileSync } from 'node:fs';
import path from 'node:path';
import { awaitPort } from '@debrief/local/free-port';
import { testPostgres } from '@debrief/local/testing';
import { Client } from 'pg';
import type { Cleanup } from './cleanup.ts';
import { signalAll, withDescendants } from './processes.ts';
import { createSmallDisk, type SmallDisk } from './small-disk.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of any query.
type Row = Record<string, any>;

/** The Postgres of a stack, which a fault may break. */
export interface PostgresServer {
  readonly url: string;
  /** As a superuser. */
  query(text: string, values?: unknown[]): Promise<Row[]>;
  /** `pg_ctl stop -m immediate`. */
  stopImmediately(): Promise<void>;
  /** kill -9 of the server and all its backends. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** SIGSTOP for the server and all its backends; the answer continues them. */
  freeze(): Promise<() => void>;
  /** Takes the role of a service its login and its connections. */
  refuseRole(service: string): Promise<void>;
  admitRole(service: string): Promise<void>;
  hasExited(): boolean;
  /** Where everything of it lies; the server must be down when it is mounted. */
  readonly disk: SmallDisk;
}

export async function startPostgresServer(cleanup: Cleanup): Promise<PostgresServer> {
  const server = await testPostgres(cleanup);
  const port = Number(new URL(server.url).port);
  const dataFolder = (await queryOnce(server.url, 'show data_directory'))[0]?.data_directory as string;
  const query = (text: string, values?: unknown[]) => queryOnce(server.url, text, values);
  /** The server first, so that no backend begins unseen. */
  function signalEach(first: NodeJS.Signals, then: NodeJS.Signals): number[] {
    const pid = Number(readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    signalAll([pid], first);
    const pids = withDescendants(pid);
    signalAll(pids, then);
    return pids;
  }
  return {
    url: server.url,
    query,
    async stopImmediately() {
      server.kill('SIGQUIT');
      await awaitPort(port, false);
    },
    start: () => server.start(),
    hasExited: server.hasExited,
    disk: createSmallDisk(cleanup, dataFolder),
    async kill() {
      signalEach('SIGSTOP', 'SIGKILL');
      await awaitPort(port, false);
    },
    async freeze() {
      const pids = signalEach('SIGSTOP', 'SIGSTOP');
      return () => signalAll(pids, 'SIGCONT');
    },
    async refuseRole(service) {
      const role = await roleOf(query, service);
      await query(`alter role "${role}" nologin`);
      await query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
    },
    async admitRole(service) {
      await query(`alter role "${await roleOf(query, service)}" login`);
    },
  };
}

async function roleOf(query: PostgresServer['query'], service: string): Promise<string> {
  const [row] = await query("select current_database() || '_' || $1 as role", [service]);
  return row?.role as string;
}

/** A connection for each: what is asked after a fault finds no broken one. */
export async function queryOnce(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 30_000,
    statement_timeout: 60_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end().catch(() => {});
  }
}
