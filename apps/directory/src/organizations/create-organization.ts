import { createOrganization as operation } from '@debrief/contracts/operations/directory-access';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';
import { organizationColumns, organizationView } from './organization-view.ts';

export function createOrganization(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const rows = items.map(({ input }) => ({ id: uuidv7(), name: input.name }));
    const created = await db
      .insertInto('organizations')
      .values(rows)
      .returning(organizationColumns)
      .execute();
    // A multi-row insert answers its rows in their order.
    return created.map((row) => ({ ok: organizationView(row) }));
  });
}
