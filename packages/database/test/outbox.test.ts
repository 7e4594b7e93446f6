import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import t from 'tap';
import { appendToOutbox, measureOutbox, type OutboxTables } from '../src/outbox.ts';
import { transaction } from '../src/pool.ts';
import { allPublished, numbered, setUp } from './outbox-scene.ts';
import { until } from './stream.ts';

// Each test has a database of its own and mostly waits.
t.jobs = 4;

async function failuresOf(db: Kysely<OutboxTables>, messageId: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select failures from outbox where message_id = ${messageId}`.execute(db);
  return rows[0]?.failures ?? 0;
}

t.test(
  'events go out once their transaction has committed, in their order and as they were written',
  async (t) => {
    const { db, stream, relay } = await setUp(t);
    const { wake } = relay();
    await transaction(db, (tx) =>
      appendToOutbox(tx, [
        { subject: 'recording.submitted', payload: { text: 'Grüß Gott', at: 1.5 }, messageId: 'a:1' },
        { subject: 'recording.failed', payload: { list: [1, null] } },
      ]),
    );
    wake();
    await until(() => stream.messages.length === 2);
    t.match(stream.messages, [
      {
        seq: 1,
        subject: 'recording.submitted',
        json: '{"text":"Grüß Gott","at":1.5}',
        messageId: 'a:1',
      },
      { seq: 2, subject: 'recording.failed', json: '{"list":[1,null]}', messageId: /^[0-9a-f-]{36}$/ },
    ]);
  },
);

t.test('events of a transaction that rolls back never go out', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  await t.rejects(
    transaction(db, async (tx) => {
      await appendToOutbox(tx, [{ subject: 'recording.submitted', payload: {}, messageId: 'undone' }]);
      throw new Error('changed my mind');
    }),
    { message: 'changed my mind' },
  );
  await append('done');
  relay();
  await until(() => allPublished(db));
  t.same(stream.ids, ['done']);
});

t.test('events go out without a wake-up', async (t) => {
  const { stream, relay, append } = await setUp(t);
  relay();
  await append('quiet');
  await until(() => stream.ids.includes('quiet'));
});

t.test('a crash between the publication and the mark sends the event again under the same id', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  await append('twice');
  stream.beforeAck = async () => {
    stream.beforeAck = undefined;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(db);
  };
  relay();
  // The pool may hand the broken connection out once more before it has noticed.
  await until(() => allPublished(db).catch(() => false));
  t.same(stream.attempts, ['twice', 'twice'], 'it was sent twice');
  t.same(stream.ids, ['twice'], 'the stream kept one');
});

t.test('rows that can never be published do not hold up the others', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  const poison = numbered('poison', 150);
  stream.poison = new Set(poison);
  await append(...poison);
  await append('good');
  relay();
  await until(() => stream.ids.includes('good'));
  // Their batch commits a moment after the stream has seen the good one.
  await until(async () => {
    const { rows } = await sql<{ failures: number }>`
      select distinct failures from outbox where published_at is null`.execute(db);
    return rows.every(({ failures }) => failures > 0);
  });
  t.notOk(
    stream.ids.some((id) => stream.poison?.has(id)),
    'each was tried, and none went out',
  );
});

t.test('events that are refused again are not all asked about at once', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  const poison = numbered('poison', 250);
  stream.poison = new Set(poison);
  await append(...poison);
  await sql`update outbox set failures = 1`.execute(db);
  relay();
  await until(() => stream.attempts.length >= 100 && stream.isIdle);
  await append('good');
  await until(() => stream.ids.includes('good'));
  t.ok(stream.attempts.length < 250);
});

t.test('an event whose publication hangs does not hold up the others', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  stream.hanging = new Set(['hangs']);
  await append('hangs');
  const { wake } = relay();
  await until(async () => (await failuresOf(db, 'hangs')) > 0);
  t.same(stream.ids, []);
  const sent = stream.attempts.length;
  await until(() => stream.attempts.length > sent);
  await append('good');
  wake();
  await until(() => stream.ids.includes('good'));
});

t.test('while NATS is away nothing is lost, and everything goes out when it is back', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  stream.isAway = true;
  const ids = numbered('event', 250);
  await append(...ids);
  const { checkStreams } = relay();
  // Back in the middle of a batch it would be the rows' fault that some went out and some did not.
  await until(() => stream.attempts.length > 200 && stream.isIdle);
  stream.isAway = false;
  checkStreams();
  await until(() => allPublished(db));
  t.same([...stream.ids].sort(), [...ids].sort());
  const { rows } = await sql<{ most: number }>`select max(failures) as most from outbox`.execute(db);
  t.same(rows, [{ most: 0 }], 'an outage counts no failure');
});

t.test('events go out at once though the clock was set back, and after their delay otherwise', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  await append('delayed', 'before', 'tried before');
  await sql`update outbox set due_at = now() + interval '1 minute' where message_id = 'delayed'`.execute(db);
  await sql`update outbox set due_at = now() + interval '1 hour' where message_id like '%before'`.execute(db);
  await sql`update outbox set failures = 3 where message_id like 'tried%'`.execute(db);
  relay();
  await until(() => stream.ids.length === 2);
  t.same(stream.ids.sort(), ['before', 'tried before']);
});

t.test('two relays send each event once', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  const ids = numbered('event', 1_000);
  for (let start = 0; start < ids.length; start += 100) await append(...ids.slice(start, start + 100));
  relay();
  relay();
  await until(() => allPublished(db));
  t.equal(stream.attempts.length, 1_000);
  t.same([...stream.ids].sort(), [...ids].sort());
});

t.test('the wait of the oldest event can be measured', async (t) => {
  const { db, append } = await setUp(t);
  t.same(await measureOutbox(db), { waiting: 0, oldestSeconds: 0, refused: 0 });
  await append('one', 'two');
  await sql`update outbox set created_at = now() - interval '1 minute' where message_id = 'one'`.execute(db);
  await sql`update outbox set failures = 1 where message_id = 'two'`.execute(db);
  const { waiting, oldestSeconds, refused } = await measureOutbox(db);
  t.same({ waiting, refused }, { waiting: 2, refused: 1 });
  t.ok(oldestSeconds >= 60 && oldestSeconds < 120);
  t.match(await measureOutbox(db, { countedTo: 1 }), { waiting: 1 });
});

t.test('no events append nothing', async (t) => {
  const { db, append } = await setUp(t);
  await append();
  t.equal((await measureOutbox(db)).waiting, 0);
});

t.test('large events go out in batches that fit into memory, without a pause between them', async (t) => {
  const { db, stream, relay } = await setUp(t);
  const ids = numbered('large', 20);
  const payload = randomBytes(700_000).toString('base64');
  await transaction(db, (tx) =>
    appendToOutbox(
      tx,
      ids.map((messageId) => ({ subject: 'recording.transcribed', payload, messageId })),
    ),
  );
  relay();
  await until(() => allPublished(db));
  t.same(stream.ids, ids);
  t.ok(stream.together < 10, 'eight megabytes are nine of them');
});

t.test('removing published events after a day keeps up with a thousand a second', async (t) => {
  const { db, relay, append, stream } = await setUp(t);
  // What comes until the next look; twenty looks would take minutes.
  await sql`
    insert into outbox (message_id, subject, payload, stream, stream_seq, published_at)
    select 'old-' || id, 'recording.submitted', '{}', 'recordings', id, now() - interval '25 hours'
    from generate_series(1, 20000) as id`.execute(db);
  await append('young');
  await sql`
    update outbox set stream = 'recordings', stream_seq = 20001, published_at = now() - interval '23 hours'
    where message_id = 'young'`.execute(db);
  relay();
  await until(async () => (await sql`select from outbox limit 2`.execute(db)).rows.length === 1);
  t.same(stream.attempts, []);
});
