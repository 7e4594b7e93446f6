import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isoInstant } from './instants.ts';

export interface QueueReport {
  /** Only of this one; undefined: of those with the oldest work. */
  integrationId: string | undefined;
  /** The most integrations. */
  limit: number;
  /** Of an integration with more in a state, the oldest are looked at. */
  countedTo: number;
  /** `integration (integration_id)`: those with unfinished rows; see `integrationsWith`. */
  integrations: RawBuilder<unknown>;
  /**
   * The unfinished rows of `integration`, of each state the oldest up to a limit: a query of id, queued_at, state
   * (waiting, running or stuck), waits_for (what is counted as a reason, or null), since, and the columns `shown`.
   */
  unfinished: (limit: number) => RawBuilder<unknown>;
  /** Columns of an integration's oldest row, besides its age. */
  shown: RawBuilder<unknown>;
}

/** What waits, runs and is stuck in each integration, as JSON text. */
export async function queueReport<T>(db: Kysely<T>, o: QueueReport): Promise<string> {
  const { rows } = await sql<{ queue: string }>`
    with recursive ${
      o.integrationId === undefined
        ? o.integrations
        : sql`integration as (select ${o.integrationId}::uuid as integration_id)`
    },
    oldest as (
      select integration.integration_id, min(r.queued_at) as queued_at
      from integration, lateral (${o.unfinished(1)}) r
      group by integration.integration_id
      order by queued_at
      limit ${o.limit + 1}
    )
    select row_to_json(queue)::text as queue
    from oldest integration, lateral (${queueOf(o)}) queue
    order by integration.queued_at
  `.execute(db);
  const queues = rows.slice(0, o.limit).map(({ queue }) => queue);
  return `{"integrations":[${queues.join(',')}],"more":${rows.length > o.limit},"counted_to":${o.countedTo}}`;
}

function queueOf({ unfinished, countedTo, shown }: QueueReport): RawBuilder<unknown> {
  const seconds = (column: string) =>
    sql`round(greatest(extract(epoch from clock_timestamp() - ${sql.ref(column)}), 0), 1)`;
  return sql`
    with r as (${unfinished(countedTo)})
    select integration.integration_id,
      (select count(*) from r where state = 'waiting') as waiting,
      (select count(*) from r where state = 'running') as running,
      (select count(*) from r where state = 'stuck') as stuck,
      (
        select row_to_json(first) from (
          select ${shown}, ${isoInstant('r.queued_at')} as queued_at, ${seconds('r.queued_at')} as age_seconds
          from r order by r.queued_at, r.id limit 1
        ) first
      ) as oldest,
      (
        select coalesce(json_agg(reason), '[]') from (
          select waits_for, recordings, ${seconds('since')} as longest_seconds
          from (
            select waits_for, count(*) as recordings, min(since) as since
            from r where waits_for is not null group by waits_for
          ) counted
          order by recordings desc
        ) reason
      ) as reasons
  `;
}
