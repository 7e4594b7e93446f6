import { listCountedCalls as operation } from '@debrief/contracts/operations/analytics';
import { afterPosition, pageJson, pageOrder } from '@debrief/database/keyset';
import { handleEach } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../tables.ts';
import { inWindow } from './counted-calls.ts';

/** Which calls a figure counts, by the conditions of the figure itself. */
export function listCountedCalls(db: Db): OperationHandler {
  return handleEach(operation, async ({ caller, input }) => {
    const { limit, sort, after } = input;
    const { rows } = await sql<{ body: string; created_date: string; id: string }>`
      select json_build_object('recording_id', call.id)::text as body, call.created_date, call.id
      from (
        select f.recording_id as id, f.created_date from call_facts f
        where ${sql.join([...inWindow(caller, input), ...ofFigure(input)], sql` and `)}
      ) call
      where ${afterPosition({ sort, after, table: 'call' })}
      order by ${pageOrder({ sort, table: 'call' })}
      limit ${limit + 1}
    `.execute(db);
    return { json: pageJson(rows, limit) };
  });
}

function ofFigure({
  outcome,
  objection,
  rating,
  day,
}: Item<typeof operation>['input']): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (outcome !== undefined) conditions.push(sql`${outcome} = any(f.outcomes)`);
  if (objection !== undefined) conditions.push(sql`${objection} = any(f.objections)`);
  if (rating !== undefined) conditions.push(sql`((f.rating * 1000)::integer + 500) / 1000 = ${rating}`);
  if (conditions.length > 0) conditions.push(sql`f.status = 'COMPLETED' and f.analyzed`);
  if (day !== undefined) conditions.push(sql`(f.occurred_at at time zone 'UTC')::date = ${day}::date`);
  return conditions;
}
