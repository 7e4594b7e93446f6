import type { OutputOf, PayloadOf } from '@debrief/contracts/define';
import { RecordingContext, recordingSubmitted } from '@debrief/contracts/events/recording';
import type { submitRecording as operation } from '@debrief/contracts/operations/ingest';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { submitRecording } from '../../src/recordings/submit-recording.ts';
import {
  ask,
  change,
  ended,
  ingestDatabase,
  type RecordingRow,
  rowOf,
  submission,
  submitted,
  tenant,
} from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
type Op = typeof operation;
let wakings = 0;
const handler = submitRecording(db, () => {
  wakings += 1;
});
const submit = async (...items: Parameters<typeof ask<Op>>[1]) =>
  (await ask<Op>(handler, items)) as OutputOf<Op>[];

/** The row's columns, in the contract's order and with instants as JSON shows them. */
function contextOf(row: RecordingRow): RecordingContext {
  const shown = (instant: string) => `${instant.slice(0, 23)}Z`;
  const values: object = {
    ...row,
    recording_id: row.id,
    occurred_at: shown(row.occurred_at ?? row.created_date),
    created_date: shown(row.created_date),
  };
  const picked = Object.keys(RecordingContext.properties).map((name) => [name, values[name as never]]);
  return Object.fromEntries(picked);
}

t.test('stores everything a client gave, and says that there is something to relay', async (t) => {
  const caller = tenant();
  const before = wakings;
  const input = submission({
    occurred_at: '2026-11-19T08:30+0530',
    from_number: '(555) 0100',
    to_number: null,
    incoming: true,
    ai_models: [{ model: 'whisper-1', type: 'transcription' }],
    rubric: 'discovery',
    recording_id: 'ü'.repeat(255),
    stage: null,
  });
  const [answer] = await submit({ caller, input });
  t.equal(answer?.status, 'QUEUED');
  t.equal(wakings, before + 1);
  const row = await db
    .selectFrom('recordings')
    .selectAll()
    .where('integration_id', '=', caller.integration_id)
    .executeTakeFirstOrThrow();
  const { recording_id, ...same } = input;
  t.match(row, {
    ...same,
    external_recording_id: recording_id,
    organization_id: caller.organization_id,
    call_event_id: answer?.call_event_id,
    occurred_at: '2026-11-19T03:00:00.000000Z',
    status: 'QUEUED',
    progress: 0,
    attempt: 1,
    claimed_at: null,
  });
  t.equal(new Set([row.id, row.call_event_id, row.analysis_id]).size, 3);
});

t.test('the same recording_id again changes nothing and gets the same answer', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller, { recording_id: 'again' });
  for (const status of ['QUEUED', 'TRANSCRIBING', 'COMPLETED'] as const) {
    await change(db, row, status === 'COMPLETED' ? ended.completed : { status });
    const before = await rowOf(db, row);
    const recording_url = 'https://elsewhere.example/';
    const [answer] = await submit({ caller, input: submission({ recording_id: 'again', recording_url }) });
    t.same(answer, { call_event_id: row.call_event_id, status });
    t.same(await rowOf(db, row), before);
  }
});

t.test('another tenant’s recording_id is another recording', async (t) => {
  const [one, two] = [tenant(), tenant()];
  const input = submission({ recording_id: 'shared' });
  const answers = await submit({ caller: one, input }, { caller: two, input });
  t.not(answers[0]?.call_event_id, answers[1]?.call_event_id);
});

t.test('a FAILED recording is queued again with the new body, under the same ids', async (t) => {
  const caller = tenant();
  const row = await submitted(db, caller, { recording_id: 'failed', incoming: true });
  await change(db, row, {
    ...ended.failed,
    progress: 60,
    attempt: 3,
    failures: 3,
    audio_seconds: 70,
    waits_for: 'engine_failed',
  });
  const failed = await rowOf(db, row);
  const input = submission({
    recording_id: 'failed',
    recording_url: 'https://recordings.example/repaired.mp3',
    duration_seconds: 12,
  });
  const [answer] = await submit({ caller, input });
  t.same(answer, { call_event_id: row.call_event_id, status: 'QUEUED' });
  const queued = await rowOf(db, row);
  t.ok(queued.queued_at > row.queued_at);
  t.same(queued, {
    ...failed,
    recording_url: input.recording_url,
    duration_seconds: 12,
    incoming: null,
    user_id: input.user_id,
    contact_id: input.contact_id,
    status: 'QUEUED',
    progress: 0,
    error: null,
    attempt: 4,
    failures: 0,
    waits_for: null,
    audio_seconds: null,
    queued_at: queued.queued_at,
    status_since: queued.status_since,
    finished_at: null,
  });
});

t.test('recordings stored together are emitted in one event, and a repetition emits nothing', async (t) => {
  const [one, other] = [tenant(), tenant()];
  const input = submission({ occurred_at: '2026-11-19T08:30:00+05:30' });
  const items = [one, one, other].map((caller) => ({ caller, input }));
  const integrations = [one, other].map(({ integration_id }) => integration_id);
  const emitted = async () => {
    const rows = await db
      .selectFrom('outbox')
      .select('payload')
      .where('subject', '=', recordingSubmitted.subject)
      .orderBy('id')
      .execute();
    const payloads = rows.map(({ payload }) => payload as PayloadOf<typeof recordingSubmitted>);
    return payloads.filter(({ recordings }) => integrations.includes(recordings[0]?.integration_id ?? ''));
  };
  await submit(...items);
  await submit(...items);
  const [first, ...more] = await emitted();
  t.same(more, []);
  t.ok(Value.Check(recordingSubmitted.payload, first));
  const byId = (one: { recording_id: string }, other: { recording_id: string }) =>
    one.recording_id < other.recording_id ? -1 : 1;
  const rows = await db
    .selectFrom('recordings')
    .selectAll()
    .where('integration_id', 'in', integrations)
    .orderBy('id')
    .execute();
  t.strictSame(first?.recordings.sort(byId), rows.map(contextOf));

  const row = rows.find(({ integration_id }) => integration_id === one.integration_id) as RecordingRow;
  await change(db, row, ended.failed);
  await submit({ caller: one, input: { ...input, user_name: 'Eve', occurred_at: null } });
  const [, second] = await emitted();
  t.strictSame(second, { recordings: [contextOf(await rowOf(db, row))] });
  t.match(second?.recordings, [{ attempt: 2, user_name: 'Eve' }]);
});
