import type { IntegrationCaller } from '@debrief/contracts/caller';
import { DebriefError, QUOTA_EXCEEDED } from '@debrief/contracts/errors';
import type { SubmissionQuotas } from '@debrief/contracts/resources/quotas';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';

interface Submitted {
  caller: Pick<IntegrationCaller, 'integration_id'>;
  input: { quotas?: SubmissionQuotas; duration_seconds?: number };
}

interface Use {
  integration_id: string;
  period: 'minute' | 'day';
  submissions: number;
  audio_seconds: number;
  seconds_left: number;
}

type Refusal = DebriefError<'QUOTA_EXCEEDED', never> | null;

const use = sql`
  u.integration_id, u.period, u.submissions, u.audio_seconds,
  ceil(extract(epoch from u.starts_at + ('1 ' || u.period)::interval - clock_timestamp()))::integer as seconds_left`;

/**
 * Counts the items in their order, but for those above a quota. The counters are locked until the transaction ends, so
 * that what is refused or rolled back counts nothing, and two processes cannot both take the last.
 * @returns for each item null, or why it is refused.
 */
export async function takeQuotas(tx: Tx<Tables>, items: readonly Submitted[]): Promise<Refusal[]> {
  const ids = limitedIntegrations(items);
  if (ids.length === 0) return items.map(() => null);
  const { rows } = await sql<Use>`
    insert into quota_use as u (integration_id, period, starts_at)
    select id, period, date_trunc(period, clock_timestamp(), 'UTC')
    from unnest(${ids}::uuid[]) as id, unnest(array['day', 'minute']) as period
    order by id, period
    on conflict (integration_id, period) do update set
      starts_at = excluded.starts_at,
      submissions = case when u.starts_at = excluded.starts_at then u.submissions else 0 end,
      audio_seconds = case when u.starts_at = excluded.starts_at then u.audio_seconds else 0 end
    returning ${use}
  `.execute(tx);
  const refusals = countEach(items, rows);
  await sql`
    update quota_use u set submissions = counted.submissions, audio_seconds = counted.audio_seconds
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as counted (integration_id uuid, period text, submissions integer, audio_seconds double precision)
    where u.integration_id = counted.integration_id and u.period = counted.period
  `.execute(tx);
  return refusals;
}

/** Whether each item would be refused at this moment; counts nothing. */
export async function peekQuotas(db: Db, items: readonly Submitted[]): Promise<Refusal[]> {
  const ids = limitedIntegrations(items);
  if (ids.length === 0) return items.map(() => null);
  const { rows } = await sql<Use>`
    select ${use} from quota_use u
    where u.integration_id = any (${ids}::uuid[])
      and u.starts_at = date_trunc(u.period, clock_timestamp(), 'UTC')
  `.execute(db);
  return items.map((item) => countEach([item], structuredClone(rows))[0] ?? null);
}

function limitedIntegrations(items: readonly Submitted[]): string[] {
  const limited = items.filter(({ input }) => input.quotas !== undefined);
  return [...new Set(limited.map(({ caller }) => caller.integration_id))].sort();
}

/** Adds each item that fits to the use of its integration. */
function countEach(items: readonly Submitted[], uses: readonly Use[]): Refusal[] {
  return items.map(({ caller, input: { quotas, duration_seconds = 0 } }) => {
    if (quotas === undefined) return null;
    const own = uses.filter(({ integration_id }) => integration_id === caller.integration_id);
    const minute = own.find(({ period }) => period === 'minute');
    const day = own.find(({ period }) => period === 'day');
    const hours = ((day?.audio_seconds ?? 0) + duration_seconds) / 3600;
    const refusal =
      exceeded('submissions_per_minute', quotas, (minute?.submissions ?? 0) + 1, minute) ??
      exceeded('submissions_per_day', quotas, (day?.submissions ?? 0) + 1, day) ??
      exceeded('audio_hours_per_day', quotas, hours, day);
    if (refusal !== null) return refusal;
    for (const one of own) {
      one.submissions += 1;
      one.audio_seconds += duration_seconds;
    }
    return null;
  });
}

function exceeded(
  quota: keyof SubmissionQuotas,
  quotas: SubmissionQuotas,
  wanted: number,
  use?: Use,
): Refusal {
  const most = quotas[quota];
  if (most === null || wanted <= most) return null;
  return new DebriefError(QUOTA_EXCEEDED, { quota, most, retry_after_seconds: use?.seconds_left ?? 1 });
}
