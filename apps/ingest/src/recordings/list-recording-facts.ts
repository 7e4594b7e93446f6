import { listRecordingFacts as operation } from '@debrief/contracts/operations/facts';
import { FACTS_LIMIT, factsJson, ofFacts } from '@debrief/database/facts';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { recordingContext } from './recording-context.ts';

export function listRecordingFacts(db: Db): OperationHandler {
  return handleEach(operation, async ({ input }) => {
    const { rows } = await sql<{ body: string; integration_id: string; id: string }>`
      select json_build_object('recording', ${recordingContext}, 'status', r.status, 'error', r.error)::text as body,
        r.integration_id, r.id
      from recordings r
      where ${ofFacts(input, ['r.integration_id', 'r.id'])}
      order by r.integration_id, r.id
      limit ${FACTS_LIMIT}
    `.execute(db);
    return { json: factsJson(rows) };
  });
}
