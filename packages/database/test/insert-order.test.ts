import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import t from 'tap';
import { lockInsertOrder } from '../src/insert-order.ts';
import { transaction } from '../src/pool.ts';
import { holdInsertLock, testDatabase } from '../src/testing.ts';

const migrations = new URL('./migrations/', import.meta.url);
const { database } = await testDatabase(t, { schema: 'notes', migrations });
const db = database.kysely;

async function write(body: string, ...integrations: string[]): Promise<void> {
  await sql`
    with item as (select unnest(${integrations}::uuid[]) as integration_id),
    ${lockInsertOrder('notes', sql`select integration_id from item`)}
    insert into notes (integration_id, id, body, created_date)
    select integration_id, gen_random_uuid(), ${body}, insert_order.at from item cross join insert_order`.execute(
    db,
  );
}

async function listed(integration: string): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from notes where integration_id = ${integration} order by created_date`.execute(db);
  return rows.map(({ body }) => body);
}

t.test('rows that are inserted while others have not committed come after them, and no sooner', async (t) => {
  const [integration, other] = [randomUUID(), randomUUID()];
  const first = await holdInsertLock(db, 'notes', integration);
  const rows = Promise.all([write('one', integration), write('other', integration)]);
  await first.awaited(2);
  await write('of another', other);
  t.same(await listed(other), ['of another'], 'other tenants do not wait');
  t.same(await listed(integration), [], 'nothing is seen before what comes before it');
  const committed = await first.commit();
  await rows;
  const { rows: dates } = await sql<{ created_date: string }>`
    select created_date from notes where integration_id = ${integration}`.execute(db);
  t.equal(dates.length, 2);
  for (const { created_date } of dates) t.ok(created_date > committed);
});

t.test('batches that share tenants in any order wait for each other, never in a ring', async (t) => {
  const integrations = Array.from({ length: 20 }, () => randomUUID());
  await Promise.all(
    Array.from({ length: 40 }, (_, batch) => {
      const order = [...integrations.slice(batch % 20), ...integrations.slice(0, batch % 20)];
      return write('shared', ...(batch % 2 === 0 ? order : order.reverse()));
    }),
  );
  for (const integration of integrations) t.equal((await listed(integration)).length, 40);
});

t.test('a transaction that holds the lock and falls silent is ended after two seconds', async (t) => {
  const integration = randomUUID();
  const silent = transaction(db, async function insertAndFallSilent(tx) {
    await sql`with ${lockInsertOrder('notes', sql`select ${integration}::uuid`)} select from insert_order`.execute(
      tx,
    );
    await write('not kept waiting for long', integration);
  });
  await t.rejects(silent);
  t.equal((await listed(integration)).length, 1);
});

t.test('a statement that inserts nothing waits for nobody', async (t) => {
  const first = await holdInsertLock(db, 'notes', randomUUID());
  await t.resolves(write('nothing'));
  await first.commit();
});
