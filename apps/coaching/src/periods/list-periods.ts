import { listPeriods as operation } from '@debrief/contracts/operations/coaching';
import { afterPosition, pageJson, pageOrder } from '@debrief/database/keyset';
import { handleEach } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { periodBody } from './period-view.ts';

type Listed = Item<typeof operation>;

export function listPeriods(db: Db, now: () => Date): OperationHandler {
  return handleEach(operation, async (item) => ({ json: await listPage(db, item, now()) }));
}

async function listPage(db: Db, { caller, input }: Listed, at: Date): Promise<string> {
  const { limit, sort, after, cadence } = input;
  const { rows } = await sql<{ body: string; created_date: string; id: string }>`
    select ${periodBody(at)} as body, p.created_date, p.id
    from periods p
    where p.integration_id = ${caller.integration_id}
      and ${cadence === undefined ? sql`true` : sql`p.cadence = ${cadence}`}
      and ${afterPosition({ sort, after, table: 'p' })}
    order by ${pageOrder({ sort, table: 'p' })}
    limit ${limit + 1}
  `.execute(db);
  return pageJson(rows, limit);
}
