import { DebriefError, PERIOD_NOT_FOUND } from '@debrief/contracts/errors';
import { getPeriod as operation } from '@debrief/contracts/operations/coaching';
import { ofEach, prepared } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { periodDetailBody } from './period-view.ts';

export function getPeriod(db: Db, now: () => Date): OperationHandler {
  return handle(operation, async (items) => {
    const { rows } = await sql<{ body: string | null }>`${prepared}
      select case when p.id is not null then ${periodDetailBody(now())} end as body
      from unnest(
        ${ofEach(items, 'uuid', ({ caller }) => caller.integration_id)},
        ${ofEach(items, 'uuid', ({ input }) => input.id)}
      ) with ordinality as item (integration_id, id, ord)
      left join periods p on p.integration_id = item.integration_id and p.id = item.id
      order by item.ord
    `.execute(db);
    return rows.map(({ body }) =>
      body === null ? { error: new DebriefError(PERIOD_NOT_FOUND) } : { json: body },
    );
  });
}
