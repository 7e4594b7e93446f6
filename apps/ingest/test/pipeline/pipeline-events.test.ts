import { RecordingContext, recordingCompleted } from '@debrief/contracts/events/recording';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { submitRecording } from '../../src/recordings/submit-recording.ts';
import {
  ask,
  change,
  ended,
  ingestDatabase,
  rowOf,
  sentOf,
  submission,
  tenant,
} from '../fixtures/ingest-database.ts';
import { pipelineOf } from '../fixtures/pipeline.ts';

const { db } = await ingestDatabase(t);
const { claimed, transcribed, analyzed, failed, textsOf, completions } = pipelineOf(db);

t.test('a transcript makes the recording ANALYZING, and its analysis then makes it COMPLETED', async (t) => {
  const recording = await claimed();
  t.equal(await transcribed(recording.row), true);
  t.match(await rowOf(db, recording.row), { status: 'ANALYZING', progress: 65, finished_at: null });
  t.equal(await textsOf(recording), 'TRANSCRIPT_NOT_READY');

  t.equal(await analyzed(recording.row), 1);
  t.match(await rowOf(db, recording.row), { status: 'COMPLETED', progress: 100, lease_until: null });
  t.same(await textsOf(recording), ['hello', 'hi']);
  const [completion, ...more] = await completions(recording);
  t.same(more, []);
  t.equal(completion?.message_id, `${recording.row.id}:1:completed`);
  t.ok(Value.Check(recordingCompleted.payload, completion?.payload));
  t.same(Object.keys(completion?.payload.recording ?? {}), Object.keys(RecordingContext.properties));
  const subjects = (await sentOf(db, recording.caller)).map(({ subject }) => subject);
  t.same(subjects, [recordingCompleted.subject], 'the transcript has left the outbox');
});

t.test('results of an analysis count only while it is what is missing', async (t) => {
  const recording = await claimed();
  t.same([await analyzed(recording.row), await failed(recording.row)], [0, 0], 'not before the transcript');
  t.match(await rowOf(db, recording.row), { status: 'DOWNLOADING' });
  await transcribed(recording.row);
  t.equal(await failed(recording.row, 1, 'ingest'), 0, 'an event of this service itself is not a result');
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => analyzed(recording.row)));
  t.equal(outcomes.filter(Boolean).length, 1, 'and once');
  t.equal((await completions(recording)).length, 1);
  const after = await rowOf(db, recording.row);
  t.same([await analyzed(recording.row), await failed(recording.row)], [0, 0]);
  t.same(await rowOf(db, recording.row), after);
});

t.test('results of an older attempt are refused, before and after the recording is finished', async (t) => {
  const recording = await claimed();
  await change(db, recording.row, { attempt: 2 });
  const row = await rowOf(db, recording.row);
  t.equal(await transcribed(recording.row, 'old'), false);
  await transcribed(row, 'new');
  const before = await rowOf(db, row);
  t.same([await analyzed(row, 1), await failed(row, 1)], [0, 0]);
  t.same(await rowOf(db, row), before);
  await analyzed(row);
  t.same([await failed(row, 1), await transcribed(recording.row, 'old')], [0, false]);
  t.same(await textsOf(recording), ['new', 'hi']);
});

t.test('a failed analysis ends the recording with its reason, and nothing later changes it', async (t) => {
  const recording = await claimed();
  await transcribed(recording.row);
  t.equal(await failed(recording.row), 1);
  const after = await rowOf(db, recording.row);
  t.match(after, { status: 'FAILED', progress: 65, error: { code: 'analysis_failed', retryable: true } });
  t.same(await sentOf(db, recording.caller), [], 'the transcript has left the outbox');
  t.same(
    [await failed(recording.row), await transcribed(recording.row), await analyzed(recording.row)],
    [0, false, 0],
  );
  t.same(await rowOf(db, recording.row), after);
});

t.test('results of an unknown recording change nothing', async (t) => {
  const { row } = await claimed();
  const stranger = { ...row, integration_id: tenant().integration_id };
  t.same([await transcribed(stranger), await analyzed(stranger), await failed(stranger)], [false, 0, 0]);
  t.match(await rowOf(db, row), { status: 'DOWNLOADING', attempt: 1 });
});

t.test('after a new submission of a FAILED recording the old transcript is not served', async (t) => {
  const recording = await claimed();
  const { caller, row } = recording;
  await transcribed(row, 'first');
  await failed(row);
  await ask(
    submitRecording(db, () => {}),
    [{ caller, input: submission({ recording_id: row.external_recording_id }) }],
  );
  t.equal(await textsOf(recording), 'TRANSCRIPT_NOT_READY');
  await change(db, row, { ...ended.completed, attempt: 2 });
  t.equal(await textsOf(recording), 'TRANSCRIPT_NOT_READY', 'not even of a row that says COMPLETED');
});

t.test('any text is served unchanged', async (t) => {
  const recording = await claimed();
  const text = 'a\u0000b \ud800 c \\u0000 "quoted" {1,2} \\N ü';
  await transcribed(recording.row, text);
  await analyzed(recording.row);
  t.same(await textsOf(recording), [text, 'hi']);
});
