import { type RawBuilder, sql } from 'kysely';

/** Between two readings of a clock that nobody set. */
const MARGIN_SECONDS = 10;

/**
 * Whether the moment in a column has come. One that is further away than anything waits was noted before the clock of the
 * database was set back: it counts as come.
 */
export function isDue(column: string, longestSeconds: number): RawBuilder<boolean> {
  const due = sql.ref(column);
  const longest = sql`make_interval(secs => ${longestSeconds + MARGIN_SECONDS})`;
  return sql`(${due} <= clock_timestamp() or ${due} > clock_timestamp() + ${longest})`;
}
