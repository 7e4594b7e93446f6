import type { ConversationMetrics, Metrics } from '@debrief/contracts/resources/metrics';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Figure, figureColumns } from '../tables.ts';
import { countedCalls, type Question, type Scope } from './counted-calls.ts';

const RATINGS = [1, 2, 3, 4, 5];

/** Decimals of the means, as in docs/metrics.md. */
const figureDecimals: Record<Figure, number> = {
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
};

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
 * Every figure of the window and of the period before it, which starts at `since`. The rows of both are read once:
 * nearly each stands on a page of its own, and reading those is most of the work. One pass over them then adds up by
 * day, the period before as one, and another counts labels: carried along with the days, labels make as many groups as
 * there are calls, which takes three times as long. Sums are exact, so that they do not depend on the order of the rows
 * and a half is rounded up.
 */
export async function measureCalls(
  db: Db,
  scope: Scope,
  question: Question,
  since: string,
): Promise<MeasuredCalls> {
  const { rows } = await sql<MeasuredCalls>`
    with counted as materialized (${countedCalls(scope, question, since)}),
    daily as materialized (select day, ${sums} from counted group by day),
    alike as materialized (
      select outcomes, objections, count(*) as calls
      from counted where day is not null and analyzed
      group by outcomes, objections
    ),
    now as (select ${compared}, ${moreOfTheWindow} from daily where day is not null),
    before as (select ${compared} from daily where day is null)
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
        ${sql.join(figureColumns.map((name) => sql`${sql.lit(name)}, now.${sql.ref(name)}`))},
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

/** What adds up, of each group. */
const sums = sql`
  count(*) as calls,
  count(*) filter (where analyzed) as analyzed,
  count(*) filter (where status = 'FAILED') as failed,
  count(*) filter (where incoming) as inbound,
  count(*) filter (where not incoming) as outbound,
  sum(duration_ms) as duration_ms,
  sum(rating_thousandths) as rating_thousandths,
  count(rating_thousandths) as rated,
  ${sql.join(RATINGS.map((rating) => sql`${countRated(rating)} as ${sql.ref(`rated_${rating}`)}`))},
  ${sql.join(figureColumns.map(sumFigure))}`;

function sumFigure(name: Figure): RawBuilder<unknown> {
  const figure = sql.ref(name);
  return sql`sum(${figure}) as ${figure}, count(${figure}) as ${sql.ref(`with_${name}`)}`;
}

function countRated(rating: number): RawBuilder<unknown> {
  return sql`count(*) filter (where whole_rating = ${sql.lit(rating)})`;
}

function total(column: string): RawBuilder<unknown> {
  return sql`coalesce(sum(${sql.ref(column)}), 0)`;
}

/** Null without a sample. */
function mean(column: string, count: string, decimals: number, scale = 1): RawBuilder<unknown> {
  const sample = sql`nullif(sum(${sql.ref(count)}), 0)`;
  return sql`round(sum(${sql.ref(column)}) / (${sample} * ${sql.lit(scale)}), ${sql.lit(decimals)})`;
}

function meanFigure(name: Figure): RawBuilder<unknown> {
  return sql`${mean(name, `with_${name}`, figureDecimals[name])} as ${sql.ref(name)}`;
}

const compared = sql`
  ${total('calls')} as calls_total,
  ${total('analyzed')} as calls_analyzed,
  ${mean('duration_ms', 'calls', 1, 1000)} as average_duration_seconds,
  ${mean('rating_thousandths', 'rated', 2, 1000)} as average_rating,
  ${meanFigure('talk_ratio')}`;

const moreOfTheWindow = sql`
  ${total('failed')} as failed, ${total('inbound')} as inbound, ${total('outbound')} as outbound,
  round(sum(duration_ms) / 1000, 2) as total_duration_seconds,
  ${total('rated')} as rated,
  array[${sql.join(RATINGS.map((rating) => total(`rated_${rating}`)))}] as rating_counts,
  ${total('with_talk_ratio')} as sample_size,
  ${sql.join(figureColumns.filter((name) => name !== 'talk_ratio').map(meanFigure))}`;

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
    select label.name, sum(lists.calls) as calls
    from (select ${sql.ref(column)} as names, sum(calls) as calls from alike group by 1) lists,
      unnest(lists.names) with ordinality as label (name, ord)
    where array_position(lists.names, label.name) = label.ord
    group by label.name
  )`;
}

const inOrder = sql`order by found.calls desc, found.name collate "C"`;

const outcomes = sql`(
  select coalesce(json_agg(json_build_object(
    'label', found.name, 'count', found.calls, 'rate', round(found.calls / now.calls_analyzed, 3)
  ) ${inOrder}), '[]')
  from ${labelled('outcomes')} found
)`;

const objections = sql`(
  select coalesce(json_agg(json_build_object('label', found.name, 'count', found.calls) ${inOrder}), '[]')
  from ${labelled('objections')} found
)`;

const trend = sql`(
  select coalesce(json_agg(json_build_object(
    'date', found.day, 'calls', found.calls, 'analyzed', found.analyzed, 'average_rating', found.average_rating
  ) order by found.day), '[]')
  from (
    select day, calls, analyzed, round(rating_thousandths / (nullif(rated, 0) * 1000.0), 2) as average_rating
    from daily where day is not null
  ) found
)`;
