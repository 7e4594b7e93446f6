import { listInvitations as operation } from '@debrief/contracts/operations/directory-invitations';
import type { PendingInvitation } from '@debrief/contracts/resources/invitation';
import { toMilliseconds } from '@debrief/database/instants';
import { afterPosition, pageOf, pageOrder } from '@debrief/database/keyset';
import { handle, type Item, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Statements of one batch that run at once, so that a burst of lists leaves connections for everything else. */
const CONCURRENT_LISTS = 4;

export function listInvitations(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const waiting = items.entries();
    const pages: Awaited<ReturnType<typeof listPage>>[] = [];
    const listInTurn = async () => {
      for (const [index, item] of waiting) pages[index] = await listPage(db, item);
    };
    await Promise.all(Array.from({ length: CONCURRENT_LISTS }, listInTurn));
    return pages.map((page) => ({ ok: page }));
  });
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
