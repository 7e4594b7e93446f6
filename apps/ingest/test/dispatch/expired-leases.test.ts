import { recordingFailed, recordingTranscribed } from '@debrief/contracts/events/recording';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { releaseRecordings } from '../../src/dispatch/release-recordings.ts';
import type { Db } from '../../src/tables.ts';
import { oneTenant, past, settings } from '../fixtures/dispatch.ts';
import { change, type RecordingRow, rowOf, sentOf, transcript } from '../fixtures/ingest-database.ts';

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

t.test('a message nobody has started on is sent again as the same attempt', async (t) => {
  const { db, caller, submit } = await oneTenant(t);
  const row = await expire(db, await submit());
  for (let round = 0; round < 5; round += 1) {
    t.match(await releaseRecordings(db, settings), { sentAgain: 1, failed: { length: 0 } });
    await expire(db, row);
  }
  t.same(attemptsOf(await sentOf(db, caller)), Array(5).fill('recording.submitted 1:1'));
  t.match(await rowOf(db, row), { status: 'QUEUED', attempt: 1, tries: 1 });
});

t.test('a lease that has not run out is left alone', async (t) => {
  const { db, caller, submit } = await oneTenant(t);
  await expire(db, await submit(), { started_at: past, lease_until: '2126-11-20T10:00:00Z' });
  t.match(await releaseRecordings(db, settings), { sentAgain: 0, failed: { length: 0 } });
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
    t.match(await releaseRecordings(db, settings), { sentAgain: 0, failed: [{ id: row.id, attempt: 3 }] });
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
    t.match(await releaseRecordings(db, settings), { failed: { length: 0 } }, 'it is over');
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
    t.match(await releaseRecordings(db, settings, () => false), { sentAgain: 1, failed: { length: 0 } });
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
    t.match(await releaseRecordings(db, settings), { sentAgain: 0, failed: { length: 0 } });
  });
  t.same(await sentOf(db, caller), []);
});
