import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { lockInsertOrder } from './insert-order.ts';

/** An integration's insert lock, held by a test as by a batch that is about to commit. */
export interface HeldInsertLock {
  /** Resolves once `count` others wait for a lock. @throws when they do not come. */
  awaited(count: number): Promise<void>;
  /** Releases the lock. @returns the last instant before that, from the database's clock. */
  commit(): Promise<string>;
}

const AWAITED_MS = 10_000;

export async function holdInsertLock<T>(
  db: Kysely<T>,
  list: string,
  integrationId: string,
): Promise<HeldInsertLock> {
  const held = await db.startTransaction().execute();
  await sql`with ${lockInsertOrder(list, sql`select ${integrationId}::uuid`)} select from insert_order`.execute(
    held,
  );
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(`${AWAITED_MS}ms`)}`.execute(held);
  return {
    async awaited(count) {
      const deadline = Date.now() + AWAITED_MS;
      for (;;) {
        const { rows } = await sql`
          select from pg_locks where locktype = 'advisory' and not granted and database =
            (select oid from pg_database where datname = current_database())`.execute(db);
        if (rows.length === count) return;
        if (Date.now() > deadline)
          throw new Error(`${rows.length} transactions wait for a lock, not ${count}`);
        await sleep(5);
      }
    },
    async commit() {
      const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(held);
      await held.commit().execute();
      return rows[0]?.at ?? '';
    },
  };
}
