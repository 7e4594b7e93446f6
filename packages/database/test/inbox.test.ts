import { sql } from 'kysely';
import t from 'tap';
import { claimMessage, startInboxSweep } from '../src/inbox.ts';
import type { OutboxTables } from '../src/outbox.ts';
import { createDatabase, type DatabaseLog, transaction } from '../src/pool.ts';
import { testDatabase } from '../src/testing.ts';
import { emptyDatabase } from './empty-database.ts';
import { until } from './stream.ts';

const migrations = new URL('./migrations/', import.meta.url);
const log: DatabaseLog = { info() {}, warn() {}, error() {} };

t.test('a message is claimed once by each consumer', async (t) => {
  const { database } = await testDatabase<OutboxTables>(t, { schema: 'notes', migrations });
  const claim = (consumer: string, id: string) =>
    transaction(database.kysely, (tx) => claimMessage(tx, consumer, id));
  t.equal(await claim('coaching', 'm1'), true);
  t.equal(await claim('coaching', 'm1'), false);
  t.equal(await claim('coaching', 'm2'), true);
  t.equal(await claim('analytics', 'm1'), true);
});

t.test('a claim whose transaction rolls back leaves the message to the next delivery', async (t) => {
  const { database } = await testDatabase<OutboxTables>(t, { schema: 'notes', migrations });
  await t.rejects(
    transaction(database.kysely, async (tx) => {
      await claimMessage(tx, 'coaching', 'm1');
      throw new Error('disk full');
    }),
  );
  t.equal(await transaction(database.kysely, (tx) => claimMessage(tx, 'coaching', 'm1')), true);
});

t.test('of deliveries at the same moment one wins', async (t) => {
  const { database } = await testDatabase<OutboxTables>(t, { schema: 'notes', migrations });
  const claims = await Promise.all(
    Array.from({ length: 5 }, () =>
      transaction(database.kysely, async (tx) => {
        const claimed = await claimMessage(tx, 'coaching', 'm1');
        await sql`select pg_sleep(0.02)`.execute(tx);
        return claimed;
      }),
    ),
  );
  t.equal(claims.filter(Boolean).length, 1);
});

t.test('messages that can no longer come again are forgotten', async (t) => {
  const { database } = await testDatabase<OutboxTables>(t, { schema: 'notes', migrations });
  const db = database.kysely;
  await sql`insert into inbox (consumer, message_id, received_at) values
    ('coaching', 'old', now() - interval '8 days'), ('coaching', 'recent', now() - interval '6 days')`.execute(
    db,
  );
  const sweep = startInboxSweep({ db, log });
  t.teardown(() => sweep.close());
  await until(async () => (await sql`select from inbox`.execute(db)).rows.length === 1);
  t.same((await sql`select message_id from inbox`.execute(db)).rows, [{ message_id: 'recent' }]);
});

t.test('a sweep that fails is told, and does no harm', async (t) => {
  const database = createDatabase<OutboxTables>({
    url: await emptyDatabase(t),
    schema: 'nowhere',
    poolSize: 1,
    log,
  });
  t.teardown(() => database.close());
  const warnings: string[] = [];
  const warn = (_: object, message: string): void => void warnings.push(message);
  const sweep = startInboxSweep({ db: database.kysely, log: { ...log, warn } });
  await sweep.close();
  t.same(warnings, ['old inbox rows could not be removed; the next sweep tries again']);
});
