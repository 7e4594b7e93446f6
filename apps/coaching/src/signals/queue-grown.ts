import { addJobCall } from '@debrief/database/jobs';
import type { Round } from '@debrief/database/loop';
import { transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { refreshJob, refreshKey } from './refresh-job.ts';
import { GROWTH, LEAST_CALLS, LEAST_WORDS } from './refresh-signal.ts';

const AGENTS_AT_ONCE = 500;

/**
 * Adds a job for each agent whose speech has grown enough for a signal, or for a new one. A job for each analysed call
 * took two thirds of the database's time for storing it.
 */
export function queueGrown(db: Db): Promise<Round> {
  return transaction(db, async function addJobs(tx) {
    const { rows: agents } = await sql<{ integration_id: string; user_id: string }>`
      delete from grown_speech where ctid = any (array(
        select ctid from grown_speech
        order by integration_id, user_id
        limit ${AGENTS_AT_ONCE}
        for update skip locked
      ))
      returning integration_id, user_id
    `.execute(tx);
    if (agents.length === 0) return 'done';
    // A statement of its own: it sees what was committed before the notes were locked.
    await sql`
      with due as (
        select integration_id, user_id
        from unnest(
          ${agents.map(({ integration_id }) => integration_id)}::uuid[],
          ${agents.map(({ user_id }) => user_id)}::uuid[]
        ) as agent (integration_id, user_id)
        cross join lateral (
          select count(*) as calls, sum(words) as words from speech
          where speech.integration_id = agent.integration_id and speech.user_id = agent.user_id and words > 0
        ) amount
        left join signals using (integration_id, user_id)
        where amount.calls >= ${LEAST_CALLS} and amount.words >= ${LEAST_WORDS}
          and (signals.words is null or amount.words >= signals.words * ${GROWTH}::float8)
      )
      select ${addJobCall(refreshJob, {
        payload: sql`json_build_object('integration_id', integration_id, 'user_id', user_id)`,
        key: refreshKey(sql`integration_id`, sql`user_id`),
      })}
      from due
    `.execute(tx);
    return agents.length === AGENTS_AT_ONCE ? 'more' : 'done';
  });
}
