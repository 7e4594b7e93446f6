import { randomUUID } from 'node:crypto';
import { TIMED_OUT } from '@debrief/contracts/errors';
import { inTraces, type SpanAttributes, useTracer } from '@debrief/tracing/tracing';
import { sql } from 'kysely';
import t from 'tap';
import { toMilliseconds } from '../src/instants.ts';
import { createDatabase, createPool, type DatabaseLog, ofEach, prepared, transaction } from '../src/pool.ts';
import { testDatabase } from '../src/testing.ts';
import { emptyDatabase } from './empty-database.ts';

const log: DatabaseLog = { info() {}, warn() {}, error() {} };
const migrations = new URL('./migrations/', import.meta.url);

const { database, url } = await testDatabase(t, { schema: 'notes', migrations });

t.test('instants keep their microseconds, always in one format and in UTC', async (t) => {
  const { rows } = await sql`select
    '2026-11-20 11:00:00.123456+01'::timestamptz as exact,
    '2026-11-20 10:00:00Z'::timestamptz as whole,
    array['2026-11-20 10:00:00.5Z'::timestamptz, null] as list,
    null::timestamptz as nothing,
    date '2026-11-20' as day,
    timestamp '2026-11-20 10:00:00' as local,
    'infinity'::timestamptz as never`.execute(database.kysely);
  t.same(rows, [
    {
      exact: '2026-11-20T10:00:00.123456Z',
      whole: '2026-11-20T10:00:00.000000Z',
      list: ['2026-11-20T10:00:00.500000Z', null],
      nothing: null,
      day: '2026-11-20',
      local: '2026-11-20 10:00:00',
      never: 'infinity',
    },
  ]);
  t.equal(toMilliseconds('2026-11-20T10:00:00.123956Z'), '2026-11-20T10:00:00.123Z');
});

t.test('a bigint is a number, or an error where a number would not be exact', async (t) => {
  const { rows } = await sql`select 9007199254740991 as most, array[1, null]::bigint[] as list`.execute(
    database.kysely,
  );
  t.same(rows, [{ most: Number.MAX_SAFE_INTEGER, list: [1, null] }]);
  await t.rejects(
    sql`select 9007199254740993`.execute(database.kysely),
    /bigint 9007199254740993 does not fit/,
  );
});

t.test('a service sees its own schema only, whatever else the URL says', async (t) => {
  const url = new URL(await emptyDatabase(t));
  url.searchParams.set('options', '-c work_mem=7MB -c search_path=public');
  const database = createDatabase({ url: url.href, schema: 'notes', poolSize: 1, log });
  t.teardown(() => database.close());
  const { rows } =
    await sql`select current_setting('search_path') as path, current_setting('work_mem') as memory,
    current_setting('TimeZone') as zone`.execute(database.kysely);
  t.same(rows, [{ path: 'notes', memory: '7MB', zone: 'UTC' }]);
  t.throws(
    () => createDatabase({ url: url.href, schema: 'notes; drop', poolSize: 1, log }),
    /Invalid schema name "notes; drop"/,
  );
});

t.test('a transaction commits what its body did, or nothing of it', async (t) => {
  const note = (body: string) =>
    sql`insert into notes values (gen_random_uuid(), gen_random_uuid(), ${body})`;
  t.equal(
    await transaction(database.kysely, (tx) =>
      note('kept')
        .execute(tx)
        .then(() => 'answer'),
    ),
    'answer',
  );
  await t.rejects(
    transaction(database.kysely, async function failHalfway(tx) {
      await note('undone').execute(tx);
      throw new Error('halfway');
    }),
    { message: 'halfway' },
  );
  t.same((await sql`select body from notes`.execute(database.kysely)).rows, [{ body: 'kept' }]);
});

t.test('every statement and every wait for a lock has a time limit', async (t) => {
  const quick = createDatabase({ url, schema: 'notes', poolSize: 1, log, statementTimeoutMs: 50 });
  t.teardown(() => quick.close());
  await t.rejects(sql`select pg_sleep(5)`.execute(quick.kysely), {
    message: TIMED_OUT.code,
    cause: { code: '57014' },
  });
  const usual = createDatabase({ url, schema: 'notes', poolSize: 1, log });
  t.teardown(() => usual.close());
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(usual.kysely);
  t.same(rows, [{ statement: '5s', lock: '3s', idle: '15s' }]);
});

