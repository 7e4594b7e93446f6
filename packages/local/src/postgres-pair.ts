import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, stateOf } from './embedded-postgres.ts';
import { pollUntil } from './poll-until.ts';

export interface PairServer {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly exited: Promise<string>;
  /** Makes a replica the primary; resolves when it takes connections. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const PROMOTION_TIMEOUT_MS = 60_000;
const CATCH_UP_TIMEOUT_MS = 60_000;

/** One of two Postgres servers of which one is the primary and the other copies its log as it is written. */
export async function startPairServer(o: {
  dataDir: string;
  name: string;
  /** Null: it is the primary. */
  primary: { url: string } | null;
  port?: number;
  durable: boolean;
  log: (line: string) => void;
}): Promise<PairServer> {
  const { name, primary, durable, log } = o;
  const { url, port, data, server, stop } = await startEmbeddedPostgres({
    ...{ folder: path.join(o.dataDir, name), durable, log },
    ...(o.port === undefined ? {} : { port: o.port }),
    pair: { name, copies: primary },
  });
  return {
    ...{ name, url, port, pid: server.pid, exited: server.exited, stop },
    async promote() {
      // As pg_ctl does; a replica that lets nobody in cannot be asked by SQL.
      writeFileSync(path.join(data, 'promote'), '', { mode: 0o600 });
      server.kill('SIGUSR1');
      const isPrimary = async () => (await stateOf(url)) === 'ready';
      if (!(await pollUntil(isPrimary, { intervalMs: 20, timeoutMs: PROMOTION_TIMEOUT_MS })))
        throw new Error(`${name} did not become the primary in ${PROMOTION_TIMEOUT_MS / 1000} s`);
    },
  };
}

/**
 * From its return on, the primary acknowledges a commit only when the replica has it on its disk as well: what was
 * acknowledged outlasts the primary. Waits until the replica has caught up.
 */
export async function waitForReplica(primaryUrl: string, replica: string): Promise<void> {
  await withClient(primaryUrl, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '"${replica}"'`);
    await client.query('select pg_reload_conf()');
    const isSynchronous = async () => {
      const { rows } = await client.query(
        `select from pg_stat_replication where application_name = $1 and state = 'streaming' and sync_state = 'sync'`,
        [replica],
      );
      return rows.length > 0;
    };
    if (!(await pollUntil(isSynchronous, { intervalMs: 50, timeoutMs: CATCH_UP_TIMEOUT_MS })))
      throw new Error(`${replica} has not caught up in ${CATCH_UP_TIMEOUT_MS / 1000} s`);
  });
}

/** The primary goes on alone: without this, every commit would wait until the replica is back. */
export async function goOnAlone(primaryUrl: string): Promise<void> {
  await withClient(primaryUrl, async (client) => {
    await client.query('alter system reset synchronous_standby_names');
    await client.query('select pg_reload_conf()');
  });
}

async function withClient(url: string, body: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await body(client);
  } finally {
    await client.end().catch(() => {});
  }
}
