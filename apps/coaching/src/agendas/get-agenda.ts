import { onlyUserOf } from '@debrief/contracts/caller';
import { AGENDA_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { getAgenda as operation } from '@debrief/contracts/operations/coaching';
import { ofEach, prepared } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { agendaBody } from './agenda-view.ts';

export function getAgenda(db: Db, webAppUrl: string): OperationHandler {
  const body = agendaBody(webAppUrl);
  return handle(operation, async (items) => {
    const { rows } = await sql<{ body: string | null }>`${prepared}
      select case when a.id is not null then ${body} end as body
      from unnest(
        ${ofEach(items, 'uuid', ({ caller }) => caller.integration_id)},
        ${ofEach(items, 'uuid', ({ caller }) => onlyUserOf(caller))},
        ${ofEach(items, 'uuid', ({ input }) => input.id)}
      ) with ordinality as item (integration_id, only_user_id, id, ord)
      left join agendas a on a.integration_id = item.integration_id and a.id = item.id
        and (item.only_user_id is null or a.user_id = item.only_user_id)
      left join periods p on p.integration_id = a.integration_id and p.id = a.period_id
      order by item.ord
    `.execute(db);
    return rows.map(({ body }) =>
      body === null ? { error: new DebriefError(AGENDA_NOT_FOUND) } : { json: body },
    );
  });
}
