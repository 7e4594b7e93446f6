import type { Kysely } from 'kysely';
import type { JobHandler } from './job-definition.ts';
import type { Jobs } from './job-worker.ts';
import { startLoop } from './loop.ts';
import { migrate } from './migrate.ts';
import { type OutboxRelay, type OutboxRelayOptions, type OutboxTables, startOutboxRelay } from './outbox.ts';
import { createDatabase, type DatabaseOptions } from './pool.ts';
import { insertRejected, type RejectedEvent, removeOldRejected } from './rejected-events.ts';
import { untilPostgresAnswers } from './until-postgres-answers.ts';

/** Where the outbox publishes to. */
export interface OutboxStream extends Pick<OutboxRelayOptions<OutboxTables>, 'publish' | 'streamState'> {
  /** Calls back after each reconnection: the stream may have lost messages. */
  onReconnect(listener: () => void): void;
}

export interface OpenDatabase<T> {
  db: Kysely<T>;
  /** A real round trip; rejects when Postgres does not answer. */
  check(): Promise<void>;
  /** For `consume`: keeps an event that can never be handled, for 30 days, in a transaction of its own. */
  keepRejected(event: RejectedEvent): Promise<void>;
  startOutbox(stream: OutboxStream): OutboxRelay;
  startJobs(handlers: readonly JobHandler[], o: { concurrency: number }): Promise<void>;
  /** Stops the jobs and the outbox before it closes the connections. */
  close(): Promise<void>;
}

const REMOVE_MS = 3_600_000;
const REMOVE_RETRY_MS = 60_000;

/**
 * What every service does with its database at start: wait until it is there, migrate, connect, and later start its
 * outbox and jobs.
 */
export async function openDatabase<T>(
  o: DatabaseOptions & { migrations: URL; withJobs?: boolean },
): Promise<OpenDatabase<T>> {
  const { url, schema, log } = o;
  await untilPostgresAnswers(() => migrate({ ...o, directory: o.migrations, withAudit: true }), log);
  const database = createDatabase<T>(o);
  let relay: OutboxRelay | undefined;
  let jobs: Jobs | undefined;
  const removal = startLoop({
    round: () => removeOldRejected(database.kysely),
    idleMs: REMOVE_MS,
    retryMs: REMOVE_RETRY_MS,
  });
  return {
    db: database.kysely,
    check: database.check,
    keepRejected: (event) => insertRejected(database.kysely, event),
    startOutbox({ publish, streamState, onReconnect }) {
      const db = database.kysely as unknown as Kysely<OutboxTables>;
      relay = startOutboxRelay({ db, publish, streamState, log });
      onReconnect(relay.checkStreams);
      return relay;
    },
    async startJobs(handlers, { concurrency }) {
      // Loaded here, so that a service without jobs starts without graphile-worker.
      const { startJobs } = await import('./job-worker.ts');
      jobs = await startJobs({ url, schema, handlers, concurrency, log });
    },
    async close() {
      await Promise.all([jobs?.close(), relay?.close(), removal.close()]);
      await database.close();
    },
  };
}