t.test('waiting for a lock that another transaction holds fails', async (t) => {
  await transaction(database.kysely, async function holdLock(holder) {
    await sql`lock table notes in access exclusive mode`.execute(holder);
    await t.rejects(
      transaction(database.kysely, async function wantLock(tx) {
        await sql`set local lock_timeout = 50`.execute(tx);
        await sql`select from notes`.execute(tx);
      }),
      { message: TIMED_OUT.code, cause: { code: '55P03' } },
    );
  });
});

t.test('a deadlock keeps its code, by which it is tried again', async (t) => {
  const [one, other] = [randomUUID(), randomUUID()];
  const id = randomUUID();
  for (const note of [one, other])
    await sql`insert into notes values (${id}, ${note}, 'contested')`.execute(database.kysely);
  const firstLocks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const both = [
    [one, other],
    [other, one],
  ].map((order, index) =>
    transaction(database.kysely, async function lockBoth(tx) {
      for (const note of order) {
        await sql`select from notes where integration_id = ${id} and id = ${note} for update`.execute(tx);
        firstLocks[index]?.resolve();
        await Promise.all(firstLocks.map(({ promise }) => promise));
      }
    }),
  );
  const failures = (await Promise.allSettled(both)).filter(({ status }) => status === 'rejected');
  t.match(failures, [{ reason: { code: '40P01' } }]);
});

t.test('a connection that is lost in use fails what it was asked, and nothing else', async (t) => {
  const pool = createPool({ url, schema: 'notes', poolSize: 1, log });
  t.teardown(() => pool.end());
  const client = await pool.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  await t.rejects(client.query('select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)'));
  await ended;
  client.release(true);
  const { rows } = await pool.query('select 1 as one');
  t.strictSame(rows, [{ one: 1 }]);
});

t.test('a statement that is marked is prepared once on its connection, for whatever values', async (t) => {
  await database.kysely.connection().execute(async (one) => {
    const ask = (value: number) =>
      sql<{ twice: number }>`${prepared} select ${value}::int * 2 as twice`.execute(one);
    t.match((await ask(2)).rows, [{ twice: 4 }]);
    t.match((await ask(3)).rows, [{ twice: 6 }]);
    const { rows } = await sql`select from pg_prepared_statements where statement like '%as twice%'`.execute(
      one,
    );
    t.equal(rows.length, 1);
  });
});

t.test('a prepared look-up of a batch is planned once, however short each batch is', async (t) => {
  await database.kysely.connection().execute(async (one) => {
    for (let id = 1; id <= 20; id += 1) {
      const { rows } = await sql<{ id: number }>`${prepared}
        select item.id as id from unnest(${ofEach([id], 'bigint', (each) => each)}) as item (id)
        left join pg_class on pg_class.oid = item.id::oid
      `.execute(one);
      t.same(rows, [{ id }]);
    }
    const { rows } = await sql<{ custom: number; kept: number }>`
      select custom_plans as custom, generic_plans as kept from pg_prepared_statements where statement like '%join pg_class%'
    `.execute(one);
    t.same(rows, [{ custom: 5, kept: 15 }], 'Postgres tries five plans before it keeps one');
  });
});

t.test(
  'a statement is a span of each trace that it runs for, by its first word and without its values',
  async (t) => {
    const spans: { name: string; parent: string | null; attributes: SpanAttributes; error: unknown }[] = [];
    useTracer({
      takes: () => true,
      start(name, parent, { attributes = {} }) {
        const span = { name, parent, attributes, error: undefined as unknown };
        spans.push(span);
        const end = (error?: unknown): void => {
          span.error = error;
        };
        return { traceparent: `${parent}-statement`, end, rename() {} };
      },
    });
    t.teardown(() => useTracer(null));
    const traces = ['one', 'other'];
    await inTraces(traces, () =>
      sql`${prepared} select ${'secret'}::text   as word`.execute(database.kysely),
    );
    t.strictSame(
      spans.map(({ name, parent }) => [name, parent]),
      traces.map((trace) => ['postgres select', trace]),
    );
    t.equal(spans[0]?.attributes['db.query.text'], 'select $1::text as word');
    t.notMatch(JSON.stringify(spans), 'secret');
    await t.rejects(inTraces(['failing'], () => sql`select 1 / 0`.execute(database.kysely)));
    t.match(spans.at(-1), { name: 'postgres select', parent: 'failing', error: /division by zero/ });
  },
);
