import type { InputOf } from '@debrief/contracts/define';
import { getQueue as operation } from '@debrief/contracts/operations/ingest';
import { isoInstant } from '@debrief/database/instants';
import { handle } from '@debrief/messaging/serve';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../tables.ts';
import { openIntegrations } from './recording-lookup.ts';
import { waitsFor } from './recording-state-view.ts';

/** Of an integration with more recordings in a state, the oldest are looked at. */
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
        ? openIntegrations
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

/** The unfinished recordings of `integration`: the oldest of each state, up to a limit, by the index of that state. */
function unfinished(limit: number): RawBuilder<unknown> {
  const mine = sql`select r.* from recordings r where r.integration_id = integration.integration_id`;
  return sql`
    (${mine} and r.claimed_at is null and r.transcribed_at is null and r.finished_at is null
      order by r.queued_at, r.id limit ${limit})
    union all
    (${mine} and r.transcribed_at is not null and r.finished_at is null order by r.transcribed_at limit ${limit})
    union all
    (${mine} and r.claimed_at is not null)
  `;
}

function summary(countedTo: number): RawBuilder<unknown> {
  const seconds = (column: string) =>
    sql`round(greatest(extract(epoch from clock_timestamp() - ${sql.ref(column)}), 0), 1)`;
  return sql`
    with r as (
      select r.id, r.status, r.status_since, r.queued_at, ${waitsFor} as waits_for,
        case
          when r.transcribed_at is not null and r.analysis_requests > 1 then 'stuck'
          when r.transcribed_at is not null or r.claimed_at is not null then 'running'
          when r.waits_for is not null then 'stuck'
          else 'waiting'
        end as state
      from (${unfinished(countedTo)}) r
    )
    select integration.integration_id,
      (select count(*) from r where state = 'waiting') as waiting,
      (select count(*) from r where state = 'running') as running,
      (select count(*) from r where state = 'stuck') as stuck,
      (
        select row_to_json(first) from (
          select id, status, ${isoInstant('r.queued_at')} as queued_at, ${seconds('r.queued_at')} as age_seconds
          from r order by r.queued_at, id limit 1
        ) first
      ) as oldest,
      (
        select coalesce(json_agg(reason), '[]') from (
          select waits_for, recordings, ${seconds('since')} as longest_seconds
          from (
            select waits_for, count(*) as recordings, min(status_since) as since
            from r where waits_for is not null group by waits_for
          ) counted
          order by recordings desc
        ) reason
      ) as reasons
  `;
}
