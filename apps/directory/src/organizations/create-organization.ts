import { createOrganization as operation } from '@debrief/contracts/operations/directory-access';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';
import { organizationColumns, organizationView } from './organization-view.ts';

export function createOrganization(db: Kysely<Tables>): OperationHandler {
  return handleWrite(operation, async ({ input }) => {
    const row = await db
      .insertInto('organizations')
      .values({ id: uuidv7(), name: input.name })
      .returning(organizationColumns)
      .executeTakeFirstOrThrow();
    return { ok: organizationView(row) };
  });
}
