import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, INTEGRATION_NOT_FOUND } from '@debrief/contracts/errors';
import { createTeam as operation, type Team } from '@debrief/contracts/operations/directory-teams';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type Selectable, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';
import { teamView } from './team-view.ts';

export function createTeam(db: Kysely<Tables>): OperationHandler {
  return handleWrite(operation, async ({ input }) => ({ ok: await insertTeam(db, input) }));
}

export async function insertTeam(
  db: Kysely<Tables>,
  { integration_id, name }: InputOf<typeof operation>,
): Promise<Team> {
  const { rows } = await sql<Selectable<Tables['teams']>>`
    insert into teams (integration_id, id, name)
    select id, ${uuidv7()}::uuid, ${name}::text from integrations where id = ${integration_id}
    returning integration_id, id, name, created_date
  `.execute(db);
  const [team] = rows;
  if (team === undefined) throw new DebriefError(INTEGRATION_NOT_FOUND);
  return teamView(team);
}
