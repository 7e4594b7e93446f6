import { recordingTranscribed } from '@debrief/contracts/events/recording';
import type {
  getCorrections as correctionsOperation,
  correctTranscript as correctOperation,
} from '@debrief/contracts/operations/corrections';
import type {
  getCallOverview as overviewOperation,
  retryCall as retryOperation,
  getTranscript as transcriptOperation,
} from '@debrief/contracts/operations/ingest';
import type {
  getReruns as getOperation,
  rerunAnalyses as rerunOperation,
} from '@debrief/contracts/operations/ingest-queue';
import { findAuditEntries } from '@debrief/database/audit';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { getCallOverview } from '../../src/calls/get-call.ts';
import { retryCall } from '../../src/calls/retry-call.ts';
import { correctTranscript } from '../../src/corrections/correct-transcript.ts';
import { getCorrections } from '../../src/corrections/get-corrections.ts';
import { getTranscript } from '../../src/recordings/get-transcript.ts';
import { requeued } from '../../src/recordings/retry-recording.ts';
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

/** As the console looks at it every second while somebody does. */
async function isJudgedAgain({ caller, row }: Claimed) {
  const input = { by: 'id' as const, value: row.id };
  const [answer] = await ask<typeof overviewOperation>(getCallOverview(db), [{ caller, input }]);
  return typeof answer === 'object' && answer.is_judged_again;
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
  t.equal(await isJudgedAgain(call), true);
  await judged(call.row, '01900000-0000-7000-8000-000000000001');
  t.strictSame(await left(call), { waiting: 0, running: 1 }, 'the analysis of another rerun ends nothing');
  await judged(call.row, rerun_id);
  t.strictSame(await left(call), { waiting: 0, running: 0 });
  t.equal(await isJudgedAgain(call), false);
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

type Change = Parameters<typeof ask<typeof correctOperation>>[1][number]['input']['change'];

/** As an admin of the console asks. */
async function correct({ caller, row }: Claimed, revision: number, change: Change) {
  const admin = { ...caller, actor: { kind: 'user' as const, id: 'ada', from: '192.0.2.7' } };
  const input = { recording_id: row.id, revision, change };
  const [answer] = await ask<typeof correctOperation>(correctTranscript(db), [{ caller: admin, input }]);
  return answer;
}

async function correctionsOf({ caller, row }: Claimed) {
  const input = { recording_id: row.id };
  const [answer] = await ask<typeof correctionsOperation>(getCorrections(db), [{ caller, input }]);
  return answer;
}

async function retried({ caller, row }: Claimed) {
  const retry = retryCall(db, settings, () => {});
  const [answer] = await ask<typeof retryOperation>(retry, [{ caller, input: { by: 'id', value: row.id } }]);
  return typeof answer === 'object' ? answer.is_retried : answer;
}

async function readOf({ caller, row }: Claimed) {
  const input = { kind: 'call' as const, by: 'id' as const, value: row.id };
  const [answer] = await ask<typeof transcriptOperation>(getTranscript(db), [{ caller, input }]);
  if (typeof answer !== 'object') return answer;
  return answer.segments.map(({ speaker, text }) => `${speaker}: ${text}`);
}

t.test('a corrected call is judged again by its new words, and what was heard is kept', async (t) => {
  const [call] = (await completed(1)) as [Claimed];
  t.strictSame(await correctionsOf(call), { revision: 0, is_judged: true, heard: null });
  const line = { kind: 'line', segment_index: 0, text: ' hullo   there ', role: 'agent' } as const;
  t.strictSame(await correct(call, 0, line), { revision: 1 });
  t.strictSame(await readOf(call), ['Ada Agent: hullo there', 'Carl Contact: hi']);
  t.strictSame(await correctionsOf(call), {
    ...{ revision: 1, is_judged: false },
    heard: {
      speakers: { agent: 'Ada Agent', contact: 'Carl Contact' },
      lines: [{ segment_index: 0, text: 'hello' }],
    },
  });
  await sweepReruns(db, settings);
  const [request] = await requests(call);
  t.ok(Value.Check(recordingTranscribed.payload, request?.payload));
  t.match(request?.payload, { transcript: { segments: [{ text: 'hullo there' }, { text: 'hi' }] } });
  t.equal(await correct(call, 0, { kind: 'swap' }), 'TRANSCRIPT_CHANGED', 'somebody was faster');
  t.strictSame(await correct(call, 1, line), { revision: 1 }, 'what it says already changes nothing');
  const entries = await findAuditEntries(db, 'ingest', { target: call.row.id, limit: 10 });
  t.match(entries, [
    {
      ...{ action: 'transcript.corrected', actor: { kind: 'user', id: 'ada' } },
      ...{ integration_id: call.caller.integration_id, details: { change: 'line', segment_index: 0 } },
    },
  ]);
  t.equal(entries.length, 1);
  t.notMatch(JSON.stringify(entries), /hullo/);
});

t.test('a corrected call that cannot be judged again says so, until it is tried again', async (t) => {
  const [call] = (await completed(1)) as [Claimed];
  const { rerun_id: earlier } = await rerun(call);
  await correct(call, 0, { kind: 'swap' });
  await judged(call.row, earlier);
  t.match(
    await correctionsOf(call),
    { is_judged: false },
    'the analysis of a rerun from before is not of it',
  );
  await sweepReruns(db, settings);
  const asked = async () => (await requests(call)).at(-1)?.payload.rerun_id as string;
  t.equal(await retried(call), false, 'it is on its way');
  await endReruns(db, [{ ...analysisOf(call.row), rerun_id: await asked(), rerun_failed: true }]);
  t.equal(await isJudgedAgain(call), false);
  t.match(await correctionsOf(call), { is_judged: false });
  const { rerun_id } = await rerun(call);
  await endReruns(db, [{ ...analysisOf(call.row), rerun_id, rerun_failed: true }]);
  t.match(await correctionsOf(call), { is_judged: false }, 'nor does a new rubric make it so that fails');

  t.equal(await retried(call), true);
  t.equal(await retried(call), false, 'once');
  t.equal(await isJudgedAgain(call), true);
  await sweepReruns(db, settings);
  await judged(call.row, await asked());
  t.match(await correctionsOf(call), { is_judged: true });
  t.equal(await retried(call), false);
  const [other] = (await completed(1)) as [Claimed];
  const failing = await rerun(other);
  await endReruns(db, [{ ...analysisOf(other.row), rerun_id: failing.rerun_id, rerun_failed: true }]);
  t.match(await correctionsOf(other), { is_judged: true }, 'what nobody corrected is judged by its words');
  t.equal(await retried(other), false);
});

t.test(
  'a line stays with who said it, also where both are called the same, until a role is given',
  async (t) => {
    const [call] = (await completed(1)) as [Claimed];
    await sql`
    update transcripts set transcript = replace(transcript::text, 'Carl Contact', 'Ada Agent')::json
    where recording_id = ${call.row.id}
  `.execute(db);
    const roles = async () => {
      const { rows } = await sql<{ transcript: { segments: { role: string }[] } }>`
      select transcript from transcripts where recording_id = ${call.row.id}`.execute(db);
      return rows[0]?.transcript.segments.map(({ role }) => role);
    };
    const line = { kind: 'line', segment_index: 1, text: 'high' } as const;
    t.strictSame(await correct(call, 0, line), { revision: 1 });
    t.strictSame(await roles(), ['agent', 'contact']);
    t.strictSame(await correct(call, 1, { ...line, role: 'agent' }), { revision: 2 });
    t.strictSame(await roles(), ['agent', 'agent']);
  },
);

t.test('speakers are swapped and renamed, and all of it is taken back', async (t) => {
  const [call] = (await completed(1)) as [Claimed];
  await correct(call, 0, { kind: 'swap' });
  t.strictSame(await readOf(call), ['Carl Contact: hello', 'Ada Agent: hi']);
  await correct(call, 1, { kind: 'rename', agent: 'Ada', contact: 'Charles' });
  t.strictSame(await readOf(call), ['Charles: hello', 'Ada: hi']);
  const { rows } = await sql<{ words: string }>`
    select words::text from call_words where recording_id = ${call.row.id}`.execute(db);
  t.match(rows[0]?.words, "'charles'", 'it is found by the new name');
  t.strictSame(await correct(call, 2, { kind: 'restore' }), { revision: 3 });
  t.strictSame(await readOf(call), ['Ada Agent: hello', 'Carl Contact: hi']);
  t.match(await correctionsOf(call), { revision: 3, heard: null });
});

t.test('a call that is transcribed anew has another revision', async (t) => {
  const [call] = (await claimedTogether(1)) as [Claimed];
  await transcribed(call.row);
  t.match(await correctionsOf(call), { revision: 0 });
  await sql`update recordings as r set ${requeued} where id = ${call.row.id}`.execute(db);
  await claimedTogether(1);
  const again = await rowOf(db, call.row);
  await transcribed(again, 'hello again');
  await analyzed(again);
  t.match(await readOf(call), ['Ada Agent: hello again', String]);
  t.match(await correctionsOf(call), { revision: 1 });
});

t.test('a card number is not written into a transcript', async (t) => {
  const [call] = (await completed(1)) as [Claimed];
  await correct(call, 0, {
    kind: 'line',
    segment_index: 1,
    text: 'it is 4111 1111 1111 1111',
    role: 'contact',
  });
  t.notMatch(JSON.stringify(await readOf(call)), /4111/);
  await correct(call, 1, { kind: 'rename', agent: 'Ada', contact: 'Carl 4111 1111 1111 1111' });
  await correct(call, 2, { kind: 'rename', agent: 'Ada 5500 0000', contact: '0000 0004' });
  const { rows } = await sql`select * from transcripts where recording_id = ${call.row.id}`.execute(db);
  t.notMatch(JSON.stringify(rows), /4111|5500/);
  t.match(await readOf(call), [/^Ada \[.*\]: hello$/, String]);
});

t.test('a card number that was heard is not kept beside what corrects it', async (t) => {
  const [call] = (await claimedTogether(1)) as [Claimed];
  await transcribed(call.row, 'it is 4111 1111 1111 1111');
  await analyzed(call.row);
  await correct(call, 0, { kind: 'swap' });
  const { rows } = await sql`select * from transcripts where recording_id = ${call.row.id}`.execute(db);
  t.notMatch(JSON.stringify(rows), /4111/);
});

t.test(
  'there is nothing to correct in a call that is not finished, elsewhere or without texts',
  async (t) => {
    const [call, other] = (await completed(2)) as [Claimed, Claimed];
    const [foreign] = (await completed(1)) as [Claimed];
    const [unfinished] = (await claimedTogether(1)) as [Claimed];
    const swap = { kind: 'swap' } as const;
    t.equal(await correct(unfinished, 0, swap), 'TRANSCRIPT_NOT_READY');
    t.equal(await correct({ ...call, caller: foreign.caller }, 0, swap), 'CALL_NOT_FOUND');
    t.equal(await correctionsOf({ ...call, caller: foreign.caller }), 'CALL_NOT_FOUND');
    await sql`delete from transcripts where recording_id = ${other.row.id}`.execute(db);
    t.equal(await correct(other, 0, swap), 'TRANSCRIPT_REMOVED');
    const line = { kind: 'line', segment_index: 2, text: 'who?', role: 'agent' } as const;
    t.equal(await correct(call, 0, line), 'VALIDATION_FAILED');
    const namesakes = { kind: 'rename', agent: 'Jo', contact: ' Jo ' } as const;
    t.equal(await correct(call, 0, namesakes), 'VALIDATION_FAILED');
  },
);
