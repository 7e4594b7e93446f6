import { listCalls as operation } from '@debrief/contracts/operations/ingest';
import type { PagePosition } from '@debrief/contracts/paging';
import { handle, type Item } from '@debrief/messaging/serve';
import type { Static } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../tables.ts';
import { callBody } from './call-view.ts';

type Listed = Item<typeof operation>;

const equalities = [
  'user_id',
  'external_user_id',
  'contact_id',
  'external_contact_id',
  'status',
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
  const direction = sort === 'asc' ? sql`asc` : sql`desc`;
  const beyond = sort === 'asc' ? sql`>` : sql`<`;
  const start = after && sql`(r.created_date, r.id) ${beyond} (${after.created_date}::timestamptz, ${after.id}::uuid)`;
  const conditions = [...scopeAndFilters(caller.integration_id, input), ...(start ? [start] : [])];
  const { rows } = await sql<{ body: string; position: Static<typeof PagePosition> }>`
    select ${callBody} as body, json_build_object(
      'created_date', to_char(r.created_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'id', r.id
    ) as position
    from recordings r
    where ${sql.join(conditions, sql` and `)}
    order by r.created_date ${direction}, r.id ${direction}
    limit ${limit + 1}
  `.execute(db);
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? (page.at(-1)?.position ?? null) : null;
  return `{"data":[${page.map(({ body }) => body).join(',')}],"next":${JSON.stringify(next)}}`;
}

/** The caller's integration first: it leads every index a list can use. */
function scopeAndFilters(integrationId: string, input: Listed['input']): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [
    sql`r.integration_id = ${integrationId}`,
    sql`r.kind = 'call'`,
  ];
  for (const column of equalities) {
    if (input[column] !== undefined) filters.push(sql`${sql.ref(`r.${column}`)} = ${input[column]}`);
  }
  // The index of FAILED recordings goes by their error.
  if (input.status === 'FAILED') filters.push(sql`r.error is not null`);
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
