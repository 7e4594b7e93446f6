import type { getTranscript as operation } from '@debrief/contracts/operations/ingest';
import { type HeardTranscript, TranscriptView } from '@debrief/contracts/resources/transcript';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { getTranscript } from '../../src/recordings/get-transcript.ts';
import { transcriptView } from '../../src/recordings/transcript-view.ts';
import {
  ask,
  change,
  ended,
  heard,
  ingestDatabase,
  type RecordingRow,
  submitted,
  tenant,
  transcript,
} from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
const handler = getTranscript(db);
type Op = typeof operation;

async function stored(
  row: RecordingRow,
  attempt = 1,
  content: HeardTranscript = transcript(),
): Promise<void> {
  await db
    .insertInto('transcripts')
    .values({
      integration_id: row.integration_id,
      recording_id: row.id,
      attempt,
      transcript: JSON.stringify(content),
      body: JSON.stringify(transcriptView(row.id, content)),
      created_date: row.created_date,
    })
    .execute();
}

t.test('serves the segments of a completed recording without what is internal to them', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller);
  await stored(row, 1, heard('with "quotes" and ü'));
  await change(db, row, ended.completed);
  const [answer] = await ask<Op>(handler, [{ caller, input: { kind: 'call', by: 'id', value: row.id } }]);
  t.match(answer, {
    call_id: row.id,
    engine: { name: 'pocketsphinx', version: '5', model: 'en-us' },
    quality: 'low',
    language: 'en',
    punctuation: 'engine',
    channels: 'mono',
    duration_seconds: 61.25,
    speakers: { agent: 'Ada Agent', contact: 'Carl Contact', method: 'opening', confidence: 0.75 },
    segments: [
      {
        ...{ speaker: 'Ada Agent', start_time: 0, end_time: 1.5, text: 'with "quotes" and ü' },
        words: [
          { text: 'with', start_time: 0, end_time: 0.1, confidence: 0.9 },
          { text: '"quotes"', start_time: 0.1, end_time: 0.2, confidence: 0.9 },
          { text: 'and' },
          { text: 'ü' },
        ],
      },
      { speaker: 'Carl Contact', start_time: 1.6, end_time: 2.05, text: 'hi' },
    ],
  });
  t.ok(Value.Check(TranscriptView, answer));
  t.same(Object.keys(answer as object), Object.keys(TranscriptView.properties));
});

t.test('a recording without speech has no segments', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller);
  await stored(row, 1, { ...transcript(), segments: [] });
  await change(db, row, ended.completed);
  const [answer] = await ask<Op>(handler, [{ caller, input: { kind: 'call', by: 'id', value: row.id } }]);
  t.match(answer, { call_id: row.id, segments: [] });
});

t.test('is not ready before the analysis is complete, nor of an older attempt', async (t) => {
  const caller = tenant();
  const [queued, analyzing, failed, older] = [
    await submitted(db, caller),
    await submitted(db, caller),
    await submitted(db, caller),
    await submitted(db, caller),
  ];
  for (const row of [analyzing, failed, older]) await stored(row);
  await change(db, analyzing, { status: 'ANALYZING', progress: 99, transcribed_at: '2026-11-20T10:00:00Z' });
  await change(db, failed, { ...ended.failed, progress: 99 });
  await change(db, older, { ...ended.completed, attempt: 2 });
  const answers = await ask<Op>(
    handler,
    [queued, analyzing, failed, older].map((row) => ({
      caller,
      input: { kind: 'call' as const, by: 'id' as const, value: row.id },
    })),
  );
  t.same(answers, Array(4).fill('TRANSCRIPT_NOT_READY'));
});

t.test('does not exist for another tenant, nor for a recording that was never submitted', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller);
  await stored(row);
  await change(db, row, ended.completed);
  const answers = await ask<Op>(handler, [
    { caller: tenant(), input: { kind: 'call', by: 'id', value: row.id } },
    { caller, input: { kind: 'call', by: 'external_recording_id', value: 'unheard of' } },
    { caller, input: { kind: 'roleplay', by: 'id', value: row.id } },
    { caller, input: { kind: 'call', by: 'call_event_id', value: row.call_event_id } },
  ]);
  t.same(answers.slice(0, 3), Array(3).fill('CALL_NOT_FOUND'));
  t.match(answers[3], { call_id: row.id });
});
