import {
  listTeams as operation,
  listOwnTeams as ownOperation,
} from '@debrief/contracts/operations/directory-teams';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { teamColumns, teamView } from './team-view.ts';

export function listTeams(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input }) => ({ ok: await teamsOf(db, input.integration_id) }));
}

export function listOwnTeams(db: Kysely<Tables>): OperationHandler {
  return handleEach(ownOperation, async ({ caller }) => ({ ok: await teamsOf(db, caller.integration_id) }));
}

async function teamsOf(db: Kysely<Tables>, integrationId: string) {
  const rows = await db
    .selectFrom('teams')
    .select(teamColumns)
    .where('integration_id', '=', integrationId)
    .orderBy('created_date')
    .orderBy('id')
    .execute();
  return { data: rows.map(teamView) };
}
