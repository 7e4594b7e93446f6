import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, TEAM_NOT_FOUND, USER_NOT_FOUND } from '@debrief/contracts/errors';
import {
  assignTeam as assignOperation,
  unassignTeam as unassignOperation,
} from '@debrief/contracts/operations/directory-teams';
import type { Tx } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { retryTransaction } from '../retry-lost-race.ts';
import type { Tables } from '../tables.ts';
import { storeUser } from '../users/store-user.ts';

type Membership = InputOf<typeof assignOperation>;
type Change = (teamIds: string[], teamId: string) => string[];

export function assignTeam(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handleWrite(assignOperation, async ({ input }) => {
    const ok = await retryTransaction(db, (tx) => changeMembership(tx, input, withTeam));
    wakeOutbox();
    return { ok };
  });
}

export function unassignTeam(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handleWrite(unassignOperation, async ({ input }) => {
    const ok = await retryTransaction(db, (tx) => changeMembership(tx, input, withoutTeam));
    wakeOutbox();
    return { ok };
  });
}

export const withTeam: Change = (teamIds, teamId) =>
  teamIds.includes(teamId) ? teamIds : [...teamIds, teamId];
export const withoutTeam: Change = (teamIds, teamId) => teamIds.filter((each) => each !== teamId);

export async function changeMembership(tx: Tx<Tables>, input: Membership, change: Change) {
  // The contract takes UUIDs in any case; the reply and the comparison with team_ids need them as Postgres writes them.
  const integration_id = input.integration_id.toLowerCase();
  const team_id = input.team_id.toLowerCase();
  const user_id = input.user_id.toLowerCase();
  const user = await tx
    .selectFrom('users')
    .select('team_ids')
    .where('integration_id', '=', integration_id)
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new DebriefError(USER_NOT_FOUND);
  const team = await tx
    .selectFrom('teams')
    .select('id')
    .where('integration_id', '=', integration_id)
    .where('id', '=', team_id)
    .executeTakeFirst();
  if (team === undefined) throw new DebriefError(TEAM_NOT_FOUND);
  const team_ids = change(user.team_ids, team_id);
  if (team_ids.length !== user.team_ids.length) {
    await storeUser(tx, { integrationId: integration_id, id: user_id, columns: { team_ids } });
  }
  return { integration_id, user_id, team_ids };
}
