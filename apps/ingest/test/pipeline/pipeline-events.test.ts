import type { PayloadOf } from '@debrief/contracts/define';
import {
  RecordingContext,
  type recordingAnalyzed,
  recordingCompleted,
  type recordingFailed,
} from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import type { getTranscript as getTranscriptOperation } from '@debrief/contracts/operations/ingest';
import type { Tx } from '@debrief/database/pool';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { leaseFor } from '../../src/dispatch/dispatch-settings.ts';
import { releaseRecordings } from '../../src/dispatch/release-recordings.ts';
import { failRecordings } from '../../src/pipeline/fail-recordings.ts';
import { noteAnalyses } from '../../src/pipeline/note-analyses.ts';
import { storeTranscripts } from '../../src/pipeline/store-transcripts.ts';
import { recordingContext } from '../../src/recordings/recording-context.ts';
import { submitRecording } from '../../src/recordings/submit-recording.ts';
import type { Tables } from '../../src/tables.ts';
import { getTranscript } from '../../src/transcripts/get-transcript.ts';
import {
  ask,
  change,
  conversation,
  ended,
  ingestDatabase,
  type RecordingRow,
  rowOf,
  sentOf,
  submission,
  submitted,
  tenant,
  transcript,
} from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
const lease = leaseFor(60);
const settings = { inFlightPerIntegration: 4, maxAttempts: 3, batchSize: 200, queuedLease: lease };

async function released() {
  const caller = tenant();
  const row = await submitted(db, caller);
  await releaseRecordings(db, settings);
  return { caller, row };
}

const inTransaction = (body: (tx: Tx<Tables>) => Promise<number>) => db.transaction().execute(body);

/** Each answers how many recordings are finished by it. */
function transcribed(row: RecordingRow, text = 'hello', attempt = row.attempt): Promise<number> {
  const result = { recording: { ...recordingContext(row), attempt }, transcript: transcript(text) };
  return inTransaction((tx) => storeTranscripts(tx, [result], lease));
}

function analyzed(row: RecordingRow, attempt = row.attempt): Promise<number> {
  return inTransaction((tx) => noteAnalyses(tx, [analysisOf(row, attempt)], lease));
}

function failed(row: RecordingRow, attempt = row.attempt): Promise<number> {
  return inTransaction((tx) => failRecordings(tx, [failureOf(row, attempt)]));
}

function analysisOf(row: RecordingRow, attempt = row.attempt): PayloadOf<typeof recordingAnalyzed> {
  const recording = { ...recordingContext(row), attempt };
  return { recording, rating: null, outcomes: [], objections: [], conversation };
}

function failureOf(row: RecordingRow, attempt = row.attempt): PayloadOf<typeof recordingFailed> {
  const recording = { ...recordingContext(row), attempt };
  return { recording, stage: 'transcription', error: failure('audio_empty') };
}

async function textsOf({ caller, row }: Awaited<ReturnType<typeof released>>): Promise<unknown> {
  const [answer] = await ask<typeof getTranscriptOperation>(getTranscript(db), [
    { caller, input: { kind: 'call', by: 'id', value: row.id } },
  ]);
  return typeof answer === 'object' ? answer.segments.map(({ text }) => text) : answer;
}

async function completions({ caller }: Awaited<ReturnType<typeof released>>) {
  return (await sentOf(db, caller)).filter(({ subject }) => subject === recordingCompleted.subject);
}

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

