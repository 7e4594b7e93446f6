import { recordingTranscribed } from '@debrief/contracts/events/recording';
import type {
  getReruns as getOperation,
  rerunAnalyses as rerunOperation,
} from '@debrief/contracts/operations/ingest-queue';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { endReruns } from '../../src/reruns/end-reruns.ts';
import { getReruns } from '../../src/reruns/get-reruns.ts';
import { rerunAnalyses } from '../../src/reruns/rerun-analyses.ts';
import { sweepReruns } from '../../src/reruns/sweep-reruns.ts';
import {
  ask,
  change,
  ingestDatabase,
  type RecordingRow,
  rowOf,
  sentOf,
} from '../fixtures/ingest-database.ts';
import { analysisOf, type Claimed, pipelineOf } from '../fixtures/pipeline.ts';

const { db } = await ingestDatabase(t);
const { claimedTogether, transcribed, analyzed } = pipelineOf(db);
const settings = { analysisSilenceSeconds: 600 } as Parameters<typeof sweepReruns>[1];

async function completed(count: number): Promise<Claimed[]> {
  const calls = await claimedTogether(count);
  for (const { row } of calls) {
    await transcribed(row);
    await analyzed(row);
  }
  return calls;
}

async function rerun({ caller }: Claimed, since = '2000-01-01T00:00:00Z') {
  const input = { integration_id: caller.integration_id, since };
  const [answer] = await ask<typeof rerunOperation>(rerunAnalyses(db), [{ caller, input } as never]);
  return answer as { rerun_id: string; recordings: number };
}

async function left({ caller }: Claimed) {
  const input = { integration_id: caller.integration_id };
  const [answer] = await ask<typeof getOperation>(getReruns(db), [{ caller, input } as never]);
  return answer;
}

async function requests({ caller }: Claimed) {
  const sent = await sentOf(db, caller);
  return sent.filter(({ subject }) => subject === recordingTranscribed.subject);
}

const judged = (row: RecordingRow, rerun_id: string) => endReruns(db, [{ ...analysisOf(row), rerun_id }]);

t.test('a COMPLETED call is judged again and stays as it is meanwhile', async (t) => {
  const [call] = (await completed(1)) as [Claimed];
  const before = await rowOf(db, call.row);
  const { rerun_id, recordings } = await rerun(call);
  t.equal(recordings, 1);
  t.strictSame(await left(call), { waiting: 1, running: 0 });
  await sweepReruns(db, settings);
  const [request, ...more] = await requests(call);
  t.strictSame(more, []);
  t.ok(Value.Check(recordingTranscribed.payload, request?.payload));
  t.match(request, {
    message_id: `${call.row.id}:1:transcribed:${rerun_id}:1`,
    payload: { rerun_id, recording: { recording_id: call.row.id }, transcript: { segments: Array } },
  });
  t.strictSame(await left(call), { waiting: 0, running: 1 });
  await judged(call.row, '01900000-0000-7000-8000-000000000001');
  t.strictSame(await left(call), { waiting: 0, running: 1 }, 'the analysis of another rerun ends nothing');
  await judged(call.row, rerun_id);
  t.strictSame(await left(call), { waiting: 0, running: 0 });
  t.strictSame(await requests(call), [], 'the transcript has left the outbox');
  t.strictSame(await rowOf(db, call.row), before);
});

t.test('only COMPLETED calls of the integration since then are judged again, the oldest first', async (t) => {
  const calls = (await completed(3)) as [Claimed, Claimed, Claimed];
  const [other] = (await completed(1)) as [Claimed];
  const [unfinished] = await claimedTogether(1);
  const days = ['2026-11-03', '2026-10-31', '2026-11-02'];
  for (const [index, { row }] of calls.entries())
    await change(db, row, { occurred_at: `${days[index]}T09:00:00Z` });
  t.equal((await rerun(unfinished as Claimed)).recordings, 0);
  t.equal((await rerun(calls[0], '2026-11-01T00:00:00Z')).recordings, 2);
  await sweepReruns(db, settings);
  const order = (await requests(calls[0])).map(({ payload }) => payload.recording.recording_id);
  t.strictSame(order, [calls[2].row.id, calls[0].row.id]);
  t.strictSame(await requests(other), []);
});

t.test('only so many are on their way at once, and a silent one is asked for again', async (t) => {
  const calls = await completed(34);
  const [call] = calls as [Claimed];
  const { rerun_id } = await rerun(call);
  await sweepReruns(db, settings);
  await sweepReruns(db, settings);
  t.strictSame(await left(call), { waiting: 2, running: 32 });
  await judged(call.row, rerun_id);
  await sweepReruns(db, settings);
  t.strictSame(await left(call), { waiting: 1, running: 32 });
  const silent = calls[1] as Claimed;
  await db
    .updateTable('reruns')
    .set({ due_at: '2000-01-01T00:00:00Z' })
    .where('recording_id', '=', silent.row.id)
    .execute();
  await sweepReruns(db, settings);
  const ids = (await requests(call)).map(({ message_id }) => message_id);
  t.ok(ids.includes(`${silent.row.id}:1:transcribed:${rerun_id}:2`));
  t.equal(ids.filter((id) => id.startsWith(silent.row.id)).length, 1);
});

t.test('another rerun begins anew what an earlier one has not ended', async (t) => {
  const [call] = (await completed(1)) as [Claimed];
  const first = await rerun(call);
  await sweepReruns(db, settings);
  const second = await rerun(call);
  await judged(call.row, first.rerun_id);
  t.strictSame(await left(call), { waiting: 1, running: 0 });
  await sweepReruns(db, settings);
  t.match((await requests(call)).at(-1), { payload: { rerun_id: second.rerun_id } });
});
