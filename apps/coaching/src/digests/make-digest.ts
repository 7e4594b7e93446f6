import { digestCompleted } from '@debrief/contracts/events/coaching';
import { handleJob, type JobHandler } from '@debrief/database/jobs';
import { appendToOutbox } from '@debrief/database/outbox';
import { transaction } from '@debrief/database/pool';
import { beginReading, refuseOlderThanErasure } from '../erasures/reading-calls.ts';
import { listCalls, measurePeriod, splitCalls } from '../facts/list-calls.ts';
import { digestJob } from '../jobs.ts';
import { longBefore, periodBefore } from '../periods/calendar.ts';
import { findFocus } from '../rubrics/find-focus.ts';
import type { Db } from '../tables.ts';
import { composeDigest } from './compose-digest.ts';

/** Writes the digest of a period once. A digest that is there stays as it was read. */
export function makeDigest(db: Db, o: { now: () => Date; emitted: () => void }): JobHandler {
  return handleJob(digestJob, async ({ integration_id, period_id }) => {
    const begun = await beginReading(db);
    const period = await db
      .selectFrom('periods')
      .select(['cadence', 'period_start', 'period_end'])
      .where('integration_id', '=', integration_id)
      .where('id', '=', period_id)
      .where('digest', 'is', null)
      .executeTakeFirst();
    if (period === undefined) return;
    const { cadence, period_start, period_end } = period;
    const days = { start: period_start, end: period_end };
    const daysBefore = periodBefore(cadence, days);
    const [all, now, before, focus, names] = [
      await listCalls(db, { integration_id, start: longBefore(cadence, days), end: period_end }),
      await measurePeriod(db, { integration_id, ...days }),
      await measurePeriod(db, { integration_id, ...daysBefore }),
      await findFocus(db, integration_id, period_end.slice(0, 7)),
      await agentNames(db, integration_id),
    ];
    const digest = composeDigest({
      cadence,
      period_start,
      period_end,
      ...splitCalls(all, days, daysBefore),
      now,
      before,
      focus,
      names,
    });
    await transaction(db, async function storeDigest(tx) {
      await refuseOlderThanErasure(tx, integration_id, begun);
      const { numUpdatedRows } = await tx
        .updateTable('periods')
        .set({ digest: JSON.stringify(digest), updated_date: o.now().toISOString() })
        .where('integration_id', '=', integration_id)
        .where('id', '=', period_id)
        .where('digest', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      const { subject } = digestCompleted;
      await appendToOutbox(tx, [
        { subject, messageId: `${period_id}:digest`, payload: { integration_id, period_id } },
      ]);
    });
    o.emitted();
  });
}

async function agentNames(db: Db, integrationId: string): Promise<ReadonlyMap<string, string>> {
  const agents = await db
    .selectFrom('agents')
    .select(['user_id', 'name'])
    .where('integration_id', '=', integrationId)
    .execute();
  return new Map(agents.map(({ user_id, name }) => [user_id, name]));
}
