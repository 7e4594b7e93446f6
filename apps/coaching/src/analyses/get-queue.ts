import { getQueue as operation } from '@debrief/contracts/operations/coaching';
import { integrationsWith, leaseNow } from '@debrief/database/leased-work';
import { queueReport } from '@debrief/database/queue-report';
import { handleEach } from '@debrief/messaging/handle-each';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/** Of an integration with more that waits, the oldest are looked at. */
const COUNTED_TO = 10_000;

const integrations = integrationsWith('integration', sql.table('analyses_due'), sql`true`);

export function getQueue(db: Db, { countedTo = COUNTED_TO }: { countedTo?: number } = {}) {
  return handleEach(operation, async ({ input }) => ({
    json: await queueReport(db, {
      integrationId: input.integration_id,
      limit: input.limit,
      countedTo,
      unfinished,
      integrations,
      shown: sql`id, rerun_id`,
    }),
  }));
}

function unfinished(limit: number) {
  const mine = sql`from analyses_due r where r.integration_id = integration.integration_id`;
  return sql`
    (
      select r.id, r.rerun_id, r.queued_at, case when r.waits_for is null then 'waiting' else 'stuck' end as state,
        r.waits_for, clock_timestamp() - (${leaseNow} - r.waiting_since) as since
      ${mine} and r.claimed_at is null order by r.queued_at, r.id limit ${limit}
    )
    union all
    (select r.id, r.rerun_id, r.queued_at, 'running', null, null ${mine} and r.claimed_at is not null)
  `;
}
