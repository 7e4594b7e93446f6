import type { Contact } from '@debrief/contracts/resources/contact';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import { listContacts } from '../../src/contacts/list-contacts.ts';
import { allPages } from '../fixtures/answers.ts';
import { item, resolve } from '../fixtures/submission.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const { db, integration } = await testDirectory(t);
const list = listContacts(db);

/** As many contacts of the last hour, each with a name of its own that only says its number. */
async function insertContacts(scope: string, count: number): Promise<void> {
  await sql`
    insert into contacts (integration_id, id, external_contact_id, name, name_key, created_date)
    select ${scope}::uuid, uuidv7(), 'old-' || n, 'Number ' || n, 'number ' || n,
      now() - interval '1 hour' + n * interval '0.5 s'
    from generate_series(1, ${count}::integer) n
  `.execute(db);
}

const resolveNew = (scope: string, batch: string, count: number, contact_name = 'Rare Bird') =>
  resolve(
    db,
    Array.from({ length: count }, (_, at) =>
      item(scope, {
        external_contact_id: `${batch}-${at}`,
        contact_name,
        contact_emails: ['bird@example.com'],
      }),
    ),
  );

/** By block, how many there are. */
async function blocksOf(scope: string): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from contacts where integration_id = ${scope}
    group by place / 4096 order by place / 4096
  `.execute(db);
  return rows.map(({ count }) => count);
}

/** Every page of a search has what the list has, in its order. */
async function assertFound(t: Test, scope: string, question: object, names: string): Promise<void> {
  for (const sort of ['asc', 'desc'] as const) {
    const pages = await allPages<Contact>(list, scope, { limit: 3, sort, ...question });
    const { rows } = await sql<{ id: string }>`
      select id from contacts where integration_id = ${scope} and strpos(name_key, ${names}) > 0
      order by created_date ${sql.raw(sort)}, id ${sql.raw(sort)}
    `.execute(db);
    t.same(
      pages.flat().map(({ id }) => id),
      rows.map(({ id }) => id),
      `${JSON.stringify(question)} ${sort}`,
    );
  }
}

t.test('a batch of contacts stays in one block, and the next one begins another', async (t) => {
  const scope = await integration();
  await insertContacts(scope, 4_094);
  await resolveNew(scope, 'first', 4);
  t.same(await blocksOf(scope), [4_098]);
  await resolveNew(scope, 'second', 4);
  t.same(await blocksOf(scope), [4_098, 4]);
  await assertFound(t, scope, { name: 'rare bird' }, 'rare bird');
  await assertFound(t, scope, { email: 'Bird@example.com' }, 'rare bird');
  await assertFound(t, scope, { name: 'number 409' }, 'number 409');
  t.same(await allPages(list, scope, { limit: 3, sort: 'asc', ...{ name: 'nobody' } }), [[]]);
});

t.test('what is created by a clock that was set back stands in the block of its neighbours', async (t) => {
  const scope = await integration();
  await insertContacts(scope, 4_095);
  await resolveNew(scope, 'first', 1);
  await resolveNew(scope, 'second', 2);
  t.same(await blocksOf(scope), [4_096, 2]);
  // Behind the last contacts of the first block, whose places are all taken, and before all.
  for (const ago of ['1 minute', '2 hours'])
    await sql`
      insert into contacts (integration_id, id, external_contact_id, name, name_key, created_date)
      select ${scope}::uuid, uuidv7(), 'late-' || ${ago} || n, 'Late Bird', 'late bird', now() - ${ago}::interval + n * interval '1 ms'
      from generate_series(1, 5) n
    `.execute(db);
  t.same(await blocksOf(scope), [4_106, 2]);
  await assertFound(t, scope, { name: 'bird' }, 'bird');
});

t.test('each integration counts its own', async (t) => {
  const [scope, other] = [await integration(), await integration()];
  await insertContacts(scope, 4_097);
  await resolveNew(other, 'first', 1);
  t.same(await blocksOf(scope), [4_096, 1]);
  t.same(await blocksOf(other), [1]);
});
