import { rerunAnalyses as operation } from '@debrief/contracts/operations/ingest-queue';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../tables.ts';

/** Notes which recordings are to be judged again, of those whose transcripts are kept; a sweep emits their transcripts. The oldest call comes first. */
export function rerunAnalyses(db: Db): OperationHandler {
  return handleWrite(operation, async ({ input: { integration_id, since } }) => {
    const rerunId = uuidv7();
    const { numAffectedRows } = await sql`
      insert into reruns as known (integration_id, recording_id, rerun_id, requested_at)
      select r.integration_id, r.id, ${rerunId}::uuid,
        clock_timestamp() + row_number() over (order by coalesce(r.occurred_at, r.created_date)) * interval '1 us'
      from recordings r
      where r.integration_id = ${integration_id} and r.status = 'COMPLETED'
        and coalesce(r.occurred_at, r.created_date) >= ${since}::timestamptz
        and exists (
          select from transcripts t where t.integration_id = r.integration_id and t.recording_id = r.id
        )
      on conflict (integration_id, recording_id) do update set
        rerun_id = excluded.rerun_id, requested_at = excluded.requested_at, requests = 0, due_at = null
    `.execute(db);
    return { ok: { rerun_id: rerunId, recordings: Number(numAffectedRows ?? 0) } };
  });
}
