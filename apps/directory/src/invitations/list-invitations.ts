import { listInvitations as operation } from '@debrief/contracts/operations/directory-invitations';
import type { PendingInvitation } from '@debrief/contracts/resources/invitation';
import { toMilliseconds } from '@debrief/database/instants';
import { afterPosition, pageOf, pageOrder } from '@debrief/database/keyset';
import { handleEach } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export function listInvitations(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async (item) => ({ ok: await listPage(db, item) }));
}

async function listPage(db: Kysely<Tables>, { caller, input }: Item<typeof operation>) {
  const { limit, sort, after } = input;
  const { rows } = await sql<{ id: string; email: string; created_date: string }>`
    select i.id, i.email, i.created_date
    from invitations i
    where i.integration_id = ${caller.integration_id} and i.status = 'PENDING' and i.expires_date > now()
      and ${afterPosition({ sort, after, table: 'i' })}
    order by ${pageOrder({ sort, table: 'i' })}
    limit ${limit + 1}
  `.execute(db);
  const page = pageOf(rows, limit);
  const data = page.rows.map(
    ({ id, email, created_date }): PendingInvitation => ({
      id,
      email,
      status: 'pending',
      created_date: toMilliseconds(created_date),
    }),
  );
  return { data, next: page.next };
}
