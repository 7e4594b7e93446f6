import { sql } from 'kysely';
import t, { type Test } from 'tap';
import { openDatabase } from '../src/open-database.ts';
import type { DatabaseLog } from '../src/pool.ts';
import { emptyDatabase } from './empty-database.ts';
import { until } from './stream.ts';

const log: DatabaseLog = { info() {}, warn() {}, error() {} };
const migrations = new URL('./migrations/', import.meta.url);
const event = {
  subject: 'note.written',
  messageId: 'm-1',
  reason: 'unreadable',
  payload: '{',
  isTruncated: false,
};

async function open(t: Test, url: string) {
  const database = await openDatabase<unknown>({ url, schema: 'notes', poolSize: 2, migrations, log });
  t.teardown(() => database.close());
  const kept = async () =>
    (
      await sql<{ message_id: string }>`
        select message_id, subject, reason, payload, is_truncated from rejected_events order by id`.execute(
        database.db,
      )
    ).rows;
  return { ...database, kept };
}

t.test('a rejected event is kept once, as Postgres can hold it', async (t) => {
  const { keepRejected, kept } = await open(t, await emptyDatabase(t));
  const strange = { ...event, messageId: 'm-2', payload: 'NUL \0, half \ud800', isTruncated: true };
  for (const one of [event, event, strange]) await keepRejected(one);
  const row = { subject: 'note.written', reason: 'unreadable', is_truncated: false };
  t.same(await kept(), [
    { ...row, message_id: 'm-1', payload: '{' },
    { ...row, message_id: 'm-2', payload: 'NUL \ufffd, half \ufffd', is_truncated: true },
  ]);
});

t.test('the newest ten thousand are kept', async (t) => {
  const { db, keepRejected, kept } = await open(t, await emptyDatabase(t));
  await sql`
    insert into rejected_events (subject, message_id, reason, payload, is_truncated)
    select 'note.written', 'old-' || id, '', '', false from generate_series(1, 10000) as id`.execute(db);
  await keepRejected(event);
  const ids = (await kept()).map(({ message_id }) => message_id);
  t.equal(ids.length, 10_000);
  t.same([ids[0], ids.at(-1)], ['old-2', 'm-1']);
});

t.test('after thirty days they are removed', async (t) => {
  const url = await emptyDatabase(t);
  const { db, keepRejected } = await open(t, url);
  for (const messageId of ['old', 'young']) await keepRejected({ ...event, messageId });
  await sql`
    update rejected_events
    set created_at = now() - case message_id when 'old' then interval '31 days' else interval '29 days' end`.execute(
    db,
  );
  const { kept } = await open(t, url);
  await until(async () => (await kept()).length === 1);
  t.match(await kept(), [{ message_id: 'young' }]);
});

t.test('what cannot be kept fails, so that it is delivered again', async (t) => {
  const { keepRejected, close } = await open(t, await emptyDatabase(t));
  await close();
  await t.rejects(keepRejected(event));
});
