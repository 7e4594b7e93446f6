import { randomUUID } from 'node:crypto';
import type { Erasure } from '@debrief/contracts/events/erasures';
import type { RecordingContext } from '@debrief/contracts/events/recording';
import { fakeRecordingContext } from '@debrief/contracts/testing';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import { isErased, isUserErased, recordErasure, startErasing, whatIsLeft } from '../src/erasures.ts';
import { appendToOutbox, type OutboxTables } from '../src/outbox.ts';
import { type DatabaseLog, type Tx, transaction } from '../src/pool.ts';
import { testDatabase } from '../src/testing.ts';
import { until } from './stream.ts';

t.jobs = 4;

type Tables = OutboxTables & { notes: { integration_id: string; id: string; body: string } };

const migrations = new URL('./migrations/', import.meta.url);

function erasureOf(kind: Erasure['kind'], change: Partial<Erasure> = {}): Erasure {
  const ids = { erasure_id: randomUUID(), integration_id: randomUUID(), subject_id: randomUUID() };
  return { ...ids, kind, with_recordings: kind !== 'user', words: [], ...change };
}

/** Notes whose body is a subject's id are what the service holds of it. */
async function setUp(t: Test) {
  const { database } = await testDatabase<Tables>(t, { schema: 'notes', migrations });
  const db = database.kysely;
  const warnings: string[] = [];
  const log: DatabaseLog = { info() {}, warn: (_, message) => void warnings.push(message), error() {} };
  const looks: boolean[] = [];
  const faults: Error[] = [];
  const outside: string[] = [];
  const left = { asked: 0, until: 0 };
  function erasing() {
    const loop = startErasing<Tables>({
      ...{ db, service: 'notes', log, settleSeconds: 0.3, emitted() {} },
      async erase(tx, { subject_id, is_settled }) {
        looks.push(is_settled);
        const { rows } = await sql`
          delete from notes where ctid = any (array(select ctid from notes where body = ${subject_id} limit 2))
          returning id
        `.execute(tx);
        const fault = faults.pop();
        if (fault !== undefined) throw fault;
        return rows.length === 0 ? 'done' : 'more';
      },
      async isLeft() {
        left.asked += 1;
        return left.asked <= left.until;
      },
      eraseOutside: async (erasures) => void outside.push(...erasures.map(({ subject_id }) => subject_id)),
    });
    t.teardown(() => loop.close());
    return loop;
  }
  const note = (body: string) =>
    db.insertInto('notes').values({ integration_id: randomUUID(), id: randomUUID(), body }).execute();
  const notes = async () => (await db.selectFrom('notes').select('body').execute()).map(({ body }) => body);
  const state = async ({ subject_id }: Erasure) =>
    (
      await sql<{ finished_at: string | null; words: string[] }>`
        select finished_at, words from erasures where subject_id = ${subject_id}`.execute(db)
    ).rows[0];
  const events = async () =>
    (
      await sql<{ subject: string; payload: never }>`select subject, payload from outbox order by id`.execute(
        db,
      )
    ).rows;
  return { db, erasing, note, notes, state, events, looks, faults, outside, left, warnings };
}

t.test(
  'an erasure goes batch by batch, looks once more, forgets the words and says that it is done',
  async (t) => {
    const { db, erasing, note, notes, state, events, looks, outside } = await setUp(t);
    const erasure = erasureOf('contact', { words: ['John Miller'] });
    for (let count = 0; count < 5; count += 1) await note(erasure.subject_id);
    await note('of somebody else');
    await recordErasure(db, erasure);
    erasing();
    await until(async () => (await state(erasure))?.finished_at != null);
    t.strictSame(await notes(), ['of somebody else']);
    t.strictSame((await state(erasure))?.words, []);
    t.strictSame(looks, [false, false, false, false, true], 'three batches, then nothing, twice');
    t.strictSame(outside, [erasure.subject_id, erasure.subject_id]);
    const { erasure_id, integration_id, subject_id } = erasure;
    t.strictSame(await events(), [
      { subject: 'erasure.done', payload: { erasure_id, integration_id, subject_id, service: 'notes' } },
    ]);
  },
);

t.test('while something is on its way out, an erasure does not end', async (t) => {
  const { db, erasing, state, left, events } = await setUp(t);
  const erasure = erasureOf('recording');
  left.until = 2;
  await recordErasure(db, erasure);
  erasing();
  await until(() => left.asked === 2);
  t.equal((await state(erasure))?.finished_at, null);
  await until(async () => (await state(erasure))?.finished_at != null);
  t.equal(left.asked, 3);
  t.equal((await events()).length, 1);
});

t.test('what came between the two looks goes with the second', async (t) => {
  const { db, erasing, note, notes, state, looks } = await setUp(t);
  const erasure = erasureOf('recording');
  await recordErasure(db, erasure);
  erasing();
  await until(() => looks.length === 1);
  await note(erasure.subject_id);
  await until(async () => (await state(erasure))?.finished_at != null);
  t.strictSame(await notes(), []);
});

t.test('a batch that fails is rolled back and tried again, and others go on meanwhile', async (t) => {
  const { db, erasing, note, notes, state, faults, warnings } = await setUp(t);
  const [first, second] = [erasureOf('recording'), erasureOf('recording')];
  faults.push(new Error('killed'));
  await note(first.subject_id);
  await recordErasure(db, first);
  const loop = erasing();
  await until(() => warnings.length === 1);
  t.strictSame(await notes(), [first.subject_id]);
  await recordErasure(db, second);
  loop.wake();
  await until(async () => (await state(second))?.finished_at != null);
  t.match(await state(first), { finished_at: null });
  // As after the clock of the database was set back.
  await sql`
    update erasures set due_at = due_at + interval '1 hour', received_at = received_at + interval '1 hour'
  `.execute(db);
  await until(async () => (await state(first))?.finished_at != null);
  t.strictSame(await notes(), []);
});

