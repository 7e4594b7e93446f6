import { listIntegrations as operation } from '@debrief/contracts/operations/directory-access';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { integrationColumns, integrationView } from './integration-view.ts';

export function listIntegrations(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input: { organization_id } }) => {
    const rows = await db
      .selectFrom('integrations')
      .select(integrationColumns)
      .$if(organization_id !== undefined, (query) =>
        query.where('organization_id', '=', organization_id as string),
      )
      .orderBy('created_date')
      .orderBy('id')
      .execute();
    return { ok: { data: rows.map(integrationView) } };
  });
}
