import { type RawBuilder, sql } from 'kysely';

/** Puts a FAILED row `r` of the recordings at the end of its integration's queue, as a new attempt with all tries left. */
export const queuedAgain: RawBuilder<unknown> = sql`
  status = 'QUEUED', progress = 0, error = null,
  attempt = r.attempt + 1, tries = 1, queued_at = clock_timestamp(),
  released_at = null, started_at = null, lease_until = null,
  transcribed_at = null, analyzed_at = null, finished_at = null
`;
