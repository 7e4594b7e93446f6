import { listUserFacts as operation } from '@debrief/contracts/operations/facts';
import { FACTS_LIMIT, factsJson, ofFacts } from '@debrief/database/facts';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { userFact } from './user-changed.ts';

export function listUserFacts(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input }) => {
    const { rows } = await sql<{ body: string; integration_id: string; id: string }>`
      select row_to_json(fact)::text as body, r.integration_id, r.id
      from users r
      cross join lateral (${userFact('r')}) fact
      where ${ofFacts(input, ['r.integration_id', 'r.id'])}
      order by r.integration_id, r.id
      limit ${FACTS_LIMIT}
    `.execute(db);
    return { json: factsJson(rows) };
  });
}
