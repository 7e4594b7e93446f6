import { listPeriods as operation } from '@debrief/contracts/operations/coaching';
import { afterPosition, pageOf, pageOrder } from '@debrief/database/keyset';
import { handle, type Item, type OperationHandler } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { periodBody } from './period-view.ts';

type Listed = Item<typeof operation>;

/** Statements of one batch that run at once, so that a burst of lists leaves connections for everything else. */
const CONCURRENT_LISTS = 4;

/**
 * Every item has a filter and a position of its own, so each is a statement of its own. Two that ask the same of the
 * same integration in one batch share one.
 */
export function listPeriods(db: Db, now: () => Date): OperationHandler {
  return handle(operation, async (items) => {
    const at = now();
    const keys = items.map(({ caller, input }) => JSON.stringify([caller.integration_id, input]));
    const different = new Map(keys.map((key, index) => [key, items[index] as Listed]));
    const waiting = different.entries();
    const pages = new Map<string, string>();
    const listInTurn = async () => {
      for (const [key, item] of waiting) pages.set(key, await listPage(db, item, at));
    };
    await Promise.all(Array.from({ length: CONCURRENT_LISTS }, listInTurn));
    return keys.map((key) => ({ json: pages.get(key) as string }));
  });
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
  const page = pageOf(rows, limit);
  return `{"data":[${page.rows.map(({ body }) => body).join(',')}],"next":${JSON.stringify(page.next)}}`;
}
