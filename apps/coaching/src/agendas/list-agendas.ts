import { onlyUserOf } from '@debrief/contracts/caller';
import { DebriefError, PERIOD_NOT_FOUND } from '@debrief/contracts/errors';
import { listAgendas as operation } from '@debrief/contracts/operations/coaching';
import { afterPosition, pageJson, pageOrder } from '@debrief/database/keyset';
import { handleEach } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { agendaBody } from './agenda-view.ts';

type Listed = Item<typeof operation>;

/** The agendas of an integration, or of one of its periods, which has at most one for each agent. */
export function listAgendas(db: Db, webAppUrl: string): OperationHandler {
  const body = agendaBody(webAppUrl);
  return handleEach(operation, async (item) => {
    if (item.input.period_id !== undefined && !(await hasPeriod(db, item)))
      return { error: new DebriefError(PERIOD_NOT_FOUND) };
    return { json: await listPage(db, item, body) };
  });
}

async function hasPeriod(db: Db, { caller, input }: Listed): Promise<boolean> {
  const period = await db
    .selectFrom('periods')
    .select('id')
    .where('integration_id', '=', caller.integration_id)
    .where('id', '=', input.period_id ?? '')
    .executeTakeFirst();
  return period !== undefined;
}

async function listPage(
  db: Db,
  { caller, input }: Listed,
  body: ReturnType<typeof agendaBody>,
): Promise<string> {
  const { limit, sort, after, period_id, generation_status, user_id, external_user_id } = input;
  const onlyUser = onlyUserOf(caller);
  const { rows } = await sql<{ body: string; created_date: string; id: string }>`
    with page as (
      select a.* from agendas a
      where a.integration_id = ${caller.integration_id}
        and ${onlyUser === null ? sql`true` : sql`a.user_id = ${onlyUser}`}
        and ${period_id === undefined ? sql`true` : sql`a.period_id = ${period_id}`}
        and ${generation_status === undefined ? sql`true` : sql`a.generation_status = ${generation_status}`}
        and ${user_id === undefined ? sql`true` : sql`a.user_id = ${user_id}`}
        and ${external_user_id === undefined ? sql`true` : sql`a.external_user_id = ${external_user_id}`}
        and ${afterPosition({ sort, after, table: 'a' })}
      order by ${pageOrder({ sort, table: 'a' })}
      limit ${limit + 1}
    )
    select ${body} as body, a.created_date, a.id
    from page a
    -- Looked up for each row: joined otherwise, more periods would be read than the page has.
    cross join lateral (
      select * from periods where integration_id = a.integration_id and id = a.period_id limit 1
    ) p
    order by ${pageOrder({ sort, table: 'a' })}
  `.execute(db);
  return pageJson(rows, limit);
}