t.test('both at the same moment, several times over, complete it once', async (t) => {
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

t.test('what is said of a recording that is not here changes nothing', async (t) => {
  const { row } = await released();
  const stranger = { ...row, integration_id: tenant().integration_id };
  t.same([await transcribed(stranger), await analyzed(stranger), await failed(stranger)], [0, 0, 0]);
  t.match(await rowOf(db, row), { status: 'QUEUED', attempt: 1 });
});

t.test('after a new submission of a FAILED recording the old transcript is not served', async (t) => {
  const recording = await released();
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

t.test('text of any kind is served as it came', async (t) => {
  const recording = await released();
  const text = 'a\u0000b \ud800 c \\u0000 "quoted" {1,2} \\N ü';
  await transcribed(recording.row, text);
  await analyzed(recording.row);
  t.same(await textsOf(recording), [text, 'hi']);
});

t.test('work for a finished recording is not kept for repetition', async (t) => {
  const [completed, lost, busy] = [await released(), await released(), await released()];
  const subjectsOf = async ({ caller }: Awaited<ReturnType<typeof released>>) =>
    (await sentOf(db, caller)).map(({ subject }) => subject);
  t.same(await subjectsOf(busy), ['recording.submitted']);
  await transcribed(completed.row);
  await analyzed(completed.row);
  await failed(lost.row);
  t.same(await subjectsOf(completed), ['recording.completed']);
  t.same(await subjectsOf(lost), []);
  t.same(await subjectsOf(busy), ['recording.submitted']);
});

t.test('a batch brings on each recording it is about, once, and passes over what is stale', async (t) => {
  const [one, two, old, analyzedFirst] = [
    await released(),
    await released(),
    await released(),
    await released(),
  ];
  await change(db, old.row, { attempt: 2 });
  await analyzed(analyzedFirst.row);
  const result = ({ row }: typeof one, text: string) => ({
    recording: recordingContext(row),
    transcript: transcript(text),
  });
  const results = [
    result(two, 'two'),
    result(old, 'old'),
    result(one, 'one'),
    result(two, 'two'),
    result(analyzedFirst, 'last'),
  ];
  t.equal(await inTransaction((tx) => storeTranscripts(tx, results, lease)), 1);
  t.same(await textsOf(analyzedFirst), ['last', 'hi']);
  t.match(await rowOf(db, old.row), { status: 'QUEUED', transcribed_at: null });

  const analyses = [one, two, old].map(({ row }) => analysisOf(row));
  t.equal(await inTransaction((tx) => noteAnalyses(tx, analyses, lease)), 2);
  t.same(
    [await textsOf(one), await textsOf(two)],
    [
      ['one', 'hi'],
      ['two', 'hi'],
    ],
  );
  for (const recording of [one, two, analyzedFirst]) t.equal((await completions(recording)).length, 1);

  const [three, four] = [await released(), await released()];
  const failures = [three, one, four, three].map(({ row }) => failureOf(row));
  t.equal(await inTransaction((tx) => failRecordings(tx, failures)), 2);
  t.match(await rowOf(db, four.row), { status: 'FAILED', error: { code: 'audio_empty' } });
});

t.test('batches with recordings in common do not deadlock, whatever their order', async (t) => {
  const recordings = await Promise.all(Array.from({ length: 150 }, released));
  const rows = recordings.map(({ row }) => row);
  const transcripts = rows.map((row) => ({ recording: recordingContext(row), transcript: transcript() }));
  const analyses = rows.map((row) => analysisOf(row)).toReversed();
  // Row after row by index, as of a table too large to hash.
  const byIndex = (body: (tx: Tx<Tables>) => Promise<number>) =>
    inTransaction(async (tx) => {
      await sql`set local enable_hashjoin = off`.execute(tx);
      await sql`set local enable_mergejoin = off`.execute(tx);
      await sql`set local enable_seqscan = off`.execute(tx);
      return body(tx);
    });
  const finished = await Promise.all([
    byIndex((tx) => storeTranscripts(tx, transcripts, lease)),
    byIndex((tx) => noteAnalyses(tx, analyses, lease)),
    byIndex((tx) => storeTranscripts(tx, transcripts.toReversed(), lease)),
    byIndex((tx) => noteAnalyses(tx, analyses.toReversed(), lease)),
  ]);
  t.equal(
    finished.reduce((sum, count) => sum + count),
    150,
  );
});
