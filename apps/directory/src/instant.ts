import { type RawBuilder, sql } from 'kysely';

/** A timestamptz as clients read it: ISO-8601, UTC, milliseconds. */
export function isoInstant(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
