import { listAnalysisFacts as operation } from '@debrief/contracts/operations/facts';
import { FACTS_LIMIT, factsJson, ofFacts } from '@debrief/database/facts';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/** The figures of recording.analyzed. Each body is read once, and does not leave Postgres. */
export function listAnalysisFacts(db: Db): OperationHandler {
  return handleEach(operation, async ({ input }) => {
    const { rows } = await sql<{ body: string; integration_id: string; id: string }>`
      select
        json_build_object(
          'integration_id', r.integration_id, 'recording_id', r.recording_id, 'attempt', r.attempt, 'rerun_id', r.rerun_id,
          'rating', r.rating,
          'outcomes', part.disposition -> 'outcomes', 'objections', coalesce(part.objections -> 'kinds', '[]'),
          'conversation', part.conversation
        )::text as body,
        r.integration_id, r.recording_id as id
      from analyses r
      cross join lateral json_to_record(r.body) as part (disposition json, objections json, conversation json)
      where ${ofFacts(input, ['r.integration_id', 'r.recording_id'])}
      order by r.integration_id, r.recording_id
      limit ${FACTS_LIMIT}
    `.execute(db);
    return { json: factsJson(rows) };
  });
}
