import type { RecordingContext } from '@debrief/contracts/events/recording';
import { fakeRecordingContext } from '@debrief/contracts/testing';
import t from 'tap';
import { recordAnalyzed, recordAttempts, recordCompleted, recordFailed } from '../src/record-calls.ts';
import { analyticsDatabase, conversation } from './fixtures/analytics-database.ts';

const { db } = await analyticsDatabase(t);
const analysis = { rating: 4.2, outcomes: ['Appointment Set'], objections: ['Price'], conversation };

function factOf(recordingId: string) {
  return db
    .selectFrom('call_facts')
    .selectAll()
    .where('recording_id', '=', recordingId)
    .executeTakeFirstOrThrow();
}

t.test('a recording becomes one fact in any order of its events', async (t) => {
  const record = {
    submitted: (recording: RecordingContext) => recordAttempts(db, [recording]),
    analyzed: (recording: RecordingContext) => recordAnalyzed(db, [{ recording, ...analysis }]),
    completed: (recording: RecordingContext) => recordCompleted(db, [recording]),
  };
  for (const order of [
    ['submitted', 'analyzed', 'completed'],
    ['completed', 'analyzed', 'submitted'],
    ['analyzed', 'completed', 'submitted'],
    ['submitted', 'submitted', 'completed', 'analyzed', 'analyzed', 'completed'],
  ] as const) {
    const recording = fakeRecordingContext();
    for (const event of order) await record[event](recording);
    t.match(await factOf(recording.recording_id), {
      status: 'COMPLETED',
      attempt: 1,
      user_id: recording.user_id,
      duration_seconds: 61.5,
      analyzed: true,
      rating: 4.2,
      outcomes: ['Appointment Set'],
      objections: ['Price'],
      talk_ratio: '0.6',
      error_code: null,
    });
  }
});

t.test('a failed recording keeps its reason until it is tried again', async (t) => {
  const recording = fakeRecordingContext();
  await recordAttempts(db, [recording]);
  await recordFailed(db, [{ recording, error: { code: 'download_not_found' } }]);
  t.match(await factOf(recording.recording_id), { status: 'FAILED', error_code: 'download_not_found' });
  await recordAttempts(db, [{ ...recording, attempt: 2, duration_seconds: 70 }]);
  t.match(await factOf(recording.recording_id), {
    status: 'PROCESSING',
    error_code: null,
    duration_seconds: 70,
  });
});

t.test('an attempt that completed has not failed, whichever event arrives first', async (t) => {
  const fail = (recording: RecordingContext) =>
    recordFailed(db, [{ recording, error: { code: 'timed_out' } }]);
  const complete = (recording: RecordingContext) => recordCompleted(db, [recording]);
  for (const [first, second] of [
    [complete, fail],
    [fail, complete],
  ] as const) {
    const recording = fakeRecordingContext();
    await recordAnalyzed(db, [{ recording, ...analysis }]);
    await first(recording);
    await second(recording);
    t.match(await factOf(recording.recording_id), { status: 'COMPLETED', error_code: null, rating: 4.2 });
    await fail({ ...recording, attempt: 2 });
    t.match(await factOf(recording.recording_id), {
      status: 'FAILED',
      error_code: 'timed_out',
      rating: null,
    });
  }
});

t.test('an older attempt changes nothing, a newer one starts over', async (t) => {
  const recording = fakeRecordingContext({ attempt: 2 });
  await recordAnalyzed(db, [{ recording, ...analysis }]);
  await recordFailed(db, [{ recording: { ...recording, attempt: 1 }, error: { code: 'timed_out' } }]);
  t.match(await factOf(recording.recording_id), {
    status: 'PROCESSING',
    attempt: 2,
    rating: 4.2,
    error_code: null,
  });
  await recordAttempts(db, [{ ...recording, attempt: 3 }]);
  t.match(await factOf(recording.recording_id), { attempt: 3, analyzed: false, rating: null, outcomes: [] });
});

