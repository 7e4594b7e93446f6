import { type IntegrationCaller, onlyUserOf } from '@debrief/contracts/caller';
import {
  listCalls as operation,
  listCallOverviews as overviewsOperation,
} from '@debrief/contracts/operations/ingest';
import { afterPosition, pageJson, pageOrder } from '@debrief/database/keyset';
import { handleEach } from '@debrief/messaging/handle-each';
import type { Item } from '@debrief/messaging/serve';
import { type RawBuilder, sql } from 'kysely';
import { inStatus, isErasedRecording } from '../recordings/recording-lookup.ts';
import type { Db } from '../tables.ts';
import { callsWithWords, foundSegment, lastLookedAt, readSearch } from '../words/search-words.ts';
import { callBody, overviewBody, overviewBodyWith } from './call-view.ts';

type Listed = Pick<Item<typeof operation>, 'caller' | 'input'>;
/** Clients of the API give no `occurred_*`. */
type ListedHere = Pick<Listed, 'caller'> & {
  input: Listed['input'] & { occurred_gte?: string; occurred_lte?: string };
};

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

export function listCalls(db: Db) {
  return handleEach(operation, async (item) => ({ json: await listPage(db, item, callBody) }));
}

export function listCallOverviews(db: Db) {
  return handleEach(overviewsOperation, async (item) => {
    const { words, ...input } = item.input;
    if (words === undefined) return { json: await listPage(db, item, overviewBody) };
    return { json: await searchPage(db, { caller: item.caller, input }, words) };
  });
}

const tookPlace = sql`coalesce(r.occurred_at, r.created_date)`;

/** The calls of a list in which words were said, each with where. */
async function searchPage(db: Db, { caller, input }: ListedHere, words: string): Promise<string> {
  const { limit, sort, after } = input;
  const search = await readSearch(db, words);
  if (search === null) return pageJson([], limit);
  const people = [onlyUserOf(caller), input.user_id, input.contact_id]
    .filter((id) => id != null)
    .map((id) => id.toLowerCase());
  const page = { integrationId: caller.integration_id, search, people, sort, after };
  const { rows } = await sql<{ body: string; created_date: string; id: string }>`
    with found as materialized (
      select w.created_date, w.id from (${callsWithWords(page)}) w
      cross join lateral (select * from recordings r where r.integration_id = ${caller.integration_id} and r.id = w.id offset 0) r
      where ${sql.join(scopeAndFilters(caller, input), sql` and `)}
      limit ${limit + 1}
    )
    select ${overviewBodyWith(sql`${foundSegment(search)} as found`)} as body, r.created_date, r.id
    from found join recordings r on r.integration_id = ${caller.integration_id} and r.id = found.id
    order by ${pageOrder({ sort, table: 'r' })}
  `.execute(db);
  if (rows.length > limit) return pageJson(rows, limit);
  const next = await lastLookedAt(db, page);
  return `{"data":[${rows.map(({ body }) => body).join(',')}],"next":${JSON.stringify(next)}}`;
}

async function listPage(db: Db, { caller, input }: ListedHere, body: RawBuilder<string>): Promise<string> {
  const { limit, sort, after } = input;
  const conditions = [...scopeAndFilters(caller, input), afterPosition({ sort, after, table: 'r' })];
  const { rows } = await sql<{ body: string; created_date: string; id: string }>`
    select ${body} as body, r.created_date, r.id
    from recordings r
    where ${sql.join(conditions, sql` and `)}
    order by ${pageOrder({ sort, table: 'r' })}
    limit ${limit + 1}
  `.execute(db);
  return pageJson(rows, limit);
}

/** The caller's integration first: every index that a list can use begins with it. */
function scopeAndFilters(caller: IntegrationCaller, input: ListedHere['input']): RawBuilder<unknown>[] {
  const onlyUser = onlyUserOf(caller);
  const filters: RawBuilder<unknown>[] = [
    sql`r.integration_id = ${caller.integration_id}`,
    ...(onlyUser === null ? [] : [sql`r.user_id = ${onlyUser}`]),
    sql`r.kind = 'call'`,
    sql`not ${isErasedRecording}`,
  ];
  for (const column of equalities) {
    if (input[column] !== undefined) filters.push(sql`${sql.ref(`r.${column}`)} = ${input[column]}`);
  }
  if (input.status !== undefined) filters.push(inStatus(input.status));
  // A page after the first begins within the dates. Of two bounds on one side Postgres begins at either.
  const begins = input.after && input.sort;
  if (input.created_date_gte !== undefined && begins !== 'asc') {
    filters.push(sql`r.created_date >= ${input.created_date_gte}::timestamptz`);
  }
  if (input.created_date_lte !== undefined && begins !== 'desc') {
    // Clients read milliseconds, rows have microseconds: a bound includes the whole of its last millisecond.
    filters.push(
      sql`r.created_date < date_trunc('milliseconds', ${input.created_date_lte}::timestamptz) + interval '1 ms'`,
    );
  }
  if (input.occurred_gte !== undefined) {
    filters.push(sql`${tookPlace} >= ${input.occurred_gte}::timestamptz`);
    // A call is submitted a day before it takes place at most, so that an index by arrival can begin there.
    if (begins !== 'asc')
      filters.push(sql`r.created_date >= ${input.occurred_gte}::timestamptz - interval '1 day'`);
  }
  if (input.occurred_lte !== undefined) filters.push(sql`${tookPlace} <= ${input.occurred_lte}::timestamptz`);
  return filters;
}
