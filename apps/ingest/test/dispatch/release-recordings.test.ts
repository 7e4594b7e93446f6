import { recordingSubmitted } from '@debrief/contracts/events/recording';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { releaseRecordings } from '../../src/dispatch/release-recordings.ts';
import { dispatchDatabase, past, settings } from '../fixtures/dispatch.ts';
import { change, ended, type RecordingRow, sentOf, submitted, tenant } from '../fixtures/ingest-database.ts';

const { db, oneTenant } = await dispatchDatabase(t);

t.test('releases the oldest recordings first, no more than an integration may have in flight', async (t) => {
  const { caller, submit } = oneTenant();
  const rows: RecordingRow[] = [];
  for (let index = 0; index < 6; index += 1) rows.push(await submit());
  await change(db, rows[5] as RecordingRow, { queued_at: past });

  t.match(await releaseRecordings(db, settings), {
    released: 4,
    retried: 0,
    failed: { length: 0 },
    full: false,
  });
  const oldest = [5, 0, 1, 2].map((index) => rows[index]?.id);
  const sent = await sentOf(db, caller);
  t.same(
    sent.map(({ payload }) => payload.recording.recording_id),
    oldest,
  );
  t.match(await releaseRecordings(db, settings), { released: 0 }, 'every place is taken');

  await change(db, rows[5] as RecordingRow, ended.completed);
  await change(db, rows[0] as RecordingRow, ended.failed);
  t.match(await releaseRecordings(db, settings), { released: 2 }, 'what has ended holds no place');
});

t.test('the message says everything a worker needs', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller, {
    incoming: true,
    rubric: 'discovery',
    ai_models: [{ model: 'whisper-1', type: 'transcription' }],
  });
  await releaseRecordings(db, settings);
  const [message] = await sentOf(db, caller);
  t.equal(message?.subject, recordingSubmitted.subject);
  t.equal(message?.message_id, `${row.id}:1`);
  t.ok(Value.Check(recordingSubmitted.payload, message?.payload));
  t.match(message?.payload, {
    recording_url: row.recording_url,
    recording: {
      organization_id: caller.organization_id,
      integration_id: caller.integration_id,
      recording_id: row.id,
      analysis_id: row.analysis_id,
      attempt: 1,
      incoming: true,
      rubric: 'discovery',
      duration_seconds: 61.5,
      ai_models: [{ model: 'whisper-1', type: 'transcription' }],
      occurred_at: `${row.created_date.slice(0, 23)}Z`,
      created_date: `${row.created_date.slice(0, 23)}Z`,
    },
  });
});

t.test(
  'the integration with the fewest in flight comes first, however long another’s queue is',
  async (t) => {
    const [many, few] = [tenant(), tenant()];
    for (let index = 0; index < 12; index += 1) await submitted(db, many);
    const [one, two] = [await submitted(db, few), await submitted(db, few)];
    // One place is left in the pass that both are released by.
    await releaseRecordings(db, { ...settings, batchSize: 3 });
    t.same((await sentOf(db, many)).length, 2);
    t.same(
      (await sentOf(db, few)).map(({ payload }) => payload.recording.recording_id),
      [one.id],
    );
    t.match(await releaseRecordings(db, { ...settings, batchSize: 1 }), { released: 1, full: true });
    t.same(
      (await sentOf(db, few)).map(({ payload }) => payload.recording.recording_id),
      [one.id, two.id],
    );
  },
);

t.test('concurrent passes release nothing twice and never too much', async (t) => {
  const { caller, submit } = oneTenant();
  for (let index = 0; index < 10; index += 1) await submit();
  // Connections first, or the first pass would be over before the others have one.
  await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(db)));
  await Promise.all(Array.from({ length: 8 }, () => releaseRecordings(db, settings)));
  const ids = (await sentOf(db, caller)).map(({ payload }) => payload.recording.recording_id);
  t.equal(ids.length, 4);
  t.equal(new Set(ids).size, 4);
});
