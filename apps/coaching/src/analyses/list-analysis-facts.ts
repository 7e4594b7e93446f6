import { listAnalysisFacts as operation } from '@debrief/contracts/operations/facts';
import { FACTS_LIMIT, factsJson, ofFacts } from '@debrief/database/facts';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/** Read from the bodies in Postgres, so that whole bodies do not leave it; the figures are those of recording.analyzed. */
export function listAnalysisFacts(db: Db): OperationHandler {
  return handleEach(operation, async ({ input }) => {
    const { rows } = await sql<{ body: string; integration_id: string; id: string }>`
      select
        json_build_object(
          'integration_id', r.integration_id, 'recording_id', r.recording_id, 'attempt', r.attempt, 'rating', r.rating,
          'outcomes', r.body #> '{disposition,outcomes}',
          'objections', coalesce(r.body #> '{objections,kinds}', '[]'),
          'conversation', r.body -> 'conversation'
        )::text as body,
        r.integration_id, r.recording_id as id
      from analyses r
      where ${ofFacts(input, ['r.integration_id', 'r.recording_id'])}
      order by r.integration_id, r.recording_id
      limit ${FACTS_LIMIT}
    `.execute(db);
    return { json: factsJson(rows) };
  });
}
