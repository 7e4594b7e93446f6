import type { Cadence } from '@debrief/contracts/resources/access';
import type { Round } from '@debrief/database/loop';
import { transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { addDays, dayOf, lastEnded, periodBefore, periodsUntil } from './calendar.ts';
import { createPeriod } from './create-period.ts';

const CADENCES: readonly Cadence[] = ['weekly', 'semimonthly', 'monthly'];
const HOUR_MS = 3_600_000;
/** Of a cadence that is new to an integration. */
const PAST_PERIODS = 3;
/** In one round, so that a service that stops does not wait for a year of periods. */
const PERIODS_A_ROUND = 50;

export interface DueWorkSettings {
  /** From the end of a period until it is created, so that late recordings are in. */
  readonly graceHours: number;
}

/**
 * Creates the periods that are over, of every integration and each cadence it has switched on. Any number of replicas
 * may do so at once: a period exists once, and a schedule only moves forward.
 */
export async function dueWork(db: Db, now: Date, { graceHours }: DueWorkSettings): Promise<Round> {
  const settled = new Date(now.getTime() - graceHours * HOUR_MS);
  await followCadences(db, settled);
  for (const cadence of CADENCES) {
    const due = await dueSchedules(db, cadence, settled);
    let created = 0;
    for (const schedule of due) {
      const { integration_id, next_start, first_day, review_days } = schedule;
      const last = lastEnded(cadence, settled);
      // Before the first call a cadence stays new: nothing is made up for years without calls.
      const start = first_day === null ? firstStart(cadence, settled) : next_start;
      const periods = first_day === null ? [] : periodsUntil(cadence, start, last);
      for (const period of periods.filter(({ end }) => end >= (first_day ?? ''))) {
        if (created >= PERIODS_A_ROUND) return 'more';
        created += 1;
        await transaction(db, async (tx) => {
          await createPeriod(tx, { integration_id, cadence, period, reviewDays: review_days, now });
          await moveSchedule(tx, integration_id, cadence, addDays(period.end, 1));
        });
      }
      if (first_day === null && start > next_start) await moveSchedule(db, integration_id, cadence, start);
    }
  }
  return 'done';
}

/** Follows what is switched on and off. A cadence that is switched on anew is new again. */
async function followCadences(db: Db, settled: Date): Promise<void> {
  await sql`
    delete from period_schedules s
    where not exists (
      select from integrations i where i.integration_id = s.integration_id and s.cadence = any (i.cadences)
    )
  `.execute(db);
  await sql`
    insert into period_schedules (integration_id, cadence, next_start)
    select i.integration_id, first.cadence, first.start
    from integrations i
    join unnest(
      ${CADENCES}::text[], ${CADENCES.map((cadence) => firstStart(cadence, settled))}::date[]
    ) as first (cadence, start) on first.cadence = any (i.cadences)
    where not exists (
      select from period_schedules s where s.integration_id = i.integration_id and s.cadence = first.cadence
    )
    on conflict do nothing
  `.execute(db);
}

function firstStart(cadence: Cadence, settled: Date): string {
  let period = lastEnded(cadence, settled);
  for (let past = 1; past < PAST_PERIODS; past += 1) period = periodBefore(cadence, period);
  return period.start;
}

interface DueSchedule {
  integration_id: string;
  next_start: string;
  review_days: number;
  /** UTC day of the first call; null without any. */
  first_day: string | null;
}

async function dueSchedules(db: Db, cadence: Cadence, settled: Date): Promise<DueSchedule[]> {
  const { rows } = await sql<Omit<DueSchedule, 'first_day'> & { first_at: string | null }>`
    select s.integration_id, s.next_start, i.review_days, first.occurred_at as first_at
    from period_schedules s
    join integrations i on i.integration_id = s.integration_id and s.cadence = any (i.cadences)
    left join lateral (
      select a.occurred_at from analyses a
      where a.integration_id = s.integration_id and a.kind = 'call'
      order by a.occurred_at limit 1
    ) first on true
    where s.cadence = ${cadence} and s.next_start <= ${lastEnded(cadence, settled).start}::date
    order by s.next_start, s.integration_id
  `.execute(db);
  return rows.map(({ first_at, ...schedule }) => ({
    ...schedule,
    first_day: first_at === null ? null : dayOf(Date.parse(first_at)),
  }));
}

async function moveSchedule(db: Db, integrationId: string, cadence: Cadence, start: string): Promise<void> {
  await db
    .updateTable('period_schedules')
    .set({ next_start: sql<string>`greatest(next_start, ${start}::date)` })
    .where('integration_id', '=', integrationId)
    .where('cadence', '=', cadence)
    .execute();
}
