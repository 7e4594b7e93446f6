import { listIntegrations as operation } from '@debrief/contracts/operations/directory-access';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { integrationColumns, integrationView } from './integration-view.ts';

/** Asked by operators only, one at a time, so each item is a query of its own. */
export function listIntegrations(db: Kysely<Tables>): OperationHandler {
  return handle(operation, (items) =>
    Promise.all(
      items.map(async ({ input }) => {
        const query = db
          .selectFrom('integrations')
          .select(integrationColumns)
          .orderBy('created_date')
          .orderBy('id');
        const { organization_id: organization } = input;
        const rows = await (organization === undefined
          ? query
          : query.where('organization_id', '=', organization)
        ).execute();
        return { ok: { data: rows.map(integrationView) } };
      }),
    ),
  );
}
