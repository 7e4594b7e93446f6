import { randomUUID } from 'node:crypto';
import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { type Kysely, sql } from 'kysely';
import t from 'tap';
import { isoInstant, toMilliseconds } from '../src/instants.ts';
import { afterPosition, pageJson, pageOf, pageOrder } from '../src/keyset.ts';
import { testDatabase } from '../src/testing.ts';

const migrations = new URL('./migrations/', import.meta.url);
const SORTS: Sort[] = ['asc', 'desc'];
const integration = randomUUID();
const { database } = await testDatabase(t, { schema: 'notes', migrations });

t.afterEach(() => sql`truncate notes`.execute(database.kysely));

interface Note {
  id: string;
  created_date: string;
}

/** Rows within one millisecond, three to each microsecond: neither a millisecond nor an instant tells them apart. */
async function insertNotes(db: Kysely<unknown>, count: number): Promise<void> {
  await sql`
    insert into notes (integration_id, id, body, created_date)
    select ${integration}, gen_random_uuid(), '',
      '2026-11-20T10:00:00.123Z'::timestamptz + (number / 3) * interval '1 microsecond'
    from generate_series(1, ${count}::int) as number`.execute(db);
}

async function listPage(
  db: Kysely<unknown>,
  o: { sort: Sort; after?: PagePosition | undefined; limit: number },
): Promise<{ rows: Note[]; next: PagePosition | null }> {
  const { rows } = await sql<Note>`
    select id, created_date from notes
    where integration_id = ${integration} and ${afterPosition({ ...o, table: 'notes' })}
    order by ${pageOrder({ sort: o.sort, table: 'notes' })}
    limit ${o.limit + 1}`.execute(db);
  return pageOf(rows, o.limit);
}

async function listAll(
  db: Kysely<unknown>,
  o: { sort: Sort; limit: number; between?: () => Promise<void> },
): Promise<Note[]> {
  const all: Note[] = [];
  let after: PagePosition | undefined;
  for (;;) {
    const page = await listPage(db, { ...o, after });
    all.push(...page.rows);
    if (!page.next) return all;
    after = page.next;
    await o.between?.();
  }
}

for (const sort of SORTS) {
  t.test(`pages (${sort}) hold each row once, in order, though many share a millisecond`, async (t) => {
    await insertNotes(database.kysely, 250);
    const paged = await listAll(database.kysely, { sort, limit: 7 });
    const { rows } = await sql<Note>`select id, created_date from notes
      order by created_date ${sql.raw(sort)}, id ${sql.raw(sort)}`.execute(database.kysely);
    t.same(paged, rows);
    t.equal(new Set(paged.map(({ id }) => id)).size, 250);
  });

  t.test(`rows that come while somebody pages (${sort}) repeat and hide none`, async (t) => {
    await insertNotes(database.kysely, 60);
    const before = (await listAll(database.kysely, { sort, limit: 100 })).map(({ id }) => id);
    let rounds = 0;
    const paged = await listAll(database.kysely, {
      sort,
      limit: 7,
      between: async () => {
        if (rounds++ < 5) await insertNotes(database.kysely, 60);
      },
    });
    const ids = paged.map(({ id }) => id);
    t.equal(new Set(ids).size, ids.length);
    t.same(
      ids.filter((id) => before.includes(id)),
      before,
    );
  });
}

t.test('a last page that is exactly full has no next one', async (t) => {
  await insertNotes(database.kysely, 14);
  const first = await listPage(database.kysely, { sort: 'asc', limit: 7 });
  t.equal(first.rows.length, 7);
  const second = await listPage(database.kysely, { sort: 'asc', limit: 7, after: first.next ?? undefined });
  t.equal(second.rows.length, 7);
  t.equal(second.next, null);
  t.same(pageOf([], 7), { rows: [], next: null });
});

t.test('a page of JSON texts becomes the text that a list answers', async (t) => {
  const rows = ['a', 'b', 'c'].map((id) => ({
    id,
    created_date: '2026-11-20T10:00:00.000000Z',
    body: `{"id":"${id}"}`,
  }));
  t.same(JSON.parse(pageJson(rows, 2)), {
    data: [{ id: 'a' }, { id: 'b' }],
    next: { created_date: '2026-11-20T10:00:00.000000Z', id: 'b' },
  });
  t.equal(pageJson([], 2), '{"data":[],"next":null}');
});

t.test('an instant reads the same whether Postgres or JavaScript writes it', async (t) => {
  await insertNotes(database.kysely, 5);
  const { rows } = await sql<{ created_date: string; written: string }>`
    select created_date, ${isoInstant('notes.created_date')} as written from notes`.execute(database.kysely);
  for (const { created_date, written } of rows) t.equal(written, toMilliseconds(created_date));
});

t.test('a deep page is a step into the index, not a walk over the pages before it', async (t) => {
  await insertNotes(database.kysely, 5_000);
  await sql`analyze notes`.execute(database.kysely);
  const after = { created_date: '2026-11-20T10:00:00.124500Z', id: randomUUID() };
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: object }] }>`
    explain (analyze, format json)
    select id from notes
    where integration_id = ${integration} and ${afterPosition({ sort: 'desc', after, table: 'notes' })}
    order by ${pageOrder({ sort: 'desc', table: 'notes' })} limit 51`.execute(database.kysely);
  const plan = JSON.stringify(rows[0]?.['QUERY PLAN']);
  t.match(plan, /"Scan Direction":"Backward","Index Name":"notes_page"/);
  t.notMatch(plan, /"Sort Key"|Rows Removed by Filter/);
});
