import { type Kysely, sql } from 'kysely';
import type { OutboxTables } from './outbox-tables.ts';
import type { DatabaseLog, Tx } from './pool.ts';
import { removeOldRows } from './remove-old-rows.ts';

/** Longer than the outbox can publish a message again: a day after a publication that may itself be a repetition. */
const KEPT_DAYS = 7;
const SWEEP_MS = 10 * 60_000;

/**
 * Notes a message as handled by this consumer, in the transaction of its effect. False when it was handled before;
 * while another transaction handles it right now, this waits for that one's outcome.
 */
export async function claimMessage<T extends OutboxTables>(
  tx: Tx<T>,
  consumer: string,
  messageId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into inbox (consumer, message_id) values (${consumer}, ${messageId})
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows) === 1;
}

/** Forgets messages that can no longer come again. */
export function startInboxSweep<T extends OutboxTables>(o: {
  db: Kysely<T>;
  log: DatabaseLog;
}): { close(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  async function sweep(): Promise<void> {
    try {
      await removeOldRows(o.db, {
        table: sql.table('inbox'),
        column: sql.ref('received_at'),
        days: KEPT_DAYS,
      });
    } catch (error) {
      o.log.warn({ err: error }, 'old inbox rows could not be removed; the next sweep tries again');
    }
  }
  const timer = setInterval(() => {
    running = sweep();
  }, SWEEP_MS);
  running = sweep();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
