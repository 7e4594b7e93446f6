import { DebriefError, INTEGRATION_NOT_FOUND } from '@debrief/contracts/errors';
import { createTeam as operation } from '@debrief/contracts/operations/directory-teams';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type Selectable, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';
import { teamView } from './team-view.ts';

export function createTeam(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const ids = items.map(() => uuidv7());
    const { rows } = await sql<Selectable<Tables['teams']>>`
      insert into teams (integration_id, id, name)
      select item.integration_id, item.id, item.name
      from unnest(
        ${items.map(({ input }) => input.integration_id)}::uuid[],
        ${ids}::uuid[],
        ${items.map(({ input }) => input.name)}::text[]
      ) as item (integration_id, id, name)
      join integrations on integrations.id = item.integration_id
      returning integration_id, id, name, created_date
    `.execute(db);
    const byId = new Map(rows.map((row) => [row.id, teamView(row)]));
    return ids.map((id) => {
      const team = byId.get(id);
      return team === undefined ? { error: new DebriefError(INTEGRATION_NOT_FOUND) } : { ok: team };
    });
  });
}
