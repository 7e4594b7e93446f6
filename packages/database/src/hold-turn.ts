import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { arrivalOf } from './arrival.ts';

/** A batch, in a test, that has inserted rows of an integration and not committed yet. */
export interface HeldTurn {
  /** Resolves once `count` others wait for it, and no sooner. */
  awaited(count: number): Promise<void>;
  /** @returns the instant of its commit, as the database writes it. */
  commit(): Promise<string>;
}

export async function holdTurn<T>(db: Kysely<T>, list: string, integrationId: string): Promise<HeldTurn> {
  const held = await db.startTransaction().execute();
  await sql`with ${arrivalOf(list, sql`select ${integrationId}::uuid`)} select from arrival`.execute(held);
  return {
    async awaited(count) {
      for (;;) {
        const { rows } = await sql`
          select from pg_locks where locktype = 'advisory' and not granted and database =
            (select oid from pg_database where datname = current_database())`.execute(db);
        if (rows.length === count) return;
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
