import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

import type { Question } from '../src/metrics/counted-calls.ts';
import { type Db, figureColumns } from '../src/tables.ts';

const outcomes = [
  ...[
    'Appointment Set',
    'Sale Made',
    'Callback Requested',
    'Next Step Agreed',
    'No Next Step',
    'Not Interested',
  ],
  ...[
    'Not Qualified',
    'Gatekeeper',
    'Left Voicemail',
    'Wrong Number',
    'Do Not Contact',
    'No Conversation',
    'Unclear',
  ],
];
const objections = [
  ...['Price', 'Timing', 'No time', 'Authority', 'Need', 'Trust', 'Competitor', 'Existing provider'],
  ...['Information first', 'Not interested', 'Contract', 'Quality', 'Distance', 'Reputation'],
];
/** Days of the window, and of the period before it. */
const DAYS = 30;
const BATCH_ROWS = 50_000;

export interface Filled {
  integration_id: string;
  question: Question;
}

/**
 * One integration's calls in the order in which they took place: those of one agent, as many in the window as in the
 * period before, evenly among the calls of 200 others. Nine of ten are analysed.
 */
export async function fillFacts(db: Db, { facts, calls }: { facts: number; calls: number }): Promise<Filled> {
  const [integration_id, user_id] = [randomUUID(), randomUUID()];
  const others = Array.from({ length: 200 }, () => randomUUID());
  const every = Math.floor(facts / (2 * calls));
  for (let from = 0; from < facts; from += BATCH_ROWS) {
    const to = Math.min(facts, from + BATCH_ROWS) - 1;
    await sql`
      insert into call_facts (
        integration_id, recording_id, organization_id, attempt, kind, status, user_id, contact_id, external_user_id,
        external_contact_id, ai_category, incoming, duration_seconds, source_id, stage_id, occurred_at, created_date,
        analyzed, rating, outcomes, objections, ${sql.join(figureColumns.map((name) => sql.ref(name)))}
      )
      select
        ${integration_id}, uuidv7(), ${integration_id}, 1, 'call', case when n % 10 = 7 then 'FAILED' else 'COMPLETED' end,
        case when n % ${every} = 0 and n / ${every} < 2 * ${calls} then ${user_id}::uuid
          else (${others}::uuid[])[1 + n % 200] end,
        uuidv7(), 'agent', 'contact', 'sales', n % 3 = 0, 30 + n % 900, 'api', 'lead', took_place, took_place,
        n % 10 <> 7, case when n % 10 <> 7 then 1 + (n % 41) / 10.0 end,
        array[(${outcomes}::text[])[1 + (n * 31) % 13]],
        (${objections}::text[])[1 + (n * 17) % 11 : (n * 17) % 11 + (n * 7) % 4],
        ${sql.join(figureColumns.map(figure))}
      from (
        select n, timestamptz '2026-09-01' + n * (interval '1 day' * ${2 * DAYS} / ${facts}) as took_place
        from generate_series(${from}::bigint, ${to}::bigint) n
      ) call
    `.execute(db);
  }
  await sql`vacuum analyze call_facts`.execute(db);
  return {
    integration_id,
    question: {
      ...{ of: 'user', id: user_id, source: [], stage: [], team: [], type: 'all' },
      ...{ date_gte: '2026-10-01T00:00:00.000Z', date_lte: '2026-10-30T23:59:59.999Z' },
    },
  };
}

function figure(_name: string, index: number): RawBuilder<unknown> {
  return sql`case when n % 10 <> 7 then ((n * ${sql.lit(7919 + index)}) % 1000) / 1000.0 end`;
}
