import { type RawBuilder, sql } from 'kysely';

/** A timestamptz as clients read it: ISO-8601, UTC, milliseconds. */
export function isoInstant(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * The first instant after a date's whole UTC day. By way of a timestamp without a zone, for Postgres would read a
 * date as midnight in the zone of the session.
 */
export function endOfDay(column: string): RawBuilder<string> {
  return sql`((${sql.ref(column)} + 1)::timestamp at time zone 'UTC')`;
}
