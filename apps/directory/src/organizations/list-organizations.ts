import { listOrganizations as operation } from '@debrief/contracts/operations/directory-access';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { organizationColumns, organizationView } from './organization-view.ts';

export function listOrganizations(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const rows = await db
      .selectFrom('organizations')
      .select(organizationColumns)
      .orderBy('created_date')
      .orderBy('id')
      .execute();
    const data = rows.map(organizationView);
    return items.map(() => ({ ok: { data } }));
  });
}
