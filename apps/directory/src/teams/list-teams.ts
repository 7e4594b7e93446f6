import { listTeams as operation } from '@debrief/contracts/operations/directory-teams';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { teamColumns, teamView } from './team-view.ts';

export function listTeams(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input }) => {
    const rows = await db
      .selectFrom('teams')
      .select(teamColumns)
      .where('integration_id', '=', input.integration_id)
      .orderBy('created_date')
      .orderBy('id')
      .execute();
    return { ok: { data: rows.map(teamView) } };
  });
}
