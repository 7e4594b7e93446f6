import { type PeriodClosed, periodClosed } from '@debrief/contracts/events/coaching';
import type { Cadence } from '@debrief/contracts/resources/access';
import { addJob } from '@debrief/database/jobs';
import { appendToOutbox } from '@debrief/database/outbox';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { agendaJob, digestJob } from '../jobs.ts';
import type { Tables } from '../tables.ts';
import { addDays, type CalendarPeriod, dayOf } from './calendar.ts';

export interface NewPeriod {
  readonly integration_id: string;
  readonly cadence: Cadence;
  readonly period: CalendarPeriod;
  /** Whole days that agents have after today. */
  readonly reviewDays: number;
  readonly now: Date;
}

/**
 * Creates a period that is over with an agenda for each agent, their jobs and the event, unless another replica or an
 * operator has done so.
 */
export async function createPeriod(tx: Tx<Tables>, wanted: NewPeriod): Promise<{ created: boolean }> {
  const { integration_id, cadence, period, reviewDays, now } = wanted;
  const row = {
    ...{ integration_id, id: uuidv7(), cadence },
    ...{ period_start: period.start, period_end: period.end },
    review_period_end: addDays(dayOf(now.getTime()), reviewDays),
    ...{ created_date: now.toISOString(), updated_date: now.toISOString() },
  };
  const inserted = await tx
    .insertInto('periods')
    .values(row)
    .onConflict((conflict) => conflict.constraint('periods_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return { created: false };
  const agendas = await insertAgendas(tx, { integration_id, period_id: row.id, now });
  await addJob(tx, digestJob, { integration_id, period_id: row.id }, { key: `digest:${row.id}` });
  // Of one agent in turn: where several periods are made up at once, an agenda follows up the one before it.
  for (const { id: agenda_id, user_id } of agendas) {
    const job = { key: `agenda:${agenda_id}`, queue: `agendas:${integration_id}:${user_id}` };
    await addJob(tx, agendaJob, { integration_id, agenda_id }, job);
  }
  const { period_start, period_end, review_period_end } = row;
  const closed: PeriodClosed = {
    ...{ integration_id, period_id: row.id, cadence, period_start, period_end, review_period_end },
    agendas: agendas.length,
  };
  const messageId = `${row.id}:closed`;
  await appendToOutbox(tx, [{ subject: periodClosed.subject, messageId, payload: closed }]);
  return { created: true };
}

/** One for each agent with an active mapping. Of two that share an external id for now, the later one has it. */
async function insertAgendas(
  tx: Tx<Tables>,
  { integration_id, period_id, now }: { integration_id: string; period_id: string; now: Date },
): Promise<{ id: string; user_id: string }[]> {
  const { rows: agents } = await sql<{ user_id: string; external_user_id: string }>`
    select distinct on (a.external_user_id) a.user_id, a.external_user_id
    from agents a
    where a.integration_id = ${integration_id} and exists (
      select from agent_mappings m
      where m.integration_id = a.integration_id and m.user_id = a.user_id
        and m.external_user_id = a.external_user_id
    )
    order by a.external_user_id, a.user_id desc
  `.execute(tx);
  if (agents.length === 0) return [];
  const at = now.toISOString();
  const rows = agents.map(({ user_id, external_user_id }) => ({
    ...{ integration_id, id: uuidv7(), period_id, user_id, external_user_id },
    ...{ created_date: at, updated_date: at },
  }));
  await tx.insertInto('agendas').values(rows).execute();
  return rows;
}
