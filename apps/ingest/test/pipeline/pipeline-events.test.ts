import { RecordingContext, recordingCompleted } from '@debrief/contracts/events/recording';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { failRecordings } from '../../src/pipeline/fail-recordings.ts';
import { submitRecording } from '../../src/recordings/submit-recording.ts';
import {
  ask,
  change,
  ended,
  ingestDatabase,
  rowOf,
  submission,
  tenant,
} from '../fixtures/ingest-database.ts';
import { failureOf, pipelineOf } from '../fixtures/pipeline.ts';

const { db } = await ingestDatabase(t);
const { inTransaction, released, transcribed, analyzed, failed, textsOf, completions } = pipelineOf(db);

t.test('a transcript makes the recording ANALYZING, and its analysis then makes it COMPLETED', async (t) => {
  const recording = await released();
  t.equal(await transcribed(recording.row), 0);
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
  t.match(completion?.payload.recording, { recording_id: recording.row.id, attempt: 1 });
});

t.test('an analysis that comes before its transcript waits for it', async (t) => {
  const recording = await released();
  t.equal(await analyzed(recording.row), 0);
  t.match(await rowOf(db, recording.row), { status: 'ANALYZING', progress: 65, transcribed_at: null });
  t.equal(await transcribed(recording.row), 1);
  t.match(await rowOf(db, recording.row), { status: 'COMPLETED', progress: 100 });
  t.equal((await completions(recording)).length, 1);
});

t.test('both at the same moment, several times, complete it once', async (t) => {
  const recording = await released();
  const { row } = recording;
  const both = () => [transcribed(row), analyzed(row)];
  const outcomes = await Promise.all([...both(), ...both(), ...both()]);
  t.equal(outcomes.filter(Boolean).length, 1);
  t.equal((await completions(recording)).length, 1);
  const after = await rowOf(db, row);
  t.same([await transcribed(row, 'again'), await analyzed(row), await failed(row)], [0, 0, 0]);
  t.same(await rowOf(db, row), after);
  t.same(await textsOf(recording), ['hello', 'hi']);
});

t.test('results of an older attempt are refused, before and after the recording is finished', async (t) => {
  const recording = await released();
  await change(db, recording.row, { attempt: 2 });
  const { row } = { row: await rowOf(db, recording.row) };
  t.same([await transcribed(row, 'old', 1), await analyzed(row, 1), await failed(row, 1)], [0, 0, 0]);
  t.same(await rowOf(db, row), row);
  await transcribed(row, 'new');
  await analyzed(row);
  t.same([await transcribed(row, 'old', 1), await failed(row, 1)], [0, 0]);
  t.same(await textsOf(recording), ['new', 'hi']);
});

t.test('a failure ends the recording with its reason, and nothing that comes later changes it', async (t) => {
  const recording = await released();
  await change(db, recording.row, { status: 'TRANSCRIBING', progress: 35 });
  t.equal(await failed(recording.row), 1);
  const after = await rowOf(db, recording.row);
  t.match(after, {
    status: 'FAILED',
    progress: 35,
    lease_until: null,
    error: { code: 'audio_empty', message: 'The recording is an empty file', retryable: false },
  });
  t.same(
    [await failed(recording.row), await transcribed(recording.row), await analyzed(recording.row)],
    [0, 0, 0],
  );
  t.same(await rowOf(db, recording.row), after);
});

t.test('a transcript that is stored is not lost to a late failure of the same transcription', async (t) => {
  const recording = await released();
  const { row } = recording;
  await transcribed(row);
  const after = await rowOf(db, row);
  t.equal(await failed(row), 0);
  t.same(await rowOf(db, row), after);
  const other = await released();
  const both = [failureOf(row), failureOf(other.row)];
  t.equal(
    await inTransaction((tx) => failRecordings(tx, both)),
    1,
    'and takes no other of its batch with it',
  );
  t.equal(await failed(row, 1, 'coaching'), 1, 'while its analysis can still fail');
  t.match(await rowOf(db, row), { status: 'FAILED', error: { code: 'audio_empty' } });
});

t.test('results of an unknown recording change nothing', async (t) => {
  const { row } = await released();
  const stranger = { ...row, integration_id: tenant().integration_id };
  t.same([await transcribed(stranger), await analyzed(stranger), await failed(stranger)], [0, 0, 0]);
  t.match(await rowOf(db, row), { status: 'QUEUED', attempt: 1 });
});

t.test('after a new submission of a FAILED recording the old transcript is not served', async (t) => {
  const recording = await released();
  const { caller, row } = recording;
  await transcribed(row, 'first');
  await failed(row, 1, 'coaching');
  await ask(
    submitRecording(db, () => {}),
    [{ caller, input: submission({ recording_id: row.external_recording_id }) }],
  );
  t.equal(await textsOf(recording), 'TRANSCRIPT_NOT_READY');
  await change(db, row, { ...ended.completed, attempt: 2 });
  t.equal(await textsOf(recording), 'TRANSCRIPT_NOT_READY', 'not even of a row that says COMPLETED');
  await change(db, row, {
    status: 'QUEUED',
    progress: 0,
    transcribed_at: null,
    analyzed_at: null,
    finished_at: null,
  });
  await transcribed(row, 'second', 2);
  await analyzed(row, 2);
  t.same(await textsOf(recording), ['second', 'hi']);
});

t.test('any text is served unchanged', async (t) => {
  const recording = await released();
  const text = 'a\u0000b \ud800 c \\u0000 "quoted" {1,2} \\N ü';
  await transcribed(recording.row, text);
  await analyzed(recording.row);
  t.same(await textsOf(recording), [text, 'hi']);
});
