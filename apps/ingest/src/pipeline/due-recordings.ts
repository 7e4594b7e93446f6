import { type RawBuilder, sql } from 'kysely';

export interface AttemptKey {
  readonly integration_id: string;
  readonly recording_id: string;
  readonly attempt: number;
}

/**
 * `due (integration_id, id, ord)`: the recordings whose present attempt these are and for which `condition` still
 * holds, locked. Other results are late, repeated or stale. Locked in one order, so that two batches with recordings in
 * common cannot deadlock. A recording that is twice in a batch is two rows here, of which an update uses one.
 */
export function dueRecordings(
  items: readonly AttemptKey[],
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`
    due as (
      select r.integration_id, r.id, result.ord
      from unnest(
        ${items.map(({ integration_id }) => integration_id)}::uuid[],
        ${items.map(({ recording_id }) => recording_id)}::uuid[],
        ${items.map(({ attempt }) => attempt)}::integer[]
      ) with ordinality as result (integration_id, id, attempt, ord)
      join recordings r
        on r.integration_id = result.integration_id and r.id = result.id and r.attempt = result.attempt
      where r.finished_at is null and ${condition}
      order by r.integration_id, r.id, result.ord
      for update of r
    )
  `;
}

/** Only its analysis is missing. */
export const isAnalyzing: RawBuilder<boolean> = sql`r.transcribed_at is not null`;
