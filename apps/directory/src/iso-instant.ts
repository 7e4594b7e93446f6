/** An instant as Postgres gives it, with microseconds, in the form JSON shows: `2026-11-20T10:00:00.123Z`. */
export function isoInstant(instant: string): string {
  return new Date(instant).toISOString();
}
