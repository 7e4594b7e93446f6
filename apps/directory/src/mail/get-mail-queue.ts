import { getMailQueue as operation } from '@debrief/contracts/operations/directory-mails';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const COUNTED_TO = 10_000;

/**
 * The jobs that send e-mails. One that was postponed, for which a mail server is at fault, is due later than it was
 * changed; one that failed otherwise has an attempt that counts.
 */
export function getMailQueue(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async ({ input: { integration_id, limit } }) => {
    const { rows } = await sql<{ queue: string }>`
      with job as (
        select (payload ->> 'integration_id')::uuid as integration_id,
          coalesce(payload ->> 'invitation_id', payload ->> 'agenda_id', payload ->> 'link_id') as id,
          job.created_at, substr(task.identifier, length('send-') + 1) as kind,
          round(greatest(extract(epoch from now() - job.created_at), 0), 1) as age_seconds,
          job.locked_at is not null as is_running,
          case when attempts > (job.locked_at is not null)::integer then 'failed'
            when run_at > job.updated_at then 'mail_server' end as waits_for
        from directory_jobs._private_jobs job
        join directory_jobs._private_tasks task on task.id = job.task_id
        where task.identifier like 'send-%'
          and (payload ->> 'integration_id' = ${integration_id ?? null}::text or ${integration_id === undefined})
        order by job.created_at
        limit ${COUNTED_TO}
      )
      select row_to_json(queue)::text as queue from (
        select integration_id,
          count(*) filter (where waits_for is null and not is_running) as waiting,
          count(*) filter (where waits_for is null and is_running) as running,
          count(*) filter (where waits_for is not null) as stuck,
          (
            select row_to_json(oldest) from (
              select id, kind, age_seconds from job
              where job.integration_id is not distinct from mine.integration_id
              order by created_at limit 1
            ) oldest
          ) as oldest,
          (
            select coalesce(json_agg(reason), '[]') from (
              select waits_for, count(*) as mails, max(age_seconds) as longest_seconds from job
              where job.integration_id is not distinct from mine.integration_id and waits_for is not null
              group by waits_for order by waits_for
            ) reason
          ) as reasons
        from job mine
        group by integration_id
        order by min(created_at)
        limit ${limit + 1}
      ) queue
    `.execute(db);
    const queues = rows.slice(0, limit).map(({ queue }) => queue);
    return {
      json: `{"integrations":[${queues.join(',')}],"more":${rows.length > limit},"counted_to":${COUNTED_TO}}`,
    };
  });
}
