import { listMembers as operation } from '@debrief/contracts/operations/directory-members';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { findMembers } from './member-view.ts';

export function listMembers(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input: { organization_id, integration_id } }) => {
    const conditions = [
      organization_id === undefined ? sql`true` : sql`m.organization_id = ${organization_id}`,
      integration_id === undefined ? sql`true` : sql`m.integration_id = ${integration_id}`,
    ];
    return { ok: { data: await findMembers(db, sql.join(conditions, sql` and `)) } };
  });
}
