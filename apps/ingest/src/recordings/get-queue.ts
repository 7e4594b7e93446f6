import type { OutputOf } from '@debrief/contracts/define';
import {
  getQueue as operation,
  getOwnQueue as ownOperation,
} from '@debrief/contracts/operations/ingest-queue';
import { leaseNow } from '@debrief/database/leased-work';
import { queueReport } from '@debrief/database/queue-report';
import { handleEach } from '@debrief/messaging/handle-each';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../tables.ts';
import { isRequestRefused } from '../work/request-analysis.ts';
import { openIntegrations } from './recording-lookup.ts';
import { waitsFor } from './recording-state-view.ts';

/** Of an integration with more recordings in a state, the oldest are looked at. */
const COUNTED_TO = 10_000;

export function getQueue(db: Db, { countedTo = COUNTED_TO }: { countedTo?: number } = {}) {
  return handleEach(operation, async ({ input }) => ({
    json: await queueReport(db, {
      integrationId: input.integration_id,
      limit: input.limit,
      countedTo,
      unfinished,
      integrations: openIntegrations,
      shown: sql`id, status`,
    }),
  }));
}

/** That of the caller's integration alone. */
export function getOwnQueue(db: Db) {
  return handleEach(ownOperation, async ({ caller }) => {
    const report = await queueReport(db, {
      ...{ integrationId: caller.integration_id, limit: 1, countedTo: COUNTED_TO },
      ...{ unfinished, integrations: openIntegrations, shown: sql`id, status` },
    });
    const { integrations, counted_to } = JSON.parse(report) as OutputOf<typeof operation>;
    return { ok: { queue: integrations[0] ?? null, counted_to } };
  });
}

/** On the clock of the database, what is known on that of the leases. */
const leasedSince = sql`case
  when r.transcribed_at is not null then null
  when r.claimed_at is null then r.waiting_since
  else r.paused_at
end`;
/** Since when the recording `r` waits for that, over all the times that a worker tried it meanwhile. */
const since = sql`coalesce(clock_timestamp() - (${leaseNow} - ${leasedSince}), r.status_since)`;

/** By the index of each state. */
function unfinished(limit: number): RawBuilder<unknown> {
  const mine = (state: RawBuilder<unknown>) => sql`
    select r.id, r.status, r.queued_at, ${state} as state, ${waitsFor} as waits_for, ${since} as since
    from recordings r where r.integration_id = integration.integration_id
  `;
  return sql`
    (${mine(sql`case when r.waits_for is null then 'waiting' else 'stuck' end`)}
      and r.claimed_at is null and r.transcribed_at is null and r.finished_at is null
      order by r.queued_at, r.id limit ${limit})
    union all
    (${mine(sql`case when r.analysis_requests > 1 or ${isRequestRefused} then 'stuck' else 'running' end`)}
      and r.transcribed_at is not null and r.finished_at is null order by r.transcribed_at limit ${limit})
    union all
    (${mine(sql`'running'`)} and r.claimed_at is not null)
  `;
}
