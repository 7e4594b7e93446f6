import type { UserChanged } from '@debrief/contracts/events/directory';
import { isUserErased } from '@debrief/database/erasures';
import { sql } from 'kysely';
import type { Agents, Db } from './tables.ts';

/** What is kept of an agent. */
export function agentOf({ integration_id, user_id, version, team_ids }: UserChanged): Agents {
  return { integration_id, user_id, version, team_ids };
}

/** Keeps the newest state of an agent, in any order of its changes, also repeated ones. */
export async function recordAgent(db: Db, change: UserChanged): Promise<void> {
  const agent = agentOf(change);
  if (change.removed === true) {
    await db
      .deleteFrom('agents')
      .where('integration_id', '=', agent.integration_id)
      .where('user_id', '=', agent.user_id)
      .execute();
    return;
  }
  const { version, team_ids } = agent;
  await db
    .insertInto('agents')
    .columns(['integration_id', 'user_id', 'version', 'team_ids'])
    .expression(
      // An event may be older than the removal of its user.
      sql`select r.* from json_populate_record(null::agents, ${JSON.stringify(agent)}::json) r
        where not ${isUserErased('user_id')}`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'user_id'])
        .doUpdateSet({ version, team_ids })
        .whereRef('agents.version', '<', 'excluded.version'),
    )
    .execute();
}
