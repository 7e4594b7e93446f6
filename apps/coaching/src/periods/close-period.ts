import {
  DebriefError,
  INTEGRATION_NOT_FOUND,
  NOT_A_PERIOD_END,
  PERIOD_NOT_OVER,
} from '@debrief/contracts/errors';
import { closePeriod as operation } from '@debrief/contracts/operations/coaching';
import type { CoachingPeriod } from '@debrief/contracts/resources/coaching-period';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';
import { addDays, dayOf, periodBefore, periodOn } from './calendar.ts';
import { createPeriod } from './create-period.ts';
import { periodBody } from './period-view.ts';

type Given = Item<typeof operation>['input'];

/** An operator waits for no late recordings: a period may be closed as soon as its last day is over. */
export function closePeriod(db: Db, now: () => Date, emitted: () => void): OperationHandler {
  return handleWrite(operation, async ({ input }) => {
    const at = now();
    check(input, at);
    const closed = await transaction(db, (tx) => close(tx, input, at));
    emitted();
    return { ok: closed };
  });
}

function check({ cadence, end }: Given, at: Date): void {
  const period = periodOn(cadence, end);
  if (period.end !== end)
    throw new DebriefError(NOT_A_PERIOD_END, {
      cadence,
      ends: [periodBefore(cadence, period).end, period.end],
    });
  if (addDays(end, 1) > dayOf(at.getTime())) throw new DebriefError(PERIOD_NOT_OVER, { end });
}

async function close(tx: Tx<Tables>, { integration_id, cadence, end }: Given, at: Date) {
  const integration = await tx
    .selectFrom('integrations')
    .select('review_days')
    .where('integration_id', '=', integration_id)
    .executeTakeFirst();
  if (integration === undefined) throw new DebriefError(INTEGRATION_NOT_FOUND);
  const period = periodOn(cadence, end);
  const { created } = await createPeriod(tx, {
    ...{ integration_id, cadence, period, reviewDays: integration.review_days, now: at },
  });
  const { rows } = await sql<{ body: string }>`
    select ${periodBody(at)} as body from periods p
    where p.integration_id = ${integration_id} and p.cadence = ${cadence} and p.period_start = ${period.start}
  `.execute(tx);
  return { created, period: JSON.parse((rows[0] as { body: string }).body) as CoachingPeriod };
}
