import { type Kysely, sql } from 'kysely';
import { type Round, startLoop } from './loop.ts';
import { hasUnpublished, type Lane, type Publish, relayBatch } from './outbox-batch.ts';
import { type GetStreamState, republishLost } from './outbox-streams.ts';
import type { OutboxTables } from './outbox-tables.ts';
import type { DatabaseLog } from './pool.ts';
import { removeOldRows } from './remove-old-rows.ts';

export interface OutboxRelayOptions<T extends OutboxTables> {
  db: Kysely<T>;
  publish: Publish;
  streamState: GetStreamState;
  log: DatabaseLog;
}

export interface OutboxRelay {
  /** Call it after a commit that appended events; otherwise they go out within a second. */
  wake(): void;
  /** Call it after NATS was reconnected: it may have come back without its messages. */
  checkStreams(): void;
  /** Resolves when the running batch has ended. */
  close(): Promise<void>;
}

const POLL_MS = 1_000;
const RETRY_MS = 500;
/** Events of a busy moment travel together; one that comes alone goes at once. */
const GAP_MS = 20;
const CHECK_MS = 30_000;
const CHECK_RETRY_MS = 1_000;
const REMOVE_MS = 10_000;

/** Publishes the outbox to JetStream, in any number of replicas at once. Never throws: it logs and retries. */
export function startOutboxRelay<T extends OutboxTables>(o: OutboxRelayOptions<T>): OutboxRelay {
  let checkAt = 0;
  let checkRetryMs = CHECK_RETRY_MS;
  /** Mostly a poll finds nothing, and asking that takes one statement in place of a transaction. */
  let isPoll = false;

  async function relay(lane: Lane): Promise<Round> {
    const batch = await relayBatch(o.db, { ...o, lane });
    if (batch.isSuspect) checkAt = Math.min(checkAt, performance.now() + CHECK_RETRY_MS);
    if (batch.outage !== undefined) throw batch.outage;
    return batch.isFull ? 'more' : 'done';
  }

  async function check(): Promise<void> {
    // Set first: who asks for a check while one is running gets another.
    checkAt = performance.now() + CHECK_MS;
    try {
      await republishLost(o.db, o);
      checkRetryMs = CHECK_RETRY_MS;
    } catch {
      // Does not fail the round: a stream that is gone for good must not hold up the others.
      checkAt = Math.min(checkAt, performance.now() + checkRetryMs);
      checkRetryMs = Math.min(checkRetryMs * 2, CHECK_MS);
    }
  }

  const fresh = startLoop({
    async round() {
      if (performance.now() >= checkAt) await check();
      const wasPoll = isPoll;
      isPoll = true;
      if (wasPoll && !(await hasUnpublished(o.db, 'fresh'))) return 'done';
      return relay('fresh');
    },
    gapMs: GAP_MS,
    idleMs: POLL_MS,
    retryMs: RETRY_MS,
    onFailure: (error) => o.log.warn({ err: error }, 'the outbox cannot be relayed; retrying'),
    onRecovery: () => o.log.info({}, 'the outbox is relayed again'),
  });
  const retry = startLoop({
    round: async () => ((await hasUnpublished(o.db, 'retry')) ? relay('retry') : 'done'),
    idleMs: POLL_MS,
    retryMs: POLL_MS,
  });
  const removal = startLoop({
    round: () =>
      removeOldRows(o.db, { table: sql.table('outbox'), column: sql.ref('published_at'), days: 1 }),
    idleMs: REMOVE_MS,
    retryMs: REMOVE_MS,
  });
  return {
    wake() {
      isPoll = false;
      fresh.wake();
    },
    checkStreams() {
      checkAt = 0;
      checkRetryMs = CHECK_RETRY_MS;
      fresh.retryNow();
    },
    async close() {
      await Promise.all([fresh.close(), retry.close(), removal.close()]);
    },
  };
}
