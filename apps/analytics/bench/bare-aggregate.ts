import { sql } from 'kysely';
import { type Db, figureColumns } from '../src/tables.ts';
import type { Filled } from './fill-facts.ts';

/**
 * All that is one number in an answer, straight from one range of the index on user and time: counts, sums and means of
 * the window and of the period before. It has no labels, no days and no differences, and its sums are not exact.
 */
export async function bareAggregate(
  db: Db,
  { integration_id, question }: Filled,
  since: string,
): Promise<number> {
  const now = sql`occurred_at >= ${question.date_gte}::timestamptz`;
  const { rows } = await sql<{ total: string }>`
    select
      count(*) filter (where ${now}) as total,
      count(*) filter (where ${now} and analyzed) as analyzed,
      count(*) filter (where ${now} and status = 'FAILED') as failed,
      count(*) filter (where ${now} and incoming) as inbound,
      count(*) filter (where ${now} and not incoming) as outbound,
      count(rating) filter (where ${now} and analyzed) as rated,
      ${sql.join([1, 2, 3, 4, 5].map((rating) => sql`count(*) filter (where ${now} and analyzed and round(rating) = ${sql.lit(rating)})`))},
      count(talk_ratio) filter (where ${now} and analyzed) as sample_size,
      sum(duration_seconds) filter (where ${now}) as duration,
      avg(rating) filter (where ${now} and analyzed) as rating,
      ${sql.join(figureColumns.map((name) => sql`avg(${sql.ref(name)}) filter (where ${now} and analyzed)`))},
      count(*) filter (where not ${now}) as total_before,
      count(*) filter (where not ${now} and analyzed) as analyzed_before,
      avg(duration_seconds) filter (where not ${now}) as duration_before,
      avg(rating) filter (where not ${now} and analyzed) as rating_before,
      avg(talk_ratio) filter (where not ${now} and analyzed) as talk_ratio_before
    from call_facts
    where integration_id = ${integration_id} and user_id = ${question.id} and kind = 'call'
      and occurred_at >= ${since}::timestamptz
      and occurred_at < ${question.date_lte}::timestamptz + interval '1 ms'
  `.execute(db);
  return Number(rows[0]?.total);
}
