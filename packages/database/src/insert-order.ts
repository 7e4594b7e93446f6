import { type RawBuilder, sql } from 'kysely';

/**
 * Common table expressions ending in `insert_order`, of one row: `at` is the created_date of what the statement inserts.
 * Inserts are serialized per integration and the clock is read under the lock, so that rows of a list become visible
 * in the order of their created_date (decision 0014).
 * @param list Name of the list; statements that insert into several lists share one name.
 * @param integrationIds A query of one uuid column: the integrations whose rows are inserted.
 */
export function lockInsertOrder(list: string, integrationIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert_locks as materialized (
      select pg_advisory_xact_lock(key) from (
        -- Sorted, so that batches that share integrations cannot deadlock.
        select distinct hashtextextended(${`debrief ${list} `}::text || integration_id, 0) as key
        from (${integrationIds}) as inserting (integration_id)
        order by key
      ) keys
    ),
    insert_order as materialized (
      select clock_timestamp() as at, set_config('idle_in_transaction_session_timeout', '2s', true)
      from (select count(*) from insert_locks) as held
    )
  `;
}
