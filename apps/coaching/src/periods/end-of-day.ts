import { type RawBuilder, sql } from 'kysely';

/**
 * The first instant after a date's whole UTC day. By way of a timestamp without a zone, for Postgres would read a
 * date as midnight in the zone of the session.
 */
export function endOfDay(column: string): RawBuilder<string> {
  return sql`((${sql.ref(column)} + 1)::timestamp at time zone 'UTC')`;
}
