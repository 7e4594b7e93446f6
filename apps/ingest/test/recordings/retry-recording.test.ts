import { recordingSubmitted, recordingTranscribed } from '@debrief/contracts/events/recording';
import { type retryRecording as operation, RecordingState } from '@debrief/contracts/operations/ingest-queue';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { retryRecording } from '../../src/recordings/retry-recording.ts';
import {
  ask,
  operator as caller,
  change,
  ended,
  type RecordingRow,
  rowOf,
  sentOf,
  submitted,
  tenant,
  transcript,
} from '../fixtures/ingest-database.ts';
import { settings, workDatabase } from '../fixtures/work.ts';

const { db, worker, claimed } = await workDatabase(t);
let relayed = 0;
const handler = retryRecording(db, settings, () => {
  relayed += 1;
});
const retry = (...ids: string[]) =>
  ask<typeof operation>(
    handler,
    ids.map((id) => ({ caller, input: { id } })),
  );

async function submittedAgain(row: RecordingRow) {
  const rows = await db
    .selectFrom('outbox')
    .select('payload')
    .where('subject', '=', recordingSubmitted.subject)
    .execute();
  return rows
    .flatMap(
      ({ payload }) => (payload as { recordings: { recording_id: string; attempt: number }[] }).recordings,
    )
    .filter(({ recording_id }) => recording_id === row.id)
    .map(({ attempt }) => attempt);
}

t.test(
  'FAILED recordings are queued again as they were submitted; COMPLETED and unknown ones are not',
  async (t) => {
    const [failed, completed] = [await submitted(db, tenant()), await submitted(db, tenant())];
    await change(db, failed, {
      ...ended.failed,
      attempt: 3,
      failures: 3,
      progress: 50,
      transcribed_at: failed.queued_at,
    });
    await change(db, completed, ended.completed);
    const before = await rowOf(db, completed);
    const answers = await retry(completed.id, failed.id, failed.analysis_id);
    t.equal(answers[0], 'RECORDING_NOT_FAILED');
    t.ok(Value.Check(RecordingState, answers[1]));
    t.match(answers[1], {
      id: failed.id,
      status: 'QUEUED',
      progress: 0,
      attempt: 4,
      failures: 0,
      error: null,
    });
    t.equal(answers[2], 'RECORDING_NOT_FOUND');
    t.equal(relayed, 1);
    const after = await rowOf(db, failed);
    t.match(after, { recording_url: failed.recording_url, transcribed_at: null, finished_at: null });
    t.ok(after.queued_at > failed.queued_at, 'at the end of the queue');
    t.same(await rowOf(db, completed), before);
    t.same(await submittedAgain(failed), [4], 'the new attempt is emitted to workers and analytics');
  },
);

t.test('what waits is due at once, in its place in the queue', async (t) => {
  const { row, recording } = await claimed();
  await worker.release(recording, 'retry');
  t.same(await worker.claim(), []);
  t.match(await retry(row.id), [
    { status: 'QUEUED', attempt: 3, waits_for: 'worker', next_try_seconds: null },
  ]);
  t.match(await rowOf(db, row), { queued_at: row.queued_at, failures: 0 });
  t.match((await worker.claim())[0]?.recording, { recording_id: row.id, attempt: 3 });
});

t.test('a claim that runs is ended: what its worker still sends is refused', async (t) => {
  const { row, recording } = await claimed();
  await worker.renew(recording, { progress: 40 });
  t.match(await retry(row.id), [{ status: 'QUEUED', progress: 0, attempt: 2 }]);
  t.same(
    [
      await worker.renew(recording),
      await worker.finish(recording),
      await worker.release(recording, 'failed'),
    ],
    [false, false, false],
  );
  const [next] = await worker.claim();
  t.equal(next?.recording.attempt, 2, 'a claim of the new attempt, not one more');
  t.equal(await worker.finish(next?.recording as never), true);
});

t.test('an analysis that does not come is asked for again, from the transcript there is', async (t) => {
  const { owner, row, recording } = await claimed();
  await worker.finish(recording, 'kept');
  await change(db, row, { progress: 80 });
  t.match(await retry(row.id), [{ status: 'ANALYZING', progress: 65, attempt: 2, waits_for: 'analysis' }]);
  const [request, ...more] = await sentOf(db, owner);
  t.same(more, [], 'the request before is replaced');
  t.match(request, { subject: recordingTranscribed.subject, message_id: `${row.id}:2:transcribed:1` });
  t.ok(Value.Check(recordingTranscribed.payload, request?.payload));
  t.match(request?.payload, { recording: { attempt: 2 }, transcript: transcript('kept') });
  const kept = await db.selectFrom('transcripts').select('attempt').executeTakeFirstOrThrow();
  t.equal(kept.attempt, 2);
});

t.test('an erased recording ends its claim', async (t) => {
  const { row, recording } = await claimed();
  const [part] = worker.parts(recording, ['{', '}']);
  await worker.send(part as never);
  await db.deleteFrom('recordings').where('id', '=', row.id).execute();
  t.same(
    [await worker.renew(recording), await worker.finish(recording), await worker.release(recording, 'retry')],
    [false, false, false],
  );
  t.same(await db.selectFrom('transcript_parts').selectAll().execute(), []);
});
