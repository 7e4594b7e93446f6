import { sql } from 'kysely';
import { isLeftOut } from '../signals/left-out.ts';

/**
 * Stores the speech of the analyses `stored` of `result`, but of agents who are left out of signals, and notes whose it
 * is. The note is locked also where there is
 * one already: who takes it away sees this speech, or leaves it for the next time.
 */
export const speechOfStored = sql`
  spoken as (
    insert into speech (integration_id, recording_id, user_id, occurred_at, words, indicators, quotes, exchanges)
    select integration_id, recording_id, user_id, occurred_at, words, indicators, quotes, exchanges
    from result join ended using (ord) join stored using (integration_id, recording_id)
    where kind = 'call' and not ${isLeftOut('result')}
    order by integration_id, recording_id
    on conflict (integration_id, recording_id) do update set
      user_id = excluded.user_id, occurred_at = excluded.occurred_at, words = excluded.words,
      indicators = excluded.indicators, quotes = excluded.quotes, exchanges = excluded.exchanges
    returning integration_id, user_id, words
  ),
  grown as (
    insert into grown_speech (integration_id, user_id)
    -- In one order, so that two batches with agents in common cannot deadlock.
    select distinct integration_id, user_id from spoken where words > 0 order by integration_id, user_id
    on conflict (integration_id, user_id) do update set user_id = excluded.user_id where false
  )
`;
