import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { refreshSignals as operation } from '@debrief/contracts/operations/coaching';
import { addJobCall } from '@debrief/database/jobs';
import { handleEach } from '@debrief/messaging/handle-each';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { findAgent } from './find-agent.ts';
import { refreshJob, refreshKey } from './refresh-job.ts';

export function refreshSignals(db: Db) {
  return handleEach(operation, async ({ input: { integration_id, user } }) => {
    const agent = user === undefined ? null : await findAgent(db, integration_id, user);
    if (user !== undefined && agent === null) throw new DebriefError(USER_NOT_FOUND);
    const { rows } = await sql<{ agents: number }>`
      with agent as (
        select distinct user_id from speech
        where integration_id = ${integration_id} and words > 0
          and (${agent === null} or user_id = ${agent?.user_id ?? null}::uuid)
      ),
      added as (
        select ${addJobCall(refreshJob, {
          payload: sql`json_build_object(
            'integration_id', ${integration_id}::uuid, 'user_id', agent.user_id, 'is_asked', true
          )`,
          key: refreshKey(sql`${integration_id}::uuid`, sql`agent.user_id`),
        })}
        from agent
      )
      select count(*)::integer as agents from added
    `.execute(db);
    return { ok: { agents: rows[0]?.agents ?? 0 } };
  });
}
