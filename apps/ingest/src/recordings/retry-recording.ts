import { DebriefError, RECORDING_NOT_FAILED, RECORDING_NOT_FOUND } from '@debrief/contracts/errors';
import { retryRecording as operation } from '@debrief/contracts/operations/ingest';
import { handle } from '@debrief/messaging/serve';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../tables.ts';
import { knownIntegrations } from './recording-lookup.ts';
import { recordingState } from './recording-state-view.ts';

/** Sets a FAILED row `r` to the end of its integration's queue, as a new attempt with all tries left. */
export const requeued: RawBuilder<unknown> = sql`
  status = 'QUEUED', progress = 0, error = null,
  attempt = r.attempt + 1, tries = 1, queued_at = clock_timestamp(),
  released_at = null, started_at = null, lease_until = null,
  transcribed_at = null, analyzed_at = null, finished_at = null
`;

/** Queues FAILED recordings again as they were submitted. Calls `queued`, so that work starts at once. */
export function retryRecording(db: Db, queued: () => void) {
  return handle(operation, async (items) => {
    const { rows } = await sql<{ found: boolean; state: string | null }>`
      with recursive ${knownIntegrations},
      found as (
        select item.ord, r.integration_id, r.id
        from unnest(${items.map(({ input }) => input.id)}::uuid[]) with ordinality as item (id, ord)
        left join (
          integration join recordings r on r.integration_id = integration.integration_id
        ) on r.id = item.id
      ),
      r as (
        update recordings as r set ${requeued}
        where (r.integration_id, r.id) in (select integration_id, id from found) and r.status = 'FAILED'
        returning r.*
      )
      select found.id is not null as found, case when r.id is not null then ${recordingState} end as state
      from found
      left join r using (integration_id, id)
      order by found.ord
    `.execute(db);
    queued();
    return rows.map(({ found, state }) => {
      if (state !== null) return { json: state };
      return { error: new DebriefError(found ? RECORDING_NOT_FAILED : RECORDING_NOT_FOUND) };
    });
  });
}
