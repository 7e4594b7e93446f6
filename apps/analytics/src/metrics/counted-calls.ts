import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import type { getMetrics } from '@debrief/contracts/operations/analytics';
import type { ConversationMetrics } from '@debrief/contracts/resources/metrics';
import { type RawBuilder, sql } from 'kysely';

export type Question = InputOf<typeof getMetrics>;

/** Figures of docs/metrics.md with the decimals they have there. */
const conversationDecimals = {
  talk_ratio: 3,
  longest_monologue_seconds: 2,
  longest_customer_story_seconds: 2,
  interactivity: 2,
  patience_seconds: 2,
  questions_per_hour: 2,
  filler_words_per_minute: 2,
  words_per_minute: 1,
  interruptions_per_hour: 2,
  overlap_ratio: 3,
  silence_ratio: 3,
} satisfies Record<Exclude<keyof ConversationMetrics, 'sample_size'>, number>;
export const conversationFigures = Object.entries(conversationDecimals);

/**
 * The calls that count, with only what the figures need: a row with its statistics as JSON would be three times as
 * wide. Ratings and lengths become whole thousandths, which add up exactly and faster than `numeric` does.
 */
export function countedCalls(
  caller: IntegrationCaller,
  question: Question,
  since: string,
): RawBuilder<unknown> {
  return sql`
    select
      in_window,
      (occurred_at at time zone 'UTC')::date as day,
      status, incoming, analyzed,
      (duration_seconds * 1000)::bigint as duration_ms,
      case when analyzed then (rating * 1000)::integer end as rating_thousandths,
      case when analyzed then outcomes end as outcomes,
      case when analyzed then objections end as objections,
      conversation ->> 'talk_ratio' is not null as has_conversation,
      ${sql.join(conversationFigures.map(([name]) => conversationFigure(name)))}
    from (${callsOfPerson(caller, question, since)}) call
  `;
}

/** `offset 0` keeps what is computed here from being computed again for each figure. */
function callsOfPerson(caller: IntegrationCaller, question: Question, since: string): RawBuilder<unknown> {
  return sql`
    select
      f.occurred_at, f.occurred_at >= ${question.date_gte}::timestamptz as in_window,
      f.status, f.incoming, f.duration_seconds, f.rating, f.outcomes, f.objections, a.analyzed,
      case when a.analyzed then f.conversation end as conversation
    from call_facts f
    cross join lateral (select f.status = 'COMPLETED' and f.analyzed as analyzed) a
    where ${sql.join([...scope(caller, question, since), ...filters(caller, question)], sql` and `)}
    offset 0
  `;
}

/** The conditions that the index by user or by contact serves. */
function scope(caller: IntegrationCaller, question: Question, since: string): RawBuilder<unknown>[] {
  const { of, id, date_lte } = question;
  return [
    sql`f.integration_id = ${caller.integration_id}`,
    sql`${sql.ref(of === 'user' ? 'f.user_id' : 'f.contact_id')} = ${id}`,
    sql`f.kind = 'call'`,
    sql`f.occurred_at >= ${since}::timestamptz`,
    // Clients read milliseconds, rows have microseconds: a bound includes the whole of its last millisecond.
    sql`f.occurred_at < ${date_lte}::timestamptz + interval '1 ms'`,
  ];
}

/**
 * Of the period before only the talk ratio is compared, so nothing else is read there. Before Postgres 18 a cast does
 * not turn a JSON null into an SQL null.
 */
function conversationFigure(name: string): RawBuilder<unknown> {
  const value = sql`nullif(conversation -> ${sql.lit(name)}, 'null')::numeric`;
  return name === 'talk_ratio'
    ? sql`${value} as talk_ratio`
    : sql`case when in_window then ${value} end as ${sql.ref(name)}`;
}

function filters(caller: IntegrationCaller, { source, stage, team, type }: Question): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (source.length > 0) conditions.push(sql`f.source_id = any(${source}::text[])`);
  if (stage.length > 0) conditions.push(sql`f.stage_id = any(${stage}::text[])`);
  if (type !== 'all') conditions.push(sql`f.incoming = ${type === 'inbound'}`);
  if (team.length > 0) {
    // Team ids are UUIDs, which Postgres, and so directory's events, write in lower case.
    const teams = team.map((id) => id.toLowerCase());
    conditions.push(sql`f.user_id in (
      select agent.user_id from agents agent
      where agent.integration_id = ${caller.integration_id} and agent.team_ids && ${teams}::text[]
    )`);
  }
  return conditions;
}
