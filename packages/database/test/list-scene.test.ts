import { sql } from 'kysely';
import t from 'tap';
import { afterPosition, pageOrder } from '../src/keyset.ts';
import type { ListQuestion, ListScene } from '../src/list-scene.ts';
import { findSlowLists } from '../src/testing.ts';

const question = (filters: string, input: object): ListQuestion => ({
  list: 'items',
  filters,
  input,
  reach: 'page',
});

const items: ListScene<unknown> = {
  schema: 'shop',
  migrations: new URL('lists/', import.meta.url),
  withJobs: false,
  tables: { items: 'items' },
  questions: [
    question('none', {}),
    question('colour, none', { colour: 'blue' }),
    question('size, none', { size: 9 }),
  ],
  async fill(db, { tenant, rows }) {
    await sql`
      insert into items (integration_id, id, colour, size, created_date)
      select ${tenant}::uuid, gen_random_uuid(), 'red', n % 8, now() + n * interval '1 s'
      from generate_series(1, ${rows}::integer) n
    `.execute(db);
  },
  async ask(db, { tenant, question: { input }, page }) {
    const conditions = Object.entries(input).map(([name, value]) => sql`r.${sql.ref(name)} = ${value}`);
    await sql`
      select * from items r
      where ${sql.join([sql`r.integration_id = ${tenant}`, ...conditions, afterPosition({ ...page, table: 'r' })], sql` and `)}
      order by ${pageOrder({ sort: page.sort, table: 'r' })} limit ${page.limit}
    `.execute(db);
  },
};

t.test('lists without an index for their filter are told from those that have one', async (t) => {
  const slow = await findSlowLists(items);
  t.same(
    slow.map((line) => line.replace(/: .*/, '')),
    ['items by size, none, asc, page 1', 'items by size, none, desc, page 80'],
  );
  t.match(slow[0], /9000 rows, all of items/);
});
