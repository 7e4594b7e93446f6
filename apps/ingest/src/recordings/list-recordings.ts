import { listRecordings as operation } from '@debrief/contracts/operations/ingest-queue';
import { handle, type Item } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { inStatus, knownIntegrations } from './recording-lookup.ts';
import { recordingState } from './recording-state-view.ts';

/** Newest first. An operator's operation: one statement an item, one after another. */
export function listRecordings(db: Db) {
  return handle(operation, async (items) => {
    const outcomes: { json: string }[] = [];
    for (const { input } of items) outcomes.push({ json: `{"data":[${(await list(db, input)).join(',')}]}` });
    return outcomes;
  });
}

async function list(db: Db, input: Item<typeof operation>['input']): Promise<string[]> {
  const { status, integration_id: integrationId, limit } = input;
  const { rows } = await sql<{ state: string }>`
    with recursive ${
      integrationId === undefined
        ? knownIntegrations
        : sql`integration as (select ${integrationId}::uuid as integration_id)`
    }
    select ${recordingState} as state
    from integration
    cross join (values ('call'), ('roleplay')) as kinds (kind)
    cross join lateral (
      select r.* from recordings r
      where r.integration_id = integration.integration_id and r.kind = kinds.kind
        ${status === undefined ? sql`` : sql`and ${inStatus(status)}`}
      order by r.created_date desc, r.id desc
      limit ${limit}
    ) r
    order by r.created_date desc, r.id desc
    limit ${limit}
  `.execute(db);
  return rows.map(({ state }) => state);
}
