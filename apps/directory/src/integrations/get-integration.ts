import { DebriefError, INTEGRATION_NOT_FOUND } from '@debrief/contracts/errors';
import { getIntegration as operation } from '@debrief/contracts/operations/directory-access';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { integrationColumns, integrationView } from './integration-view.ts';

export function getIntegration(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    // As Postgres writes them, because the rows are looked up by them.
    const ids = items.map(({ input }) => input.id.toLowerCase());
    const rows = await db
      .selectFrom('integrations')
      .select(integrationColumns)
      .where('id', 'in', ids)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, integrationView(row)]));
    return ids.map((id) => {
      const integration = byId.get(id);
      return integration === undefined
        ? { error: new DebriefError(INTEGRATION_NOT_FOUND) }
        : { ok: integration };
    });
  });
}
