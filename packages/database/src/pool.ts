import type { Duplex } from 'node:stream';
import { currentTraces, inSpans } from '@debrief/tracing/tracing';
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import pTimeout from 'p-timeout';
import { Pool, type PoolClient } from 'pg';
import { type ConnectionLimits, connectionSettings } from './connection-settings.ts';
import { declareOutages } from './outage.ts';

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
  /** For who has nobody waiting, such as a test on a busy machine. */
  connectTimeoutMs?: number;
}

export type Tx<T> = Transaction<T>;

const LIMITS: ConnectionLimits = {
  connectTimeoutMs: 3_000,
  statementTimeoutMs: 5_000,
  lockTimeoutMs: 3_000,
  // Longer than the outbox relay keeps its rows locked while NATS does not answer; a frozen process keeps its for this long.
  idleInTransactionTimeoutMs: 15_000,
};
/** Postgres itself ends a statement first; this is for a Postgres that is stopped or cut off. */
const ANSWER_MARGIN_MS = 2_000;
const CLOSE_TIMEOUT_MS = 10_000;

export function createDatabase<T>(o: DatabaseOptions): Database<T> {
  const pool = declareOutages(createPool(o));
  const kysely = new Kysely<T>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    async check() {
      await sql`select 1`.execute(kysely);
    },
    async close() {
      // Waits for connections in use.
      await pTimeout(kysely.destroy(), { milliseconds: CLOSE_TIMEOUT_MS }).catch((error) =>
        o.log.warn({ err: error }, 'Postgres connections are still in use; closing without them'),
      );
    },
  };
}

/** Connections that survive a restart of Postgres and never wait for an answer without a limit. */
export function createPool(o: DatabaseOptions): Pool {
  const { statementTimeoutMs = LIMITS.statementTimeoutMs, connectTimeoutMs = LIMITS.connectTimeoutMs } = o;
  const pool = new Pool({
    ...connectionSettings(o.url, o.schema, { ...LIMITS, statementTimeoutMs, connectTimeoutMs }),
    max: o.poolSize,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: false,
  });
  pool.on('error', (error) => o.log.warn({ err: error }, 'an idle Postgres connection was lost'));
  pool.on('connect', (client) => {
    // The pool listens to idle clients only: unheard, the loss of a busy one would end the process. Its query rejects.
    client.on('error', () => {});
    limitAnswers(client, statementTimeoutMs + ANSWER_MARGIN_MS);
  });
  return pool;
}

/** `body` gets the transaction and nothing else to query with; it commits when the body resolves. */
export function transaction<T, R>(db: Kysely<T>, body: (tx: Tx<T>) => Promise<R>): Promise<R> {
  return db.transaction().execute(body);
}

const MARK = '/* prepared */';
/**
 * At the head of a statement that each connection parses and plans once, because its best plan is the same whatever it is
 * given: a look-up by whole keys, or an insert of a batch, whose rows are given and which looks up by whole keys alone. A
 * plan made while its tables were nearly empty reads them from end to end until Postgres next analyses them, which
 * autovacuum does within a minute of their growth; so it is not for what looks at many rows.
 */
export const prepared: RawBuilder<unknown> = sql.raw(MARK);
const names = new Map<string, string>();

/**
 * What each item of a batch gives, as an array of a type, for a prepared statement. The subquery hides its length from the
 * planner: seeing a short one, it thinks a custom plan cheaper than the generic one, and makes one for every batch, which
 * takes longer than the look-up.
 */
export function ofEach<T>(
  items: readonly T[],
  type: 'uuid' | 'text' | 'bigint' | 'json',
  read: (item: T) => unknown,
): RawBuilder<unknown> {
  return sql`(select ${items.map(read)}::${sql.raw(type)}[])`;
}

/** What the driver takes for a statement: prepared under a name of its own when it is marked so. */
function statementOf(args: unknown[]): unknown[] {
  const [text, values] = args;
  if (typeof text !== 'string' || !text.startsWith(MARK)) return args;
  const name = names.get(text) ?? `prepared-${names.size}`;
  names.set(text, name);
  return [{ name, text, values }];
}

/**
 * Destroys a connection on which Postgres falls silent, so that the pool drops it. The driver's own query_timeout
 * would put it back into the pool with the statement, or even an open transaction, still on it.
 */
function limitAnswers(client: PoolClient, milliseconds: number): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let silence: Error | undefined;
  function endSilence(): never {
    silence = new Error(`Postgres did not answer within ${milliseconds} ms`);
    (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy(silence);
    throw silence;
  }
  async function answerOf(answer: Promise<unknown>): Promise<unknown> {
    try {
      // A fallback, because a message costs an error with its stack for every statement.
      return await pTimeout(answer, { milliseconds, fallback: endSilence });
    } catch (error) {
      throw silence ?? error;
    }
  }
  function ask(args: unknown[]): unknown {
    const answer = query(...statementOf(args));
    return answer instanceof Promise ? answerOf(answer) : answer;
  }
  client.query = ((...args: unknown[]) => {
    const traces = currentTraces();
    return traces.length === 0 ? ask(args) : traced(args, traces, async () => ask(args));
  }) as PoolClient['query'];
}

const STATEMENT_MAX_LENGTH = 200;

/** A span of each request that the statement serves; its text has no values, which are the driver's parameters. */
function traced(args: unknown[], traces: readonly string[], ask: () => Promise<unknown>): Promise<unknown> {
  const text = String(args[0]).replace(MARK, '').replace(/\s+/g, ' ').trim();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, STATEMENT_MAX_LENGTH) };
  return inSpans(`postgres ${text.split(' ', 1)[0]}`, traces, { kind: 'client', attributes }, ask);
}
