import { type RawBuilder, sql } from 'kysely';

/**
 * Common table expressions ending in `arrival`, of one row: `at` is the created_date of what the statement inserts.
 *
 * Rows of a list and a tenant become visible in the order of their created_date, because whoever inserts some waits
 * until those before it have committed, and reads the clock then. With `now()` a row that commits late would appear
 * before the position of a walk that has already passed. Statements wait only for those that insert rows of the same
 * tenants; one that inserts for several has the turn of all of them, so that it waits for the slowest.
 *
 * A transaction that goes on after the statement keeps the turn. Were its process frozen, the tenant could not insert
 * for as long as Postgres waits for it, which is cut to two seconds.
 *
 * @param list Name of what is listed; statements that insert into several lists take one name for them.
 * @param integrationIds A query of one uuid column: whose rows are inserted. Of none, nothing waits.
 */
export function arrivalOf(list: string, integrationIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    arrival_turn as materialized (
      select pg_advisory_xact_lock(turn) from (
        -- In one order, so that batches which share tenants wait for each other but never in a ring.
        select distinct hashtextextended(${`debrief ${list} `}::text || integration_id, 0) as turn
        from (${integrationIds}) as inserting (integration_id)
        order by turn
      ) turns
    ),
    arrival as materialized (
      select clock_timestamp() as at, set_config('idle_in_transaction_session_timeout', '2s', true)
      from (select count(*) from arrival_turn) as taken
    )
  `;
}
