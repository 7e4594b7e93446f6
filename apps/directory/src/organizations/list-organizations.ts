import { listOrganizations as operation } from '@debrief/contracts/operations/directory-access';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { organizationColumns, organizationView } from './organization-view.ts';

export function listOrganizations(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async () => {
    const rows = await db
      .selectFrom('organizations')
      .select(organizationColumns)
      .orderBy('created_date')
      .orderBy('id')
      .execute();
    return { ok: { data: rows.map(organizationView) } };
  });
}
