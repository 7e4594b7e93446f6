import { isoInstant } from '@debrief/database/instants';
import { type RawBuilder, sql } from 'kysely';
import { endOfDay } from '../periods/end-of-day.ts';

/**
 * The final body of the agenda `a` of the period `p`, as JSON text that Postgres writes once, in the order of the
 * contract. Content and answers are never part of it. `webAppUrl` is the address that agenda links lead to, with or
 * without a slash at its end.
 */
export function agendaBody(webAppUrl: string): RawBuilder<string> {
  const links = `${webAppUrl.replace(/\/+$/, '')}/coaching/agendas/`;
  return sql`(
    select row_to_json(body) from (
      select a.id, a.period_id, a.integration_id, a.user_id, a.external_user_id, a.title,
        p.cadence, p.period_start, p.period_end, p.review_period_end, a.generation_status,
        a.completed_at is not null as is_completed, ${isoInstant('a.completed_at')} as completed_at,
        a.completed_at < ${endOfDay('p.review_period_end')} as completed_on_time,
        a.summary is not null as analysis_ready,
        case when a.generation_status = 'ready' and a.content is not null and ${activeMappings} = 1
          then ${links}::text || a.id end as agenda_url,
        ${isoInstant('a.created_date')} as created_date, ${isoInstant('a.updated_date')} as updated_date
    ) body
  )::text`;
}

/**
 * How many agents the agenda `a` leads to now: its own agent, while any external id maps to it, and every agent its
 * external id maps to. Several ids of one agent count once.
 */
const activeMappings: RawBuilder<number> = sql`(
  select count(*) from (
    select own.user_id from agent_mappings own
    where own.integration_id = a.integration_id and own.user_id = a.user_id
    union
    select named.user_id from agent_mappings named
    where named.integration_id = a.integration_id and named.external_user_id = a.external_user_id
  ) active
)`;
