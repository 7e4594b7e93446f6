import { DebriefError, RECORDING_NOT_FAILED, RECORDING_NOT_FOUND } from '@debrief/contracts/errors';
import { retryRecording as operation } from '@debrief/contracts/operations/ingest';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { knownIntegrations } from './known-integrations.ts';
import { recordingState } from './recording-state-view.ts';
import { queuedAgain } from './requeue.ts';

/** Queues FAILED recordings again as they were submitted; `queued` hears of it so that work starts at once. */
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
        update recordings as r set ${queuedAgain}
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
