import {
  recordingFailed,
  recordingSubmitted,
  recordingTranscribed,
} from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import { transaction } from '@debrief/database/pool';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { recordProgress } from '../../src/pipeline/record-progress.ts';
import { lockSilent, sweepAnalyses, sweepLeases, sweepWaits } from '../../src/work/sweep-recordings.ts';
import { change, rowOf, sentOf, submitted, tenant, transcript } from '../fixtures/ingest-database.ts';
import { pass, settings, workDatabase } from '../fixtures/work.ts';

const { db, worker, claimed } = await workDatabase(t);

t.test(
  'a worker that is lost while it downloads does not count, unless it is the twentieth in a row',
  async (t) => {
    const row = await submitted(db, tenant());
    for (let attempt = 1; attempt < 20; attempt += 1) {
      t.match((await worker.claim())[0]?.recording, { attempt });
      await pass(db, 89);
      t.match(await sweepLeases(db, settings), { again: 0 });
      await pass(db, 2);
      t.match(await sweepLeases(db, settings), { again: 1, failed: 0 });
      await pass(db, 600);
    }
    t.match(await rowOf(db, row), { status: 'QUEUED', progress: 0, failures: 0 });
    const sent = await db.selectFrom('outbox').select(['subject', 'payload']).execute();
    t.equal(sent.length, 19, 'it is emitted to other workers');
    for (const { subject, payload } of sent) {
      t.equal(subject, recordingSubmitted.subject);
      t.ok(Value.Check(recordingSubmitted.payload, payload));
    }
    await worker.claim();
    await pass(db, 91);
    t.match(await sweepLeases(db, settings), { again: 0, failed: 1 });
    t.match(await rowOf(db, row), { status: 'FAILED', failures: 0, error: failure('timed_out') });
  },
);

t.test('a worker that is lost while it transcribes counts, and the third time is the last', async (t) => {
  const { owner, row } = await claimed();
  let [held] = [(await rowOf(db, row)).attempt];
  for (const [failed, again] of [
    [0, 1],
    [0, 1],
    [1, 0],
  ]) {
    const key = { integration_id: row.integration_id, recording_id: row.id, attempt: held };
    await worker.renew(key, { progress: 40 });
    await pass(db, 91);
    t.match(await sweepLeases(db, settings), { again, failed });
    await pass(db, 600);
    held = (await worker.claim())[0]?.recording.attempt ?? held;
  }
  t.match(await rowOf(db, row), { status: 'FAILED', progress: 40, attempt: 3, error: failure('timed_out') });
  const events = await sentOf(db, owner);
  t.match(events, [{ subject: recordingFailed.subject, message_id: `${row.id}:3:failed` }]);
  t.ok(Value.Check(recordingFailed.payload, events[0]?.payload));
});

t.test('a recording that is locked at the moment is left to whoever has it', async (t) => {
  const { row } = await claimed();
  await pass(db, 91);
  await db.transaction().execute(async (tx) => {
    await change(tx, row, { progress: 6 });
    t.match(await sweepLeases(db, settings), { again: 0 });
  });
  t.match(await sweepLeases(db, settings), { again: 1 });
});

t.test('what waits without a worker is FAILED after WAIT_DAYS; what merely queues is not', async (t) => {
  const [waiting, unknown] = [await claimed(), await claimed()];
  await worker.release(waiting.recording, 'wait');
  await worker.release(unknown.recording, 'wait', {
    error: { code: 'of_another_version', message: '', retryable: true },
  });
  const claimedStill = await claimed();
  const queued = await submitted(db, tenant());
  await sql`update recordings set queued_at = queued_at - interval '8 days'`.execute(db);
  t.match(await sweepWaits(db, settings), { failed: 0 });
  await pass(db, 8 * 86_400);
  await change(db, claimedStill.row, { waits_for: 'disk_full', waiting_since: '2026-01-01T00:00:00Z' });
  t.match(await sweepWaits(db, settings), { failed: 2 });
  t.match(await rowOf(db, waiting.row), { status: 'FAILED', error: failure('engine_unavailable') });
  t.match(await rowOf(db, unknown.row), { status: 'FAILED', error: failure('internal') });
  t.match(await rowOf(db, queued), { status: 'QUEUED' });
  t.match(await rowOf(db, claimedStill.row), { status: 'DOWNLOADING' });
});

