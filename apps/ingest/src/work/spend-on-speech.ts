import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { spendWork as operation } from '@debrief/contracts/operations/ingest-work';
import { lockHeldWork } from '@debrief/database/leased-work';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import { sql } from 'kysely';
import { workKey } from '../pipeline/analyzing-recordings.ts';
import type { Db, Tables } from '../tables.ts';
import { work } from './work-settings.ts';

type Spending = InputOf<typeof operation>;

interface Reserved {
  seconds: number;
  money: number;
  /** Of which day it is, in UTC. */
  day: string;
}

/** The row of the day with what all integrations spent together. */
const ALL = '00000000-0000-0000-0000-000000000000';

/** Notes what attempts take from speech endpoints, within the limits that the worker is set to. */
export function spendOnSpeech(db: Db) {
  return handleWrite(operation, async ({ input }) => ({
    ok: await transaction(db, (tx) => spend(tx, input)),
  }));
}

/** Rows are locked in one order: the recording's, the day's of all, the day's of the integration. */
async function spend(tx: Tx<Tables>, spending: Spending): Promise<OutputOf<typeof operation>> {
  const [held = false] = await lockHeldWork(tx, work, [workKey(spending)]);
  if (!held) return { held, granted: false };
  const { integration_id, recording_id, seconds, money } = spending;
  const { rows } = await sql<Reserved>`
    select r.speech_seconds as seconds, r.speech_money as money,
      coalesce(r.speech_day, (clock_timestamp() at time zone 'utc')::date)::text as day
    from recordings r where r.integration_id = ${integration_id}::uuid and r.id = ${recording_id}::uuid
  `.execute(tx);
  const [reserved = { seconds: 0, money: 0, day: '' }] = rows;
  const granted = await addToDay(tx, spending, reserved);
  if (granted)
    await sql`
      update recordings r set speech_seconds = ${seconds}, speech_money = ${money}, speech_day = ${reserved.day}::date
      where r.integration_id = ${integration_id}::uuid and r.id = ${recording_id}::uuid
    `.execute(tx);
  return { held, granted };
}

/** @returns false where a limit would be passed; then nothing has changed. */
async function addToDay(
  tx: Tx<Tables>,
  { integration_id, seconds, money, limits }: Spending,
  reserved: Reserved,
): Promise<boolean> {
  const moreSeconds = seconds - reserved.seconds;
  const moreMoney = money - reserved.money;
  const { rows } = await sql<{ integration_id: string; seconds: number; money: number }>`
    insert into speech_use as u (integration_id, day, seconds, money)
    select id, ${reserved.day}::date, 0, 0 from unnest(${[ALL, integration_id]}::uuid[]) as id order by id
    on conflict (integration_id, day) do update set seconds = u.seconds
    returning u.integration_id, u.seconds, u.money
  `.execute(tx);
  const all = rows.find((row) => row.integration_id === ALL);
  const own = rows.find((row) => row.integration_id !== ALL);
  const fits = (used: number | undefined, more: number, limit: number | null) =>
    more <= 0 || limit === null || (used ?? 0) + more <= limit;
  const isGranted =
    fits(own?.seconds, moreSeconds, limits.seconds) &&
    fits(all?.seconds, moreSeconds, limits.seconds_in_all) &&
    fits(own?.money, moreMoney, limits.money) &&
    fits(all?.money, moreMoney, limits.money_in_all);
  if (isGranted)
    await sql`
      update speech_use u set
        seconds = greatest(0, u.seconds + ${moreSeconds}), money = greatest(0, u.money + ${moreMoney})
      where u.integration_id in (${ALL}::uuid, ${integration_id}::uuid) and u.day = ${reserved.day}::date
    `.execute(tx);
  return isGranted;
}
