import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Round } from './loop.ts';

const BATCH_ROWS = 1_000;

/**
 * Deletes rows older than `days` by the given column: one batch, small enough to block nobody for long. As the round of
 * a loop it goes on at once while there are more, so that removing keeps up with any number of new rows.
 */
export async function removeOldRows<T>(
  db: Kysely<T>,
  o: { table: RawBuilder<unknown>; column: RawBuilder<unknown>; days: number; where?: RawBuilder<boolean> },
): Promise<Round> {
  const { numAffectedRows } = await sql`
    delete from ${o.table}
    where ctid = any (array(
      select ctid from ${o.table}
      where ${o.column} < now() - ${o.days} * interval '1 day' and ${o.where ?? sql.lit(true)}
      order by ${o.column}
      limit ${BATCH_ROWS}
      for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0) < BATCH_ROWS ? 'done' : 'more';
}