t.test('the same recording id in two integrations is two facts', async (t) => {
  const one = fakeRecordingContext();
  const other = fakeRecordingContext({ recording_id: one.recording_id });
  await recordCompleted(db, [one]);
  await recordFailed(db, [{ recording: other, error: { code: 'internal' } }]);
  const facts = await db
    .selectFrom('call_facts')
    .select('status')
    .where('recording_id', '=', one.recording_id)
    .execute();
  t.strictSame(facts.map(({ status }) => status).sort(), ['COMPLETED', 'FAILED']);
});

t.test(
  'recordings submitted together are facts together, and one that has got further stays as it is',
  async (t) => {
    const [fresh, further, failed, newer] = [0, 1, 2, 3].map(() => fakeRecordingContext()) as [
      RecordingContext,
      RecordingContext,
      RecordingContext,
      RecordingContext,
    ];
    await recordCompleted(db, [further]);
    await recordFailed(db, [{ recording: failed, error: { code: 'timed_out' } }]);
    await recordAnalyzed(db, [{ recording: { ...newer, attempt: 3 }, ...analysis }]);
    await recordAttempts(db, [
      fresh,
      further,
      { ...failed, attempt: 2, duration_seconds: 70 },
      { ...newer, attempt: 2 },
    ]);
    await recordAttempts(db, [fresh]);
    t.match(await factOf(fresh.recording_id), { status: 'PROCESSING', attempt: 1, analyzed: false });
    t.match(await factOf(further.recording_id), { status: 'COMPLETED', attempt: 1 });
    t.match(await factOf(failed.recording_id), {
      status: 'PROCESSING',
      attempt: 2,
      duration_seconds: 70,
      error_code: null,
    });
    t.match(await factOf(newer.recording_id), { attempt: 3, analyzed: true });
    await recordAttempts(db, []);
  },
);

t.test('of events of one recording that are recorded together the newest attempt counts', async (t) => {
  const [recording, other] = [fakeRecordingContext(), fakeRecordingContext()];
  const again = { ...recording, attempt: 2 };
  const analyses = [again, recording, again, other].map((recording) => ({ recording, ...analysis }));
  await recordAnalyzed(db, analyses);
  await recordFailed(db, [
    { recording, error: { code: 'internal' } },
    { recording: other, error: { code: 'timed_out' } },
  ]);
  t.match(await factOf(recording.recording_id), { status: 'PROCESSING', attempt: 2, analyzed: true });
  t.match(await factOf(other.recording_id), { status: 'FAILED', error_code: 'timed_out', rating: 4.2 });
});

t.test(
  'the analysis of the newest rerun is kept, in one batch and in whichever order they arrive',
  async (t) => {
    const reruns = [
      undefined,
      '01900000-0000-7000-8000-00000000000a',
      '01900000-0000-7000-8000-00000000000b',
    ];
    for (const [one, two, three] of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ] as const) {
      const recording = fakeRecordingContext();
      const analyses = [one, two, three].map((index) => {
        const rerun_id = reruns[index];
        const own = { ...analysis, rating: 3 + index / 2, outcomes: [`by ${index}`] };
        return { recording, ...own, ...(rerun_id === undefined ? {} : { rerun_id }) };
      });
      const newest = { analyzed: true, rating: 4, outcomes: ['by 2'], rerun_id: reruns[2] };
      await recordAnalyzed(db, analyses);
      t.match(await factOf(recording.recording_id), newest, `${one} ${two} ${three} at once`);
      for (const again of analyses) await recordAnalyzed(db, [again]);
      t.match(await factOf(recording.recording_id), newest, `${one} ${two} ${three} one by one`);
      await recordAnalyzed(db, [{ recording: { ...recording, attempt: 2 }, ...analysis }]);
      const first = { attempt: 2, rating: 4.2, rerun_id: null };
      t.match(await factOf(recording.recording_id), first, 'another attempt starts over');
    }
  },
);

t.test('an analysis that is reported once more replaces what is known of it', async (t) => {
  const recording = fakeRecordingContext();
  await recordAnalyzed(db, [{ recording, ...analysis, rating: 2 }]);
  await recordAnalyzed(db, [{ recording, ...analysis }]);
  t.match(await factOf(recording.recording_id), { rating: 4.2, rerun_id: null });
});
