import { RecordingContext, recordingTranscribed } from '@debrief/contracts/events/recording';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { sweepLeases } from '../../src/work/sweep-recordings.ts';
import { heard, rowOf, sentOf, transcript } from '../fixtures/ingest-database.ts';
import { pass, settings, workDatabase } from '../fixtures/work.ts';

const { db, worker, claimed } = await workDatabase(t);
/** As the worker cuts it: here in the middle of a character. */
const long = transcript('long 😀 "quoted" \u0000 \ud800 ü');
const json = JSON.stringify(long);
const half = json.indexOf('😀') + 1;
const cut = [json.slice(0, 10), json.slice(10, half), json.slice(half)];

async function storedOf({ id }: { id: string }) {
  const row = await db
    .selectFrom('transcripts')
    .selectAll()
    .where('recording_id', '=', id)
    .executeTakeFirst();
  return row?.transcript;
}

t.test('a transcript is stored, and its analysis asked for, in one transaction', async (t) => {
  const { owner, row, recording } = await claimed();
  t.equal(await worker.finish(recording, 'said'), true);
  t.match(await rowOf(db, row), {
    status: 'ANALYZING',
    progress: 65,
    claimed_at: null,
    claimed_by: null,
    lease_until: null,
    analysis_requests: 1,
  });
  t.same(await storedOf(row), transcript('said'));
  const [request, ...more] = await sentOf(db, owner);
  t.same(more, []);
  t.match(request, {
    subject: recordingTranscribed.subject,
    message_id: `${row.id}:1:transcribed:1`,
    payload: { transcript: transcript('said') },
  });
  t.ok(Value.Check(recordingTranscribed.payload, request?.payload));
  t.same(Object.keys(request?.payload.recording ?? {}), Object.keys(RecordingContext.properties));
  t.equal(await worker.finish(recording, 'again'), false, 'a repetition changes nothing');
  t.same(await storedOf(row), transcript('said'));
});

t.test('the times of words are kept for readers, and are told to nobody else', async (t) => {
  const { owner, row, recording } = await claimed();
  const said = heard('and that is all');
  const [part] = worker.parts(recording, [JSON.stringify(said)]);
  if (part === undefined) throw new Error('no part');
  t.same(await worker.send(part), [true]);
  t.same(await storedOf(row), transcript('and that is all'));
  const [request] = await sentOf(db, owner);
  t.same(request?.payload.transcript, transcript('and that is all'));
  const { body } = await db
    .selectFrom('transcripts')
    .select('body')
    .where('recording_id', '=', row.id)
    .executeTakeFirstOrThrow();
  t.same(JSON.parse(body).segments[0].words, said.segments[0]?.words);
});

t.test('parts come in any order, repeated and together, and cut a character in two', async (t) => {
  const orders = [
    [[0], [1], [2]],
    [[2], [0], [0], [1]],
    [
      [1, 1],
      [2, 0],
    ],
    [[2, 1, 0, 2]],
  ];
  for (const order of orders) {
    const { owner, row, recording } = await claimed();
    const parts = worker.parts(recording, cut);
    for (const numbers of order) {
      t.match(await rowOf(db, row), { status: 'DOWNLOADING', transcribed_at: null });
      const sent = numbers.map((number) => parts[number] as (typeof parts)[0]);
      t.same(
        await worker.send(...sent),
        sent.map(() => true),
      );
    }
    t.same(await storedOf(row), long);
    t.equal((await sentOf(db, owner)).length, 1);
    t.same(await worker.send(...parts), [false, false, false]);
  }
  t.same(await db.selectFrom('transcript_parts').selectAll().execute(), [], 'no part is left');
});

t.test('the last two parts at the same moment store it once', async (t) => {
  for (let time = 0; time < 5; time += 1) {
    const { owner, row, recording } = await claimed();
    const parts = worker.parts(recording, cut);
    await Promise.all(parts.map((part) => worker.send(part)));
    t.same(await storedOf(row), long);
    t.equal((await sentOf(db, owner)).length, 1);
  }
});

t.test('parts of an older attempt never mix with those of the present one', async (t) => {
  const { row, recording } = await claimed();
  const [first, , last] = worker.parts(recording, cut) as [never, never, never];
  await worker.send(first, last);
  await worker.release(recording, 'handed_on');
  const [again] = await worker.claim();
  if (again === undefined) throw new Error('nothing was claimed');
  t.equal(again.recording.attempt, 2);
  const [, middle] = worker.parts(again.recording, cut) as [never, never];
  t.same(await worker.send(middle), [true]);
  t.same(await storedOf(row), undefined);
  await worker.finish(again.recording, 'whole');
  t.same(await storedOf(row), transcript('whole'));
  t.same(await db.selectFrom('transcript_parts').selectAll().execute(), []);
});

t.test('a result of the present attempt is taken after its lease, until another has claimed', async (t) => {
  const [late, stale] = [await claimed(), await claimed()];
  await pass(db, 91);
  await sweepLeases(db, settings);
  t.match(await rowOf(db, late.row), { status: 'QUEUED' });
  t.equal(await worker.finish(late.recording), true);
  t.match((await worker.claim())[0]?.recording, { recording_id: stale.row.id, attempt: 2 });
  t.equal(await worker.finish(stale.recording), false);
  t.match(await rowOf(db, stale.row), { status: 'DOWNLOADING', attempt: 2 });
});

t.test('a stale result in a batch, or one of another tenant, leaves the others untouched', async (t) => {
  const [one, two] = [await claimed(), await claimed()];
  const [mine, stale, strange] = [
    one.recording,
    { ...two.recording, attempt: 2 },
    { ...two.recording, integration_id: one.recording.integration_id },
  ].map((key) => worker.parts(key, [json])[0] as ReturnType<typeof worker.parts>[0]);
  t.same(await worker.send(stale as never, mine as never, strange as never), [false, true, false]);
  t.match(await rowOf(db, two.row), { status: 'DOWNLOADING' });
  t.same(await storedOf(one.row), long);
});

t.test('an invalid transcript fails its recording, and nothing else of its batch', async (t) => {
  const [good, bad, worse] = [await claimed(), await claimed(), await claimed()];
  const items = [
    ...worker.parts(bad.recording, ['{"segments":[]}']),
    ...worker.parts(good.recording, [json]),
    ...worker.parts(worse.recording, ['{', 'no JSON']),
  ];
  t.same(await worker.send(...items), [true, true, true, true]);
  t.match(await rowOf(db, good.row), { status: 'ANALYZING' });
  for (const { row } of [bad, worse])
    t.match(await rowOf(db, row), { status: 'FAILED', error: { code: 'internal' } });
  t.same(await db.selectFrom('transcript_parts').selectAll().execute(), []);
});
