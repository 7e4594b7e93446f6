import type { RecordingContext } from '@debrief/contracts/events/recording';
import { type RawBuilder, sql } from 'kysely';

interface Result {
  readonly recording: RecordingContext;
}

/**
 * `due (integration_id, id, ord)`: the recordings whose present attempt these results belong to and for which
 * `condition` still holds, locked. Other results are late, repeated or stale. Locked in one order, so that two batches
 * with recordings in common cannot deadlock. A recording that is twice in a batch is two rows here, of which an update
 * uses one.
 */
export function dueRecordings(
  results: readonly Result[],
  condition: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    due as (
      select r.integration_id, r.id, result.ord
      from unnest(
        ${results.map(({ recording }) => recording.integration_id)}::uuid[],
        ${results.map(({ recording }) => recording.recording_id)}::uuid[],
        ${results.map(({ recording }) => recording.attempt)}::integer[]
      ) with ordinality as result (integration_id, id, attempt, ord)
      join recordings r
        on r.integration_id = result.integration_id and r.id = result.id and r.attempt = result.attempt
      where r.finished_at is null and ${condition}
      order by r.integration_id, r.id, result.ord
      for update of r
    )
  `;
}
