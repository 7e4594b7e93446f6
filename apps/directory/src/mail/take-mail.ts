import { DebriefError, QUOTA_EXCEEDED } from '@debrief/contracts/errors';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Counts one more e-mail of the integration's day, unless its quota is used up. The row is locked until the transaction
 * ends, so that two at once cannot both take the last.
 * @returns null when there is room.
 */
export async function takeMail(
  tx: Tx<Tables>,
  integrationId: string,
): Promise<DebriefError<'QUOTA_EXCEEDED', never> | null> {
  const { rows } = await sql<{ most: number | null; taken: boolean; seconds_left: number }>`
    with quota as (
      select (quotas ->> 'emails_per_day')::integer as most,
        date_trunc('day', clock_timestamp(), 'UTC') as day
      from integrations where id = ${integrationId}
    ),
    used as (
      insert into mail_use as u (integration_id, day, mails)
      select ${integrationId}::uuid, day, 1 from quota where most is null or most > 0
      on conflict (integration_id) do update
      set day = excluded.day, mails = case when u.day = excluded.day then u.mails else 0 end + 1
      where (select most from quota) is null or u.day <> excluded.day or u.mails < (select most from quota)
      returning 1
    )
    select most, exists (select from used) as taken,
      ceil(extract(epoch from day + interval '1 day' - clock_timestamp()))::integer as seconds_left
    from quota
  `.execute(tx);
  const [row] = rows;
  if (row === undefined || row.taken || row.most === null) return null;
  const details = { quota: 'emails_per_day', most: row.most, retry_after_seconds: row.seconds_left } as const;
  return new DebriefError(QUOTA_EXCEEDED, details);
}
