import type { InputOf } from '@debrief/contracts/define';
import { getQueue as operation } from '@debrief/contracts/operations/coaching';
import { isoInstant } from '@debrief/database/instants';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/** Of an integration with more that waits, the oldest are looked at. */
const COUNTED_TO = 10_000;

/** An operator's operation: one statement an item, one after another. */
export function getQueue(db: Db, { countedTo = COUNTED_TO }: { countedTo?: number } = {}) {
  return handle(operation, async (items) => {
    const outcomes: { json: string }[] = [];
    for (const { input } of items) outcomes.push({ json: await queueJson(db, input, countedTo) });
    return outcomes;
  });
}

async function queueJson(db: Db, input: InputOf<typeof operation>, countedTo: number): Promise<string> {
  const { integration_id: integrationId, limit } = input;
  const { rows } = await sql<{ queue: string }>`
    with recursive ${
      integrationId === undefined
        ? integrations
        : sql`integration as (select ${integrationId}::uuid as integration_id)`
    },
    oldest as (
      select integration.integration_id, min(r.queued_at) as queued_at
      from integration, lateral (${unfinished(1)}) r
      group by integration.integration_id
      order by queued_at
      limit ${limit + 1}
    )
    select row_to_json(queue)::text as queue
    from oldest integration, lateral (${summary(countedTo)}) queue
    order by integration.queued_at
  `.execute(db);
  const queues = rows.slice(0, limit).map(({ queue }) => queue);
  return `{"integrations":[${queues.join(',')}],"more":${rows.length > limit},"counted_to":${countedTo}}`;
}

/** The integrations that have work, found with one index probe each. */
const integrations = sql`
  integration as (
    (select integration_id from analyses_due order by integration_id limit 1)
    union all
    select (
      select r.integration_id from analyses_due r
      where r.integration_id > integration.integration_id order by r.integration_id limit 1
    )
    from integration where integration.integration_id is not null
  )
`;

/** The work of `integration`: the oldest that waits, up to a limit, and all that runs. */
function unfinished(limit: number) {
  const columns = sql`r.id, r.queued_at, r.claimed_at, r.waits_for, r.waiting_since`;
  return sql`
    (select ${columns} from analyses_due r
      where r.integration_id = integration.integration_id and r.claimed_at is null
      order by r.queued_at, r.id limit ${limit})
    union all
    (select ${columns} from analyses_due r
      where r.integration_id = integration.integration_id and r.claimed_at is not null)
  `;
}

function summary(countedTo: number) {
  const seconds = (column: string) =>
    sql`round(greatest(extract(epoch from clock_timestamp() - ${sql.ref(column)}), 0), 1)`;
  return sql`
    with r as (
      select id, queued_at, waits_for, waiting_since,
        case when claimed_at is not null then 'running' when waits_for is not null then 'stuck' else 'waiting' end
          as state
      from (${unfinished(countedTo)}) r
    )
    select integration.integration_id,
      (select count(*) from r where state = 'waiting') as waiting,
      (select count(*) from r where state = 'running') as running,
      (select count(*) from r where state = 'stuck') as stuck,
      (
        select row_to_json(first) from (
          select id, ${isoInstant('r.queued_at')} as queued_at, ${seconds('r.queued_at')} as age_seconds
          from r order by r.queued_at, id limit 1
        ) first
      ) as oldest,
      (
        select coalesce(json_agg(reason), '[]') from (
          select waits_for, recordings, ${seconds('since')} as longest_seconds
          from (
            select waits_for, count(*) as recordings, min(waiting_since) as since
            from r where state = 'stuck' group by waits_for
          ) counted
          order by recordings desc
        ) reason
      ) as reasons
  `;
}
