import { type Kysely, type RawBuilder, sql } from 'kysely';

const BATCH_ROWS = 1_000;
/** The rest waits for the next call, so that a large backlog does not hold up the caller. */
const BATCHES_MAX = 20;

/** Deletes rows older than `days` by the given column, in small batches that block nobody for long. */
export async function removeOldRows<T>(
  db: Kysely<T>,
  o: { table: RawBuilder<unknown>; column: RawBuilder<unknown>; days: number },
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const { numAffectedRows } = await sql`
      delete from ${o.table}
      where ctid = any (array(
        select ctid from ${o.table}
        where ${o.column} < now() - ${o.days} * interval '1 day'
        order by ${o.column}
        limit ${BATCH_ROWS}
        for update skip locked
      ))`.execute(db);
    const count = Number(numAffectedRows ?? 0);
    removed += count;
    if (count < BATCH_ROWS) break;
  }
  return removed;
}
