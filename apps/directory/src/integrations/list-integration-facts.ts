import { listIntegrationFacts as operation } from '@debrief/contracts/operations/facts';
import { FACTS_LIMIT, factsJson, ofFacts } from '@debrief/database/facts';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { integrationColumns, integrationFact } from './integration-view.ts';

export function listIntegrationFacts(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input }) => {
    const rows = await db
      .selectFrom('integrations')
      .select(integrationColumns)
      .where(ofFacts(input, ['integrations.id']))
      .orderBy('id')
      .limit(FACTS_LIMIT)
      .execute();
    return {
      json: factsJson(
        rows.map((row) => ({
          integration_id: row.id,
          id: row.id,
          body: JSON.stringify(integrationFact(row)),
        })),
      ),
    };
  });
}
