import { sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Db } from '../tables.ts';
import type { DispatchSettings } from './dispatch-settings.ts';
import type { Work } from './work-messages.ts';

/**
 * Gives waiting recordings the free places of their integrations: oldest first within an integration, and the
 * integration with the fewest in flight first, so that one with thousands waiting comes after another's first.
 * Integrations that wait are found with one index probe each, however long their queues are.
 */
export async function releaseWaiting(tx: Db, settings: DispatchSettings): Promise<Work[]> {
  const { rows } = await sql<Work>`
    with recursive waiting as (
      (
        select integration_id from recordings where released_at is null and finished_at is null
        order by integration_id limit 1
      )
      union all
      select (
        select r.integration_id from recordings r
        where r.released_at is null and r.finished_at is null and r.integration_id > waiting.integration_id
        order by r.integration_id limit 1
      )
      from waiting where waiting.integration_id is not null
    ),
    busy as (
      select integration_id, count(*) as recordings from recordings
      where released_at is not null and finished_at is null
      group by integration_id
    ),
    due as (
      select oldest.integration_id, oldest.id, coalesce(busy.recordings, 0) + oldest.ord as ord
      from waiting
      left join busy on busy.integration_id = waiting.integration_id
      cross join lateral (
        select r.integration_id, r.id, r.queued_at, row_number() over (order by r.queued_at, r.id) as ord
        from recordings r
        where r.integration_id = waiting.integration_id and r.released_at is null and r.finished_at is null
        order by r.queued_at, r.id
        limit greatest(${settings.inFlightPerIntegration} - coalesce(busy.recordings, 0), 0)
      ) oldest
      order by ord, oldest.queued_at, oldest.id
      limit ${settings.batchSize}
    ),
    r as (
      update recordings set released_at = now(), lease_until = ${settings.queuedLease}
      from due
      where recordings.integration_id = due.integration_id and recordings.id = due.id
      returning recordings.*, due.ord
    )
    select ${recordingContext} as recording, r.recording_url
    from r
    order by r.ord, r.queued_at, r.id
  `.execute(tx);
  return rows;
}
