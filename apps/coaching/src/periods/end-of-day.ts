import { type RawBuilder, sql } from 'kysely';

/**
 * The first instant after a date's whole UTC day. Cast through a timestamp without a zone, because Postgres
 * reads a date as midnight in the zone of the session.
 */
export function endOfDay(column: string): RawBuilder<string> {
  return sql`((${sql.ref(column)} + 1)::timestamp at time zone 'UTC')`;
}
