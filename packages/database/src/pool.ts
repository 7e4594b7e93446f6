import { Kysely, PostgresDialect, type PostgresPoolClient, sql, type Transaction } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import { type ConnectionLimits, connectionSettings } from './connection-settings.ts';
import { withTimeLimit } from './time-limit.ts';

/** The part of pino that this package uses. */
export interface DatabaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Database<T> {
  kysely: Kysely<T>;
  /** A real round trip; rejects when Postgres does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  schema: string;
  poolSize: number;
  log: DatabaseLog;
  /** For work that may take longer than a request, such as a report over years. */
  statementTimeoutMs?: number;
}

export type Tx<T> = Transaction<T>;

const LIMITS: ConnectionLimits = {
  connectTimeoutMs: 3_000,
  statementTimeoutMs: 5_000,
  lockTimeoutMs: 3_000,
  // Longer than the outbox relay holds its rows while NATS does not answer.
  idleInTransactionTimeoutMs: 30_000,
};
/** Postgres itself ends a statement first; this is for a Postgres that is stopped or cut off. */
const ANSWER_MARGIN_MS = 2_000;
const CLOSE_TIMEOUT_MS = 10_000;

export function createDatabase<T>(o: DatabaseOptions): Database<T> {
  const statementTimeoutMs = o.statementTimeoutMs ?? LIMITS.statementTimeoutMs;
  const pool = new Pool({
    ...connectionSettings(o.url, o.schema, { ...LIMITS, statementTimeoutMs }),
    max: o.poolSize,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: false,
  });
  pool.on('error', (error) => o.log.warn({ err: error }, 'an idle Postgres connection was lost'));
  // The pool listens only to idle clients: unheard, the loss of a busy one would end the process. Its query rejects.
  pool.on('connect', (client) => client.on('error', () => {}));

  const kysely = new Kysely<T>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => answering(await pool.connect(), statementTimeoutMs + ANSWER_MARGIN_MS),
        end: () => pool.end(),
        options: pool.options,
      },
    }),
  });
  return {
    kysely,
    async check() {
      await sql`select 1`.execute(kysely);
    },
    async close() {
      // It waits for connections in use.
      await withTimeLimit(kysely.destroy(), CLOSE_TIMEOUT_MS, 'closing the pool').catch((error) =>
        o.log.warn({ err: error }, 'gave up waiting for the last Postgres connections to end'),
      );
    },
  };
}

/** `body` gets the transaction and nothing else to query with; it commits when the body resolves. */
export function transaction<T, R>(db: Kysely<T>, body: (tx: Tx<T>) => Promise<R>): Promise<R> {
  return db.transaction().execute(body);
}

/**
 * A client that gives up on a silent Postgres and never goes back to the pool then: the driver's own query_timeout
 * would return it with the statement, or even an open transaction, still on it.
 */
function answering(client: PoolClient, timeoutMs: number): PostgresPoolClient {
  let silent: Error | undefined;
  async function query(text: string, values: readonly unknown[]): Promise<unknown> {
    if (silent) throw silent;
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        silent = new Error(`Postgres did not answer within ${timeoutMs} ms`);
        reject(silent);
      }, timeoutMs);
    });
    try {
      return await Promise.race([client.query(text, values as unknown[]), silence]);
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || silent !== undefined),
  };
}
