import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { ConversationMetrics, Metrics } from '@debrief/contracts/resources/metrics';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../tables.ts';
import { conversationFigures, countedCalls, type Question } from './counted-calls.ts';

const RATINGS = [1, 2, 3, 4, 5];

/** What is compared with the period before. */
type Compared = Omit<Metrics['previous_period'], 'date_gte' | 'date_lte' | 'diff_pct'>;
const comparedFigures = [
  'calls_total',
  'calls_analyzed',
  'average_duration_seconds',
  'average_rating',
  'talk_ratio',
] satisfies (keyof Compared)[];

export interface MeasuredCalls {
  calls: Metrics['calls'];
  rating: { average: number | null; count: number; counts: number[] };
  conversation: ConversationMetrics;
  before: Compared;
  diff_pct: Metrics['previous_period']['diff_pct'];
  outcomes: Metrics['outcomes'];
  objections: Metrics['objections'];
  trend: Metrics['trend'];
}

/**
 * Every figure of the window and of the period before it, which starts at `since`, from one pass over the person's
 * rows of both. Sums and means are exact, so that they do not depend on the order of the rows and a half is rounded up.
 */
export async function measureCalls(
  db: Db,
  caller: IntegrationCaller,
  question: Question,
  since: string,
): Promise<MeasuredCalls> {
  const { rows } = await sql<MeasuredCalls>`
    with counted as materialized (${countedCalls(caller, question, since)}),
    now as (
      select ${compared}, ${moreOfTheWindow}
      from counted where in_window
    ),
    before as (select ${compared} from counted where not in_window)
    select
      json_build_object(
        'total', now.calls_total, 'analyzed', now.calls_analyzed, 'failed', now.failed,
        'inbound', now.inbound, 'outbound', now.outbound,
        'total_duration_seconds', now.total_duration_seconds,
        'average_duration_seconds', now.average_duration_seconds
      ) as calls,
      json_build_object(
        'average', now.average_rating, 'count', now.rated, 'counts', now.rating_counts
      ) as rating,
      json_build_object(
        ${sql.join(conversationFigures.map(([name]) => sql`${sql.lit(name)}, now.${sql.ref(name)}`))},
        'sample_size', now.sample_size
      ) as conversation,
      to_json(before) as before,
      json_build_object(${sql.join(comparedFigures.map(difference))}) as diff_pct,
      ${outcomes} as outcomes,
      ${objections} as objections,
      ${trend} as trend
    from now, before
  `.execute(db);
  return rows[0] as MeasuredCalls;
}

/** A half is rounded up. */
function countRated(rating: number): RawBuilder<unknown> {
  return sql`count(*) filter (where (rating_thousandths + 500) / 1000 = ${sql.lit(rating)})`;
}

const compared = sql`
  count(*) as calls_total,
  count(*) filter (where analyzed) as calls_analyzed,
  round(avg(duration_ms) / 1000, 1) as average_duration_seconds,
  round(avg(rating_thousandths) / 1000, 2) as average_rating,
  round(avg(talk_ratio), 3) as talk_ratio`;

const moreOfTheWindow = sql`
  count(*) filter (where status = 'FAILED') as failed,
  count(*) filter (where incoming) as inbound,
  count(*) filter (where not incoming) as outbound,
  round(sum(duration_ms) / 1000, 2) as total_duration_seconds,
  count(rating_thousandths) as rated,
  array[${sql.join(RATINGS.map(countRated))}] as rating_counts,
  count(*) filter (where has_conversation) as sample_size,
  ${sql.join(
    conversationFigures
      .filter(([name]) => name !== 'talk_ratio')
      .map(([name, decimals]) => sql`round(avg(${sql.ref(name)}), ${sql.lit(decimals)}) as ${sql.ref(name)}`),
  )}`;

/** Of the figures as they are shown, so that a reader can check it. */
function difference(name: string): RawBuilder<unknown> {
  const [now, before] = [sql.ref(`now.${name}`), sql.ref(`before.${name}`)];
  return sql`${sql.lit(name)}, round(100.0 * (${now} - ${before}) / nullif(${before}, 0), 1)`;
}

/**
 * How many analysed calls have each label. A label that a call has twice counts once. Equal lists are grouped before
 * they are unnested: calls are many, distinct lists few.
 */
function labelled(column: string): RawBuilder<unknown> {
  return sql`(
    select label.name, sum(alike.calls)::bigint as calls
    from (select ${sql.ref(column)} as names, count(*) as calls from counted where in_window group by 1) alike,
      unnest(alike.names) with ordinality as label (name, ord)
    where array_position(alike.names, label.name) = label.ord
    group by label.name
  )`;
}

const inOrder = sql`order by found.calls desc, found.name collate "C"`;

const outcomes = sql`(
  select coalesce(json_agg(json_build_object(
    'label', found.name, 'count', found.calls, 'rate', round(found.calls::numeric / now.calls_analyzed, 3)
  ) ${inOrder}), '[]')
  from ${labelled('outcomes')} found
)`;

const objections = sql`(
  select coalesce(json_agg(json_build_object('label', found.name, 'count', found.calls) ${inOrder}), '[]')
  from ${labelled('objections')} found
)`;

const trend = sql`(
  select coalesce(json_agg(json_build_object(
    'date', found.day, 'calls', found.calls_total, 'analyzed', found.calls_analyzed,
    'average_rating', found.average_rating
  ) order by found.day), '[]')
  from (select day, ${compared} from counted where in_window group by day) found
)`;
