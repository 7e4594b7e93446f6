import { listCalls as operation } from '@debrief/contracts/operations/ingest';
import { afterPosition, pageOf, pageOrder } from '@debrief/database/keyset';
import { handle, type Item } from '@debrief/messaging/serve';
import { type RawBuilder, sql } from 'kysely';
import { inStatus } from '../recordings/in-status.ts';
import type { Db } from '../tables.ts';
import { callBody } from './call-view.ts';

type Listed = Item<typeof operation>;

const equalities = [
  'user_id',
  'external_user_id',
  'contact_id',
  'external_contact_id',
  'incoming',
  'source_id',
  'stage_id',
  'external_recording_id',
] as const;

/** Statements of one batch that run at once, so that a burst of lists leaves connections for everything else. */
const CONCURRENT_LISTS = 4;

/**
 * Every item has filters of its own, so each is a statement of its own. Two that ask the same of the same integration
 * in one batch share one.
 */
export function listCalls(db: Db) {
  return handle(operation, async (items) => {
    const keys = items.map(({ caller, input }) => JSON.stringify([caller.integration_id, input]));
    const different = new Map(keys.map((key, index) => [key, items[index] as Listed]));
    const waiting = different.entries();
    const pages = new Map<string, string>();
    const listInTurn = async () => {
      for (const [key, item] of waiting) pages.set(key, await listPage(db, item));
    };
    await Promise.all(Array.from({ length: CONCURRENT_LISTS }, listInTurn));
    return keys.map((key) => ({ json: pages.get(key) as string }));
  });
}

async function listPage(db: Db, { caller, input }: Listed): Promise<string> {
  const { limit, sort, after } = input;
  const conditions = [
    ...scopeAndFilters(caller.integration_id, input),
    afterPosition({ sort, after, table: 'r' }),
  ];
  const { rows } = await sql<{ body: string; created_date: string; id: string }>`
    select ${callBody} as body, r.created_date, r.id
    from recordings r
    where ${sql.join(conditions, sql` and `)}
    order by ${pageOrder({ sort, table: 'r' })}
    limit ${limit + 1}
  `.execute(db);
  const page = pageOf(rows, limit);
  return `{"data":[${page.rows.map(({ body }) => body).join(',')}],"next":${JSON.stringify(page.next)}}`;
}

/** The caller's integration first: it leads every index a list can use. */
function scopeAndFilters(integrationId: string, input: Listed['input']): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [sql`r.integration_id = ${integrationId}`, sql`r.kind = 'call'`];
  for (const column of equalities) {
    if (input[column] !== undefined) filters.push(sql`${sql.ref(`r.${column}`)} = ${input[column]}`);
  }
  if (input.status !== undefined) filters.push(inStatus(input.status));
  if (input.created_date_gte !== undefined) {
    filters.push(sql`r.created_date >= ${input.created_date_gte}::timestamptz`);
  }
  if (input.created_date_lte !== undefined) {
    // Clients read milliseconds, rows have microseconds: a bound includes the whole of its last millisecond.
    filters.push(
      sql`r.created_date < date_trunc('milliseconds', ${input.created_date_lte}::timestamptz) + interval '1 ms'`,
    );
  }
  return filters;
}
