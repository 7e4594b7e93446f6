import type { UserChanged } from '@debrief/contracts/events/directory';
import type { Db } from './tables.ts';

/** Keeps the newest state of an agent, in any order of its changes, also repeated ones. */
export async function recordAgent(db: Db, change: UserChanged): Promise<void> {
  const { integration_id, user_id, version, team_ids } = change;
  await db
    .insertInto('agents')
    .values({ integration_id, user_id, version, team_ids })
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'user_id'])
        .doUpdateSet({ version, team_ids })
        .whereRef('agents.version', '<', 'excluded.version'),
    )
    .execute();
}