t.test('a repeated erasure is done once more', async (t) => {
  const { db, erasing, note, notes, state } = await setUp(t);
  const erasure = erasureOf('recording');
  await recordErasure(db, erasure);
  const loop = erasing();
  await until(async () => (await state(erasure))?.finished_at != null);
  await note(erasure.subject_id);
  await recordErasure(db, erasure);
  t.match(await state(erasure), { finished_at: null });
  loop.wake();
  await until(async () => (await state(erasure))?.finished_at != null);
  t.strictSame(await notes(), []);
});

t.test(
  'events lose the subject, those that were published too; one that the relay has locked goes later',
  async (t) => {
    const { db, erasing, state, events } = await setUp(t);
    const erasure = erasureOf('contact', { words: ['John Miller', 'Jo'] });
    const mine = fakeRecordingContext({ contact_id: erasure.subject_id });
    const other = fakeRecordingContext();
    await transaction(db, (tx) =>
      appendToOutbox(tx, [
        { subject: 'recording.submitted', payload: { recordings: [mine, other] } },
        { subject: 'recording.completed', payload: { recording: mine } },
        { subject: 'recording.completed', payload: { recording: other } },
        { subject: 'key.revoked', payload: { key_id: 'k' } },
      ]),
    );
    await sql`update outbox set published_at = now() where payload ->> 'recording' is not null`.execute(db);
    await sql`
    insert into rejected_events (subject, message_id, reason, payload, is_truncated) values
      ('a', '1', 'r', ${`{"contact_id":"${erasure.subject_id}"`}, true), ('a', '2', 'r', '… JOHN MILLER …', true),
      ('a', '3', 'r', 'Jo', false)
  `.execute(db);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
    const relaying = transaction(db, async (tx) => {
      await sql`select from outbox where subject = 'recording.submitted' for update`.execute(tx);
      isLocked();
      await released;
    });
    await locked;
    await recordErasure(db, erasure);
    erasing();
    await until(async () => (await events()).length === 3);
    t.match(await state(erasure), { finished_at: null });
    release();
    await relaying;
    await until(async () => (await state(erasure))?.finished_at != null);
    t.strictSame((await events()).slice(0, 3), [
      { subject: 'recording.submitted', payload: { recordings: [other] } },
      { subject: 'recording.completed', payload: { recording: other } },
      { subject: 'key.revoked', payload: { key_id: 'k' } },
    ]);
    const { rows: kept } = await sql<{ payload: string }>`select payload from rejected_events`.execute(db);
    t.strictSame(kept, [{ payload: 'Jo' }], 'a short name is found in too much');
  },
);

t.test(
  'the events of a removed user keep the recording without the name, and wait for its transcript',
  async (t) => {
    const erasure = erasureOf('user');
    const mine = fakeRecordingContext({ user_id: erasure.subject_id });
    const other = fakeRecordingContext();
    const anonymous: RecordingContext = { ...mine, user_name: 'Agent', external_user_id: mine.user_id };
    for (const [what, payload, left] of [
      ['several recordings', { recordings: [mine, other] }, { recordings: [anonymous, other] }],
      ['one', { recording: mine }, { recording: anonymous }],
      ['a transcript', { recording: mine, transcript: {} }, null],
      ['the user', { user_id: erasure.subject_id }, null],
    ] as const) {
      t.strictSame(whatIsLeft(payload as never, [erasure]), left, what);
    }
    for (const payload of [
      { recordings: [anonymous, other] },
      { recording: anonymous, transcript: {} },
      { user_id: erasure.subject_id, removed: true },
      { user_id: randomUUID() },
      { recordings: [other] },
      { recording: other },
    ]) {
      t.equal(
        whatIsLeft(payload as never, [erasure]),
        payload,
        `nothing to remove of ${Object.keys(payload)}`,
      );
    }
    const all = { ...erasure, with_recordings: true };
    t.equal(whatIsLeft({ recordings: [mine] }, [all]), null);
    t.equal(whatIsLeft({ recording: mine }, [all, erasure]), null);
  },
);

t.test('a recording is erased with its contact, and with its user where recordings go as well', async (t) => {
  const { db } = await setUp(t);
  const [contact, user, removed] = [
    erasureOf('contact'),
    erasureOf('user', { with_recordings: true }),
    erasureOf('user'),
  ];
  for (const erasure of [contact, user, removed]) await recordErasure(db, erasure);
  const ask = async (erasure: Erasure, change: object) => {
    const none = { integration_id: erasure.integration_id, id: null, user_id: null, contact_id: null };
    const { rows } = await sql<{ recording: boolean; user: boolean }>`
      select ${isErased({ id: 'id', user: 'user_id', contact: 'contact_id' })} as recording,
        ${isUserErased('user_id')} as "user"
      from json_to_record(${JSON.stringify({ ...none, ...change })}::json)
        as r (integration_id uuid, id uuid, user_id uuid, contact_id uuid)
    `.execute(db as unknown as Tx<Tables>);
    return rows[0];
  };
  t.strictSame(await ask(contact, { contact_id: contact.subject_id }), { recording: true, user: false });
  t.strictSame(await ask(user, { user_id: user.subject_id }), { recording: true, user: true });
  t.strictSame(await ask(removed, { user_id: removed.subject_id }), { recording: false, user: true });
  t.strictSame(await ask(removed, { contact_id: contact.subject_id }), { recording: false, user: false });
});
