import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, TEAM_NOT_FOUND, USER_NOT_FOUND } from '@debrief/contracts/errors';
import type { assignTeam } from '@debrief/contracts/operations/directory-teams';
import type { Tx } from '@debrief/database/pool';
import type { Outcome } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { contestedTransaction } from '../contested.ts';
import type { Tables } from '../tables.ts';
import { storeUser } from '../users/store-user.ts';

type Membership = InputOf<typeof assignTeam>;
/** @returns the user's teams after it. */
type Change = (teamIds: string[], teamId: string) => string[];

/** Items are applied in their order. */
export async function changeMemberships(
  db: Kysely<Tables>,
  items: readonly { input: Membership }[],
  { change, wakeOutbox }: { change: Change; wakeOutbox: () => void },
): Promise<Outcome<typeof assignTeam>[]> {
  const memberships = items.map(({ input }) => ({
    integration_id: input.integration_id.toLowerCase(),
    team_id: input.team_id.toLowerCase(),
    user_id: input.user_id.toLowerCase(),
  }));
  const outcomes = await contestedTransaction(db, (tx) => applyAll(tx, memberships, change));
  wakeOutbox();
  return outcomes;
}

async function applyAll(tx: Tx<Tables>, memberships: readonly Membership[], change: Change) {
  const teamsOfUsers = await lockUsers(tx, memberships);
  const teams = await knownTeams(tx, memberships);
  const outcomes: Outcome<typeof assignTeam>[] = [];
  for (const { integration_id, team_id, user_id } of memberships) {
    const before = teamsOfUsers.get(integration_id + user_id);
    if (before === undefined) {
      outcomes.push({ error: new DebriefError(USER_NOT_FOUND) });
      continue;
    }
    if (!teams.has(integration_id + team_id)) {
      outcomes.push({ error: new DebriefError(TEAM_NOT_FOUND) });
      continue;
    }
    const team_ids = change(before, team_id);
    if (team_ids.length !== before.length) {
      await storeUser(tx, { integrationId: integration_id, id: user_id, columns: { team_ids } });
    }
    teamsOfUsers.set(integration_id + user_id, team_ids);
    outcomes.push({ ok: { integration_id, user_id, team_ids } });
  }
  return outcomes;
}

/** In the order in which submissions lock users. */
async function lockUsers(tx: Tx<Tables>, memberships: readonly Membership[]) {
  const { rows } = await sql<{ key: string; team_ids: string[] }>`
    select integration_id::text || id as key, team_ids
    from users
    where (integration_id, id) in (
      select * from unnest(
        ${memberships.map(({ integration_id }) => integration_id)}::uuid[],
        ${memberships.map(({ user_id }) => user_id)}::uuid[]
      )
    )
    order by integration_id, id
    for no key update
  `.execute(tx);
  return new Map(rows.map(({ key, team_ids }) => [key, team_ids]));
}

async function knownTeams(tx: Tx<Tables>, memberships: readonly Membership[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select integration_id::text || id as key
    from teams
    where (integration_id, id) in (
      select * from unnest(
        ${memberships.map(({ integration_id }) => integration_id)}::uuid[],
        ${memberships.map(({ team_id }) => team_id)}::uuid[]
      )
    )
  `.execute(tx);
  return new Set(rows.map(({ key }) => key));
}
