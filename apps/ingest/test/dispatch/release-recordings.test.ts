import {
  recordingFailed,
  recordingSubmitted,
  recordingTranscribed,
} from '@debrief/contracts/events/recording';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { leaseFor } from '../../src/dispatch/dispatch-settings.ts';
import { releaseRecordings } from '../../src/dispatch/release-recordings.ts';
import type { Db } from '../../src/tables.ts';
import {
  change,
  ended,
  ingestDatabase,
  type RecordingRow,
  rowOf,
  sentOf,
  submitted,
  tenant,
  transcript,
} from '../fixtures/ingest-database.ts';

const settings = { inFlightPerIntegration: 4, maxAttempts: 3, batchSize: 200, queuedLease: leaseFor(60) };
const past = '2026-11-20T10:00:00Z';

/** A pass looks at every tenant, so each test has a database of its own. */
async function oneTenant(t: Parameters<typeof ingestDatabase>[0]) {
  const { db } = await ingestDatabase(t);
  const caller = tenant();
  return { db, caller, submit: () => submitted(db, caller) };
}

/** As if the recording's message had been taken, or not, and nothing heard of it since its lease ran out. */
async function expire(db: Db, row: RecordingRow, values: Partial<RecordingRow> = {}): Promise<RecordingRow> {
  await change(db, row, { released_at: past, lease_until: past, ...values });
  return rowOf(db, row);
}

function attemptsOf(sent: Awaited<ReturnType<typeof sentOf>>): string[] {
  return sent.map(({ subject, message_id, payload }) => {
    const { recording_id, attempt } = payload.recording;
    return `${subject} ${attempt}${message_id.startsWith(`${recording_id}:${attempt}`) ? message_id.slice(36) : '?'}`;
  });
}

t.test('releases the oldest recordings first, no more than an integration may have in flight', async (t) => {
  const { db, caller, submit } = await oneTenant(t);
  const rows: RecordingRow[] = [];
  for (let index = 0; index < 6; index += 1) rows.push(await submit());
  await change(db, rows[5] as RecordingRow, { queued_at: past });

  t.match(await releaseRecordings(db, settings), { released: 4, sentAgain: 0, failed: 0, full: false });
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
  const { db } = await ingestDatabase(t);
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

t.test('who has least in flight comes first, however long another’s queue is', async (t) => {
  const { db } = await ingestDatabase(t);
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
});

t.test('passes at the same moment release nothing twice and nothing too much', async (t) => {
  const { db, caller, submit } = await oneTenant(t);
  for (let index = 0; index < 10; index += 1) await submit();
  // Connections first, or the first pass would be over before the others have one.
  await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(db)));
  await Promise.all(Array.from({ length: 8 }, () => releaseRecordings(db, settings)));
  const ids = (await sentOf(db, caller)).map(({ payload }) => payload.recording.recording_id);
  t.equal(ids.length, 4);
  t.equal(new Set(ids).size, 4);
});

t.test('a message nobody has started on is sent again as the same attempt', async (t) => {
  const { db, caller, submit } = await oneTenant(t);
  const row = await expire(db, await submit());
  for (let round = 0; round < 5; round += 1) {
    t.match(await releaseRecordings(db, settings), { sentAgain: 1, failed: 0 });
    await expire(db, row);
  }
  t.same(attemptsOf(await sentOf(db, caller)), Array(5).fill('recording.submitted 1:1'));
  t.match(await rowOf(db, row), { status: 'QUEUED', attempt: 1, tries: 1 });
});

t.test('a lease that has not run out is left alone', async (t) => {
  const { db, caller, submit } = await oneTenant(t);
  await expire(db, await submit(), { started_at: past, lease_until: '2126-11-20T10:00:00Z' });
  t.match(await releaseRecordings(db, settings), { sentAgain: 0, failed: 0 });
  t.same(await sentOf(db, caller), []);
});

