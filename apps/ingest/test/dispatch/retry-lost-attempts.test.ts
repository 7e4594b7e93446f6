import { recordingFailed, recordingTranscribed } from '@debrief/contracts/events/recording';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { releaseRecordings } from '../../src/dispatch/release-recordings.ts';
import {
  analyzing,
  attemptsOf,
  dispatchDatabase,
  expire,
  keepTranscript,
  past,
  settings,
} from '../fixtures/dispatch.ts';
import { change, rowOf, sentOf, transcript } from '../fixtures/ingest-database.ts';

const { db, oneTenant } = await dispatchDatabase(t);

t.test('a lease that has not run out is left alone', async (t) => {
  const { caller, submit } = oneTenant();
  await expire(db, await submit(), { started_at: past, lease_until: '2126-11-20T10:00:00Z' });
  t.match(await releaseRecordings(db, settings), { retried: 0, failed: { length: 0 } });
  t.same(await sentOf(db, caller), []);
});

t.test(
  'an attempt that started and fell silent is followed by the next, then FAILED as timed_out',
  async (t) => {
    const { caller, submit } = oneTenant();
    const lost = { status: 'TRANSCRIBING', progress: 40, started_at: past } as const;
    const row = await expire(db, await submit(), lost);
    t.match(await releaseRecordings(db, settings), { retried: 1 });
    t.match(await rowOf(db, row), { status: 'QUEUED', progress: 0, attempt: 2, started_at: null });
    await expire(db, row, lost);
    await releaseRecordings(db, settings);
    const retries = await sentOf(db, caller);
    t.same(attemptsOf(retries), ['recording.submitted 3:3'], 'nothing of the lost one is left');
    await expire(db, row, lost);
    t.match(await releaseRecordings(db, settings), {
      retried: 0,
      failed: [{ recording: { recording_id: row.id, attempt: 3 } }],
    });
    t.match(await rowOf(db, row), {
      status: 'FAILED',
      progress: 40,
      attempt: 3,
      lease_until: null,
      error: { code: 'timed_out', retryable: true },
    });
    const sent = await sentOf(db, caller);
    t.same(attemptsOf(sent), ['recording.failed 3:3:timed-out'], 'and no work is left');
    t.match(sent[0]?.payload, { stage: 'ingest', error: { code: 'timed_out' } });
    t.ok(Value.Check(recordingFailed.payload, sent[0]?.payload));
    t.match(await releaseRecordings(db, settings), { failed: { length: 0 } }, 'it is over');
  },
);

t.test('no attempt is lost while silence is not proof', async (t) => {
  const { caller, submit } = oneTenant();
  const started = await expire(db, await submit(), {
    started_at: past,
    status: 'TRANSCRIBING',
    progress: 20,
  });
  t.match(await releaseRecordings(db, settings, () => false), { retried: 0, failed: { length: 0 } });
  t.same(await sentOf(db, caller), []);
  t.same(await rowOf(db, started), started);
});

t.test('tries count from the last submission, attempts for good', async (t) => {
  const { submit } = oneTenant();
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
  const { caller, submit } = oneTenant();
  const row = await expire(db, await submit(), { ...analyzing, started_at: past });
  await keepTranscript(db, row, 'kept');
  for (const attempt of [2, 3]) {
    t.match(await releaseRecordings(db, settings), { retried: 1 });
    t.match(await rowOf(db, row), {
      status: 'ANALYZING',
      progress: 65,
      transcribed_at: '2026-11-20T10:00:00.000000Z',
      attempt,
      tries: attempt,
      analyzed_at: null,
    });
    const sent = await sentOf(db, caller);
    t.same(attemptsOf(sent), [`recording.transcribed ${attempt}:${attempt}:transcribed`]);
    t.same(sent[0]?.payload.transcript, transcript('kept'));
    t.ok(Value.Check(recordingTranscribed.payload, sent[0]?.payload));
    const kept = await db.selectFrom('transcripts').select('attempt').executeTakeFirstOrThrow();
    t.equal(kept.attempt, attempt, 'the stored transcript is now that of the new attempt');
    await expire(db, row, { started_at: past });
  }
});

t.test('transcripts are sent again a few at a time, and keep no other recording waiting', async (t) => {
  const { caller, submit } = oneTenant();
  for (let index = 0; index < 5; index += 1) {
    const row = await expire(db, await submit(), { ...analyzing, started_at: past });
    await keepTranscript(db, row, `kept ${index}`);
  }
  await expire(db, await submit(), { started_at: past, lease_until: '2026-11-20T11:00:00Z' });
  const small = { ...settings, transcriptBatchSize: 2 };
  t.match(await releaseRecordings(db, small), { retried: 3, full: true });
  t.same(attemptsOf(await sentOf(db, caller)).sort(), [
    'recording.submitted 2:2',
    'recording.transcribed 2:2:transcribed',
    'recording.transcribed 2:2:transcribed',
  ]);
  t.match(await releaseRecordings(db, small), { retried: 2, full: true });
  t.match(await releaseRecordings(db, small), { retried: 1, full: false });
});

t.test('an analysis without its transcript starts over', async (t) => {
  const { caller, submit } = oneTenant();
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

t.test('a recording that a consumer has locked is skipped', async (t) => {
  const { caller, submit } = oneTenant();
  const row = await expire(db, await submit(), { started_at: past, status: 'TRANSCRIBING', progress: 20 });
  await db.transaction().execute(async (tx) => {
    await change(tx, row, { progress: 21 });
    t.match(await releaseRecordings(db, settings), { retried: 0, failed: { length: 0 } });
  });
  t.same(await sentOf(db, caller), []);
});
