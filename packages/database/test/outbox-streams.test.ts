import { sql } from 'kysely';
import t from 'tap';
import { measureOutbox } from '../src/outbox.ts';
import { allPublished, numbered, setUp } from './outbox-scene.ts';
import { until } from './stream.ts';

// Each test has a database of its own and mostly waits.
t.jobs = 4;

t.test('a new stream gets the events of the last day again, and no older ones', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  await append('yesterday', 'today', 'now');
  const { checkStreams, wake } = relay();
  await until(() => allPublished(db));
  await sql`update outbox set published_at = now() - interval '25 hours' where message_id = 'yesterday'`.execute(
    db,
  );
  stream.renew();
  checkStreams();
  await until(() => stream.messages.length === 2);
  t.same([...stream.ids].sort(), ['now', 'today']);

  stream.renew();
  await append('later');
  wake();
  await until(() => stream.messages.length === 3);
  t.same([...stream.ids].sort(), ['later', 'now', 'today'], 'the next acknowledgement alone shows it, too');
});

t.test('a new stream gets every event of a busy day again', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  await append('first');
  const first = relay();
  await until(() => allPublished(db));
  await first.close();
  await sql`
    insert into outbox (message_id, subject, payload, published_at, stream, stream_seq)
    select 'event-' || id, 'recording.submitted', '{}', now(), 'recordings', id
    from generate_series(2, 25001) as id`.execute(db);
  stream.renew();
  // It publishes nothing yet, so that all that are to be published can be counted.
  const { promise: counted, resolve } = Promise.withResolvers<void>();
  stream.beforeAck = () => counted;
  relay();
  await until(async () => (await measureOutbox(db)).waiting === 25_001);
  resolve();
});

t.test('a stream that has given its subject to another is still compared', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  await append('first');
  const { checkStreams } = relay();
  await until(() => allPublished(db));
  await sql`update outbox_stream set stream = 'before'`.execute(db);
  await sql`update outbox set stream = 'before'`.execute(db);
  checkStreams();
  await until(async () => (await sql`select from outbox_stream`.execute(db)).rows.length === 0);
  await append('second');
  await until(() => allPublished(db));
  stream.renew();
  checkStreams();
  await until(() => stream.ids.includes('second'));
});

t.test('a relay that starts notices that the stream was renewed while it was down', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  await append('kept');
  const first = relay();
  await until(() => allPublished(db));
  await first.close();
  stream.renew();
  relay();
  await until(() => stream.messages.length === 1);
  t.same(stream.ids, ['kept']);
});

t.test('a stream that cannot be asked yet is asked again', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  await append('kept');
  const first = relay();
  await until(() => allPublished(db));
  await first.close();
  stream.renew();
  stream.isAway = true;
  relay();
  await until(() => stream.questions > 2);
  stream.isAway = false;
  await until(() => stream.messages.length === 1);
  t.same(stream.ids, ['kept']);
});

t.test('a stream that lost its end gets exactly that end again', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  const { checkStreams } = relay();
  await append(...numbered('event', 5));
  await until(() => allPublished(db));
  stream.attempts = [];
  stream.loseAfter(3);
  checkStreams();
  await until(() => stream.messages.length === 5);
  t.equal(stream.attempts.length, 2);
});

t.test(
  'a server that was started again gets the newest events again, also those from between others',
  async (t) => {
    const { db, stream, relay, append } = await setUp(t);
    const { checkStreams } = relay();
    await append(...numbered('event', 5));
    await until(() => allPublished(db));
    stream.attempts = [];
    checkStreams();
    const asked = stream.questions;
    await until(() => stream.questions > asked);
    t.same(stream.attempts, [], 'none without a start');
    stream.restart('event-1', 'event-3');
    checkStreams();
    await until(() => stream.messages.length === 5);
    t.equal(stream.attempts.length, 5);
  },
);

t.test('so it does when the relay was not running meanwhile, and only once', async (t) => {
  const { db, stream, relay, append } = await setUp(t);
  const first = relay();
  await append('kept', 'lost');
  await until(() => allPublished(db));
  await first.close();
  stream.restart('lost');
  await relay().close();
  const { wake } = relay();
  await until(() => stream.messages.length === 2);
  await append('later');
  wake();
  await until(() => stream.messages.length === 3);
  t.equal(stream.attempts.length, 5);
});
