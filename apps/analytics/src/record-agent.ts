import type { UserChanged } from '@debrief/contracts/events/directory';
import type { Agents, Db } from './tables.ts';

/** What is kept of an agent. */
export function agentOf({ integration_id, user_id, version, team_ids }: UserChanged): Agents {
  return { integration_id, user_id, version, team_ids };
}

/** Keeps the newest state of an agent, in any order of its changes, also repeated ones. */
export async function recordAgent(db: Db, change: UserChanged): Promise<void> {
  const agent = agentOf(change);
  const { version, team_ids } = agent;
  await db
    .insertInto('agents')
    .values(agent)
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'user_id'])
        .doUpdateSet({ version, team_ids })
        .whereRef('agents.version', '<', 'excluded.version'),
    )
    .execute();
}
