import { recordingFailed, recordingSubmitted } from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { rowOf, sentOf } from '../fixtures/ingest-database.ts';
import { pass, settings, workDatabase, workerOf } from '../fixtures/work.ts';

const { db, worker, claimed } = await workDatabase(t);

t.test('what can never be transcribed is FAILED with its reason, once, where it was', async (t) => {
  const { owner, row, recording } = await claimed();
  await worker.renew(recording, { progress: 35 });
  const error = failure('audio_undecodable');
  t.equal(await worker.release(recording, 'failed', { error }), true);
  t.match(await rowOf(db, row), { status: 'FAILED', progress: 35, attempt: 1, error, claimed_at: null });
  const [event, ...more] = await sentOf(db, owner);
  t.same(more, []);
  t.match(event, {
    subject: recordingFailed.subject,
    message_id: `${row.id}:1:failed`,
    payload: { stage: 'ingest', error, recording: { attempt: 1 } },
  });
  t.ok(Value.Check(recordingFailed.payload, event?.payload));
  const after = await rowOf(db, row);
  t.equal(await worker.release(recording, 'failed', { error: failure('internal') }), false);
  t.equal(await worker.finish(recording), false);
  t.same(await rowOf(db, row), after);
});

t.test('waiting for an engine counts as nothing, however often, and says what for', async (t) => {
  const { owner, row, recording } = await claimed();
  let held = recording;
  for (let time = 0; time < 6; time += 1) {
    t.equal(await worker.release(held, 'wait'), true);
    t.match(await rowOf(db, row), {
      status: 'QUEUED',
      progress: 0,
      failures: 0,
      waits_for: 'engine_unavailable',
    });
    t.same(await worker.claim(), [], 'not at once');
    await pass(db, 31);
    held = (await worker.claim())[0]?.recording ?? held;
    t.equal(held.attempt, time + 2);
  }
  t.same(await sentOf(db, owner), []);
  t.equal(await worker.finish(held), true);
  t.match(await rowOf(db, row), { waits_for: null, waiting_since: null });
});

t.test('what waits for longer than WAIT_DAYS is FAILED with what it waited for', async (t) => {
  const { row, recording } = await claimed();
  await worker.release(recording, 'wait');
  await pass(db, 8 * 86_400);
  const [work] = await worker.claim();
  await worker.release(work?.recording as never, 'wait', { error: failure('disk_full') });
  t.match(await rowOf(db, row), { status: 'FAILED', attempt: 2, error: failure('disk_full') });
});

t.test('the third failure of an attempt is the last', async (t) => {
  const { row, recording } = await claimed();
  const error = failure('engine_failed');
  let held = recording;
  for (const delay of [10, 30]) {
    await worker.release(held, 'retry', { error });
    t.match(await rowOf(db, row), { status: 'QUEUED', waits_for: 'engine_failed' });
    await pass(db, delay - 1);
    t.same(await worker.claim(), []);
    await pass(db, 2);
    held = (await worker.claim())[0]?.recording ?? held;
  }
  await worker.release(held, 'retry', { error });
  t.match(await rowOf(db, row), { status: 'FAILED', attempt: 3, failures: 3, error });
});

t.test('a lost worker counts where it was transcribing, and the third time is the last', async (t) => {
  const { row, recording } = await claimed();
  await worker.release(recording, 'lost', { error: null });
  t.match(await rowOf(db, row), { status: 'QUEUED', failures: 0 });
  for (const failures of [1, 2, 3]) {
    const held = (await worker.claim())[0]?.recording ?? recording;
    await worker.renew(held);
    await worker.release(held, 'lost', { error: null });
    t.match(await rowOf(db, row), { failures });
    await pass(db, 600);
  }
  t.match(await rowOf(db, row), { status: 'FAILED', error: failure('timed_out') });
});

t.test('what is handed on is offered to others at once, and the worker’s own delay is kept', async (t) => {
  const { owner, row, recording } = await claimed();
  await worker.release(recording, 'handed_on');
  const sent = await db.selectFrom('outbox').selectAll().execute();
  t.match(sent, [
    { subject: recordingSubmitted.subject, payload: { recordings: [{ recording_id: row.id, attempt: 2 }] } },
  ]);
  t.ok(Value.Check(recordingSubmitted.payload, sent[0]?.payload));
  const [next] = await worker.claim();
  t.match(next?.recording, { integration_id: owner.integration_id, attempt: 2 });
  t.match(await rowOf(db, row), { failures: 0 });
  await worker.release(next?.recording as never, 'wait', { retry_after_seconds: 300 });
  await pass(db, 299);
  t.same(await worker.claim(), []);
  await pass(db, 2);
  t.equal((await worker.claim()).length, 1);
});

t.test(
  'many are released together by workers that name them in any order, and stale ones are refused',
  async (t) => {
    const all = await Promise.all([claimed()]).then(async ([first]) => [
      first,
      await claimed(),
      await claimed(),
    ]);
    const stale = { ...(all[0] as (typeof all)[0]).recording, attempt: 9 };
    const others = workerOf(db, { ...settings, maxFailures: 1 });
    const [one, two] = await Promise.all([
      Promise.all(all.map(({ recording }) => worker.release(recording, 'wait'))),
      Promise.all(all.toReversed().map(({ recording }) => others.release(recording, 'retry'))),
    ]);
    for (const [index, held] of one.entries()) t.not(held, two.toReversed()[index], 'one of them had it');
    t.equal(await worker.release(stale, 'retry'), false);
  },
);
