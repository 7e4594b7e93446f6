import { isoInstant } from '@debrief/database/instants';
import { type RawBuilder, sql } from 'kysely';
import { endOfDay } from './end-of-day.ts';

/** The final body of the period `p` in a list, as JSON text that Postgres writes once, in the order of the contract. */
export function periodBody(now: Date): RawBuilder<string> {
  return sql`(select row_to_json(body) from (select ${columns(now)}) body)::text`;
}

/** The same with the digest, as a single period is answered. */
export function periodDetailBody(now: Date): RawBuilder<string> {
  return sql`(select row_to_json(body) from (select ${columns(now)}, p.digest) body)::text`;
}

function columns(now: Date): RawBuilder<unknown> {
  return sql`
    p.id, p.cadence, p.period_start, p.period_end, p.review_period_end,
    case when ${now.toISOString()}::timestamptz < ${endOfDay('p.review_period_end')} then 'open' else 'closed' end
      as review_status,
    case when p.digest is null then 'pending' else 'completed' end as digest_status,
    ${isoInstant('p.created_date')} as created_date, ${isoInstant('p.updated_date')} as updated_date
  `;
}
