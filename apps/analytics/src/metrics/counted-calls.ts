import { type IntegrationCaller, onlyUserOf } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import type { getMetrics } from '@debrief/contracts/operations/analytics';
import { type RawBuilder, sql } from 'kysely';
import { type Figure, figureColumns } from '../tables.ts';

const labelColumns = ['outcomes', 'objections'] as const;

export type Question = InputOf<typeof getMetrics>;
/** Whose calls are counted: of a verified key or a member, or as an operator names it. */
export type Scope = Pick<IntegrationCaller, 'integration_id' | 'role' | 'user_id'>;

/**
 * The calls that count, in the window and in the period before it, which starts at `since`. Only the window has days, and
 * only analysed calls have ratings. Ratings and lengths become whole thousandths, which add up exactly and faster than
 * `numeric` does. `offset 0` keeps what is computed here from being computed for each figure. UTC as an interval takes
 * no look-up of a zone for each call.
 */
export function countedCalls(scope: Scope, question: Question, since: string): RawBuilder<unknown> {
  return sql`
    select
      analyzed, status, incoming,
      case when in_window then (occurred_at at time zone interval '0')::date end as day,
      (duration_seconds * 1000)::bigint as duration_ms,
      rating_thousandths,
      (rating_thousandths + 500) / 1000 as whole_rating,
      ${sql.join(figureColumns.map(countedFigure))},
      ${sql.join(labelColumns.map((name) => countedInWindow(name)))}
    from (
      select
        f.occurred_at, f.status, f.incoming, f.duration_seconds,
        case when f.status = 'COMPLETED' and f.analyzed then (f.rating * 1000)::integer end as rating_thousandths,
        ${sql.join([...figureColumns, ...labelColumns].map((name) => sql.ref(`f.${name}`)))},
        f.occurred_at >= ${question.date_gte}::timestamptz as in_window,
        f.status = 'COMPLETED' and f.analyzed as analyzed
      from call_facts f
      where ${sql.join([...range(scope, question, since), ...filters(scope, question)], sql` and `)}
      offset 0
    ) call
    offset 0
  `;
}

/** Of the period before only the talk ratio is compared. */
function countedFigure(name: Figure): RawBuilder<unknown> {
  if (name === 'talk_ratio') return sql`case when analyzed then talk_ratio end as talk_ratio`;
  return countedInWindow(name);
}

function countedInWindow(name: string): RawBuilder<unknown> {
  return sql`case when in_window and analyzed then ${sql.ref(name)} end as ${sql.ref(name)}`;
}

/** The calls `f` of the window: what `calls.total` counts. */
export function inWindow(scope: Scope, question: Question): RawBuilder<unknown>[] {
  return [...range(scope, question, question.date_gte), ...filters(scope, question)];
}

/** The conditions that the index by user, by contact or by time alone serves. */
function range(scope: Scope, { of, id, date_lte }: Question, since: string): RawBuilder<unknown>[] {
  const onlyUser = onlyUserOf(scope);
  return [
    sql`f.integration_id = ${scope.integration_id}`,
    ...(onlyUser === null ? [] : [sql`f.user_id = ${onlyUser}`]),
    ...(of === 'integration' ? [] : [sql`${sql.ref(`f.${of}_id`)} = ${id}`]),
    sql`f.kind = 'call'`,
    sql`f.occurred_at >= ${since}::timestamptz`,
    // Clients read milliseconds, rows have microseconds: a bound includes the whole of its last millisecond.
    sql`f.occurred_at < ${date_lte}::timestamptz + interval '1 ms'`,
  ];
}

function filters(scope: Scope, { source, stage, team, type }: Question): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (source.length > 0) conditions.push(sql`f.source_id = any(${source}::text[])`);
  if (stage.length > 0) conditions.push(sql`f.stage_id = any(${stage}::text[])`);
  if (type !== 'all') conditions.push(sql`f.incoming = ${type === 'inbound'}`);
  if (team.length > 0) {
    // Team ids are UUIDs, which Postgres, and so directory's events, write in lower case.
    const teams = team.map((id) => id.toLowerCase());
    conditions.push(sql`f.user_id in (
      select agent.user_id from agents agent
      where agent.integration_id = ${scope.integration_id} and agent.team_ids && ${teams}::text[]
    )`);
  }
  return conditions;
}
