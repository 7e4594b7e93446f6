import { type RawBuilder, sql } from 'kysely';

/**
 * A timestamptz as Postgres writes it, as `2026-11-20T10:00:00.123456Z`: UTC, always six decimals. A Date would cut
 * the microseconds that keyset pages need; this text sorts as time does, and both Postgres and Date read it.
 */
export function isoFromPostgres(text: string): string {
  // "2026-11-20 10:00:00.12+00"; any other form (infinity, BC) stays as Postgres wrote it.
  const [, day, time, fraction = ''] =
    /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return day ? `${day}T${time}.${fraction.padEnd(6, '0')}Z` : text;
}

/** The same instant as JSON shows it: `2026-11-20T10:00:00.123Z`. */
export function toMilliseconds(instant: string): string {
  return `${instant.slice(0, -4)}Z`;
}

/** SQL for a timestamptz column in JSON that Postgres builds: the same text as `toMilliseconds`. */
export function isoInstant(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
