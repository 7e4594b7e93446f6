import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { getUser as operation } from '@debrief/contracts/operations/directory-people';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { userOfEach } from './user-lookup.ts';
import { userBody } from './user-view.ts';

export function getUser(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const sought = items.map(({ caller, input }) => ({ caller, identifier: input }));
    const { rows } = await sql<{ body: string | null }>`
      select case when r.id is not null then ${userBody} end as body
      from ${userOfEach(sought)}
      order by item.ord
    `.execute(db);
    return rows.map(({ body }) =>
      body === null ? { error: new DebriefError(USER_NOT_FOUND) } : { json: body },
    );
  });
}
