import { sql } from 'kysely';
import type { CalendarPeriod } from '../periods/calendar.ts';
import type { Db } from '../tables.ts';
import { type AnalysedCall, type CallFacts, callFacts } from './call-facts.ts';

/** Bodies at once in memory: some kilobytes each. */
const BATCH_ROWS = 200;

export interface CallsOf extends CalendarPeriod {
  readonly integration_id: string;
  /** All agents by default. */
  readonly user_id?: string;
}

/** The analysed calls that took place in a period, in their order. Roleplays do not count. */
export async function listCalls(
  db: Db,
  { integration_id, start, end, user_id }: CallsOf,
): Promise<CallFacts[]> {
  const facts: CallFacts[] = [];
  let after: AnalysedCall | undefined;
  for (;;) {
    const { rows }: { rows: AnalysedCall[] } = await sql<AnalysedCall>`
      select a.recording_id, a.user_id, a.occurred_at, a.body, s.indicators as speech,
        (
          select one ->> 'text' from json_array_elements(s.quotes) as one
          where one ->> 'shows' = 'closed_questions' limit 1
        ) as closed_question, coalesce(s.exchanges, '[]') as exchanges
      from analyses a
      left join speech s on s.integration_id = a.integration_id and s.recording_id = a.recording_id
      where a.integration_id = ${integration_id} and a.kind = 'call'
        and ${tookPlace(start, end)}
        and ${user_id === undefined ? sql`true` : sql`a.user_id = ${user_id}`}
        and ${
          after === undefined
            ? sql`true`
            : sql`(a.occurred_at, a.recording_id) > (${after.occurred_at}::timestamptz, ${after.recording_id}::uuid)`
        }
      order by a.occurred_at, a.recording_id
      limit ${BATCH_ROWS}
    `.execute(db);
    facts.push(...rows.map(callFacts));
    after = rows.at(-1);
    if (rows.length < BATCH_ROWS) return facts;
  }
}

/** The calls of a period, of the one before, and all earlier ones that were listed. */
export function splitCalls(all: readonly CallFacts[], { start }: CalendarPeriod, before: CalendarPeriod) {
  const from = (day: string) => (call: CallFacts) => call.occurred_at.slice(0, 10) >= day;
  const callsEarlier = all.filter((call) => !from(start)(call));
  return {
    calls: all.filter(from(start)),
    callsBefore: callsEarlier.filter(from(before.start)),
    callsEarlier,
  };
}

export interface Figures {
  /** Analysed calls. */
  readonly calls: number;
  readonly rated: number;
  /** Two decimals, as in the metrics; null without a rated call. */
  readonly average_rating: number | null;
}

const none: Figures = { calls: 0, rated: 0, average_rating: null };

export interface PeriodFigures {
  readonly team: Figures;
  readonly agents: ReadonlyMap<string, Figures>;
}

/** Counts and averages of a period, of the team and of each agent with calls. */
export async function measurePeriod(
  db: Db,
  { integration_id, start, end }: Omit<CallsOf, 'user_id'>,
): Promise<PeriodFigures> {
  const { rows } = await sql<Figures & { user_id: string | null }>`
    select a.user_id, count(*) as calls, count(a.rating) as rated,
      round(avg(a.rating::numeric), 2)::float8 as average_rating
    from analyses a
    where a.integration_id = ${integration_id} and a.kind = 'call' and ${tookPlace(start, end)}
    group by grouping sets ((), (a.user_id))
  `.execute(db);
  const figures = rows.map(({ user_id, ...own }) => [user_id, own] as const);
  return {
    team: figures.find(([user_id]) => user_id === null)?.[1] ?? none,
    agents: new Map(figures.flatMap(([user_id, own]) => (user_id === null ? [] : [[user_id, own]]))),
  };
}

function tookPlace(start: string, end: string) {
  return sql`a.occurred_at >= ${start}::timestamp at time zone 'UTC'
    and a.occurred_at < (${end}::date + 1)::timestamp at time zone 'UTC'`;
}
