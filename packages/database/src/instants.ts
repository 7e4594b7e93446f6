import { type RawBuilder, sql } from 'kysely';

/**
 * An instant as `2026-11-20T10:00:00.123456Z`: UTC, always six decimals. A Date would cut the microseconds on which
 * keyset pages depend; this text sorts as time does, and both Postgres and Date read it.
 */
export function parseInstant(text: string): string {
  // "2026-11-20 10:00:00.12+00"; what does not look so (infinity, BC) stays as Postgres wrote it.
  const [, day, time, fraction = ''] =
    /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return day ? `${day}T${time}.${fraction.padEnd(6, '0')}Z` : text;
}

/** The same instant as JSON shows it: `2026-11-20T10:00:00.123Z`. */
export function toMilliseconds(instant: string): string {
  return `${instant.slice(0, -4)}Z`;
}

/** A timestamptz column as JSON that Postgres writes shall show it: the same text as that. */
export function isoInstant(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
