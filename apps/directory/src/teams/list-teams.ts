import { listTeams as operation } from '@debrief/contracts/operations/directory-teams';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { teamView } from './team-view.ts';

export function listTeams(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const asked = items.map(({ input }) => input.integration_id.toLowerCase());
    const rows = await db
      .selectFrom('teams')
      .selectAll()
      .where('integration_id', 'in', asked)
      .orderBy('created_date')
      .orderBy('id')
      .execute();
    return asked.map((id) => ({
      ok: { data: rows.filter(({ integration_id }) => integration_id === id).map(teamView) },
    }));
  });
}
