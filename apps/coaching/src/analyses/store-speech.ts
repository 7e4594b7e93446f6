import { addJobCall } from '@debrief/database/jobs';
import { sql } from 'kysely';
import { refreshJob, refreshKey } from '../signals/refresh-job.ts';

/** Calls of one agent that are analysed together make one job; seconds. */
const TOGETHER = 5;

/**
 * Stores the speech of the analyses `stored` of `result`, and adds a job for each agent. The time of the job is rounded
 * up: adding a job again replaces it, and one that moved with each call would never run. A statement must select from
 * `refreshed`, or Postgres adds no job.
 */
export const speechOfStored = sql`
  spoken as (
    insert into speech (integration_id, recording_id, user_id, occurred_at, words, indicators, quotes)
    select integration_id, recording_id, user_id, occurred_at, words, indicators, quotes
    from result join ended using (ord) join stored using (integration_id, recording_id)
    where kind = 'call'
    order by integration_id, recording_id
    on conflict (integration_id, recording_id) do update set
      user_id = excluded.user_id, occurred_at = excluded.occurred_at, words = excluded.words,
      indicators = excluded.indicators, quotes = excluded.quotes
    returning integration_id, user_id, words
  ),
  refreshed as (
    select ${addJobCall(refreshJob, {
      payload: sql`json_build_object('integration_id', agent.integration_id, 'user_id', agent.user_id)`,
      key: refreshKey(sql`agent.integration_id`, sql`agent.user_id`),
      runAt: sql`to_timestamp(ceil(extract(epoch from clock_timestamp()) / ${TOGETHER}) * ${TOGETHER})`,
    })}
    -- In one order, so that two batches with agents in common cannot deadlock.
    from (select distinct integration_id, user_id from spoken where words > 0 order by 1, 2) agent
  )
`;