t.test(
  'an attempt that started and fell silent is followed by the next, then FAILED as timed_out',
  async (t) => {
    const { db, caller, submit } = await oneTenant(t);
    const lost = { status: 'TRANSCRIBING', progress: 40, started_at: past } as const;
    const row = await expire(db, await submit(), lost);
    t.match(await releaseRecordings(db, settings), { sentAgain: 1 });
    t.match(await rowOf(db, row), { status: 'QUEUED', progress: 0, attempt: 2, started_at: null });
    await expire(db, row, lost);
    await releaseRecordings(db, settings);
    const retries = await sentOf(db, caller);
    t.same(attemptsOf(retries), ['recording.submitted 2:2', 'recording.submitted 3:3']);
    await expire(db, row, lost);
    t.match(await releaseRecordings(db, settings), { sentAgain: 0, failed: 1 });
    t.match(await rowOf(db, row), {
      status: 'FAILED',
      progress: 40,
      attempt: 3,
      lease_until: null,
      error: { code: 'timed_out', retryable: true },
    });
    const sent = await sentOf(db, caller);
    t.same(attemptsOf(sent), ['recording.failed 3:3:timed-out'], 'and no more work is asked for');
    t.match(sent[0]?.payload, { stage: 'ingest', error: { code: 'timed_out' } });
    t.ok(Value.Check(recordingFailed.payload, sent[0]?.payload));
    t.match(await releaseRecordings(db, settings), { failed: 0 }, 'it is over');
  },
);

t.test(
  'while silence is no proof nobody is called lost, but what nobody started on is sent again',
  async (t) => {
    const { db, caller, submit } = await oneTenant(t);
    const started = await expire(db, await submit(), {
      started_at: past,
      status: 'TRANSCRIBING',
      progress: 20,
    });
    await expire(db, await submit());
    t.match(await releaseRecordings(db, settings, () => false), { sentAgain: 1, failed: 0 });
    t.same(attemptsOf(await sentOf(db, caller)), ['recording.submitted 1:1']);
    t.same(await rowOf(db, started), started);
  },
);

t.test('tries count from the last submission, attempts for good', async (t) => {
  const { db, submit } = await oneTenant(t);
  const row = await expire(db, await submit(), {
    started_at: past,
    status: 'DOWNLOADING',
    attempt: 9,
    tries: 1,
  });
  await releaseRecordings(db, settings);
  t.match(await rowOf(db, row), { status: 'QUEUED', attempt: 10, tries: 2 });
});

t.test('once transcribed, only the analysis is tried again, from the stored transcript', async (t) => {
  const { db, caller, submit } = await oneTenant(t);
  const stage = { status: 'ANALYZING', progress: 80, transcribed_at: past } as const;
  const row = await expire(db, await submit(), stage);
  await db
    .insertInto('transcripts')
    .values({
      integration_id: row.integration_id,
      recording_id: row.id,
      attempt: 1,
      transcript: JSON.stringify(transcript('kept')),
      body: '',
    })
    .execute();
  await releaseRecordings(db, settings);
  t.match(await rowOf(db, row), { ...stage, transcribed_at: '2026-11-20T10:00:00.000000Z', attempt: 1 });
  await expire(db, row, { started_at: past });
  await releaseRecordings(db, settings);
  t.match(await rowOf(db, row), {
    status: 'ANALYZING',
    progress: 65,
    attempt: 2,
    tries: 2,
    analyzed_at: null,
  });

  const sent = await sentOf(db, caller);
  t.same(attemptsOf(sent), [
    'recording.transcribed 1:1:transcribed',
    'recording.transcribed 2:2:transcribed',
  ]);
  for (const { payload } of sent) {
    t.same(payload.transcript, transcript('kept'));
    t.ok(Value.Check(recordingTranscribed.payload, payload));
  }
  const { attempt } = await db.selectFrom('transcripts').select('attempt').executeTakeFirstOrThrow();
  t.equal(attempt, 2, 'the stored transcript is now that of the new attempt');
});

t.test('an analysis without its transcript starts over', async (t) => {
  const { db, caller, submit } = await oneTenant(t);
  const row = await expire(db, await submit(), {
    status: 'ANALYZING',
    progress: 65,
    started_at: past,
    analyzed_at: past,
  });
  await releaseRecordings(db, settings);
  t.match(await rowOf(db, row), { status: 'QUEUED', progress: 0, attempt: 2, analyzed_at: null });
  t.same(attemptsOf(await sentOf(db, caller)), ['recording.submitted 2:2']);
});

t.test('a recording that a consumer is changing right now is passed over', async (t) => {
  const { db, caller, submit } = await oneTenant(t);
  const row = await expire(db, await submit(), { started_at: past, status: 'TRANSCRIBING', progress: 20 });
  await db.transaction().execute(async (tx) => {
    await change(tx, row, { progress: 21 });
    t.match(await releaseRecordings(db, settings), { sentAgain: 0, failed: 0 });
  });
  t.same(await sentOf(db, caller), []);
});
