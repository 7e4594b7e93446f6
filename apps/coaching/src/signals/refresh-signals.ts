import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { refreshSignals as operation } from '@debrief/contracts/operations/signals';
import { addJobCall } from '@debrief/database/jobs';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { Item } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { findAgent } from './find-agent.ts';
import { checkLeftOut } from './left-out.ts';
import { refreshJob, refreshKey } from './refresh-job.ts';

export function refreshSignals(db: Db) {
  const answer = async ({ input: { integration_id, user } }: Item<typeof operation>) => {
    if (user === undefined) await checkLeftOut(db, integration_id, null);
    if (user === undefined) return { ok: { agents: await queueRefreshes(db, integration_id, null) } };
    const agent = await findAgent(db, integration_id, user);
    if (agent === null) throw new DebriefError(USER_NOT_FOUND);
    await checkLeftOut(db, integration_id, agent.user_id);
    return { ok: { agents: await queueRefreshes(db, integration_id, agent.user_id) } };
  };
  return handleWrite(operation, answer);
}

/** @param userId null: all agents with speech. @returns how many. */
async function queueRefreshes(db: Db, integrationId: string, userId: string | null): Promise<number> {
  const integration = sql`${integrationId}::uuid`;
  const added = addJobCall(refreshJob, {
    payload: sql`json_build_object('integration_id', ${integration}, 'user_id', agent.user_id, 'is_asked', true)`,
    key: refreshKey(integration, sql`agent.user_id`),
  });
  const { rows } = await sql<{ agents: number }>`
    with agent as (
      select distinct user_id from speech
      where integration_id = ${integration} and words > 0 and (${userId}::uuid is null or user_id = ${userId}::uuid)
      order by user_id
    ),
    added as (select ${added} from agent)
    select count(*)::integer as agents from added
  `.execute(db);
  return rows[0]?.agents ?? 0;
}