t.test(
  'an analysis without news is asked for again, under a new message id, less and less often',
  async (t) => {
    const { owner, row, recording } = await claimed();
    await worker.finish(recording, 'kept');
    for (const [index, silence] of [600, 1_200, 2_400].entries()) {
      await pass(db, silence - 1);
      t.match(await sweepAnalyses(db, settings), { again: 0 });
      await pass(db, 2);
      t.match(await sweepAnalyses(db, settings), { again: 1, failed: 0, isFull: false });
      const sent = await sentOf(db, owner);
      t.match(sent, [{ message_id: `${row.id}:1:transcribed:${index + 2}` }]);
      t.equal(sent.length, 1, 'in place of the one before');
      t.same(sent[0]?.payload.transcript, transcript('kept'));
      t.ok(Value.Check(recordingTranscribed.payload, sent[0]?.payload));
    }
    t.match(await rowOf(db, row), { status: 'ANALYZING', attempt: 1 });
  },
);

t.test('looking for silent analyses reads none that is not due', async (t) => {
  const { row, recording } = await claimed();
  await worker.finish(recording);
  await sql`
    insert into recordings select other.*
    from recordings r, generate_series(1, 2000) n, md5(r.id || n::text) as unique_id,
      json_populate_record(r, json_build_object(
        'id', unique_id, 'external_recording_id', unique_id, 'call_event_id', unique_id
      )) other
  `.execute(db);
  await sql`analyze recordings`.execute(db);
  await change(db, row, { due_at: '2026-01-01T00:00:00Z' });
  const { silent, reads } = await transaction(db, async function lookAndCount(tx) {
    const readsSoFar = async () => {
      const { rows } = await sql<{ reads: number }>`
        select (seq_tup_read + idx_tup_fetch)::integer as reads
        from pg_stat_xact_user_tables where relname = 'recordings' and schemaname = current_schema()
      `.execute(tx);
      return rows[0]?.reads ?? 0;
    };
    // Its connection may still have others to report.
    const before = await readsSoFar();
    const silent = await lockSilent(tx, settings);
    return { silent, reads: (await readsSoFar()) - before };
  });
  t.match(silent, [{ id: row.id, isLate: false }]);
  t.ok(reads < 100);
});

t.test('progress of an analysis postpones the next request for it', async (t) => {
  const { recording } = await claimed();
  await worker.finish(recording);
  await pass(db, 599);
  await recordProgress(db, [{ ...recording, progress: 70 }], settings.analysisSilenceSeconds);
  await pass(db, 599);
  t.match(await sweepAnalyses(db, settings), { again: 0 });
});

t.test('transcripts are sent again a few at a time; after WAIT_DAYS the recording is FAILED', async (t) => {
  for (let index = 0; index < 5; index += 1) await worker.finish((await claimed()).recording);
  const { row, recording } = await claimed();
  await worker.finish(recording);
  await pass(db, 601);
  await sql`
    update recordings set transcribed_at = (select at from lease_clock) - interval '8 days' where id = ${row.id}
  `.execute(db);
  const few = { ...settings, transcriptBatchSize: 4 };
  const [first, second] = [await sweepAnalyses(db, few), await sweepAnalyses(db, few)];
  t.match([first, second], [{ isFull: true }, { isFull: false }]);
  t.equal(first.again + second.again, 5);
  t.equal(first.failed + second.failed, 1);
  t.match(await rowOf(db, row), { status: 'FAILED', error: failure('analysis_failed') });
  const requests = await db
    .selectFrom('outbox')
    .select('message_id')
    .where('subject', '=', recordingTranscribed.subject)
    .where('message_id', 'like', `${row.id}%`)
    .execute();
  t.same(requests, [], 'and no transcript of it is left in the outbox');
});
