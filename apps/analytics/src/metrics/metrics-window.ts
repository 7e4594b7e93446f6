/** Instants with milliseconds, both ends inclusive. */
export interface Window {
  date_gte: string;
  date_lte: string;
}

/** The first year of four digits; Postgres and the contract read nothing older. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z');

/**
 * The window of the same length that ends directly before this one. Bounds include the whole of their last
 * millisecond, so that a window of n days has one of n days before it. It is cut off at the year 1.
 */
export function previousWindow({ date_gte, date_lte }: Window): Window {
  const startMs = Date.parse(date_gte);
  const lengthMs = Date.parse(date_lte) - startMs + 1;
  return { date_gte: writtenInstant(startMs - lengthMs), date_lte: writtenInstant(startMs - 1) };
}

function writtenInstant(ms: number): string {
  return new Date(Math.max(ms, EARLIEST_MS)).toISOString();
}
