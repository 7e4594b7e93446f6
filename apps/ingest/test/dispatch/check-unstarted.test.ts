import { recordingTranscribed } from '@debrief/contracts/events/recording';
import { consumers } from '@debrief/contracts/topology';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { type Backlog, checkUnstarted } from '../../src/dispatch/check-unstarted.ts';
import {
  analyzing,
  attemptsOf,
  dispatchDatabase,
  expire,
  keepTranscript,
  past,
  settings,
} from '../fixtures/dispatch.ts';
import { change, rowOf, sentOf, transcript } from '../fixtures/ingest-database.ts';

const { db, oneTenant } = await dispatchDatabase(t);

const nothingLeft: Backlog = async () => 0;
/** Only this consumer has something to do. */
const busy =
  (durable: string): Backlog =>
  async (consumer) =>
    consumer.durable === durable ? 1 : 0;

t.test('a message that its worker no longer has is sent again, as the same attempt', async (t) => {
  const { caller, submit } = oneTenant();
  const row = await expire(db, await submit());
  for (let round = 0; round < 3; round += 1) {
    t.same(await checkUnstarted(db, settings, nothingLeft), { resent: 1, full: false });
    t.same(attemptsOf(await sentOf(db, caller)), ['recording.submitted 1:1'], 'and is in the outbox once');
    t.same(await checkUnstarted(db, settings, nothingLeft), { resent: 0, full: false }, 'it has a lease');
    await sql`update outbox set published_at = now()`.execute(db);
    await expire(db, row);
  }
  t.match(await rowOf(db, row), { status: 'QUEUED', attempt: 1, tries: 1 });
});

t.test('so is the transcript that is to be analysed', async (t) => {
  const { caller, submit } = oneTenant();
  const row = await expire(db, await submit(), analyzing);
  await keepTranscript(db, row, 'kept');
  for (let round = 0; round < 3; round += 1) {
    t.match(await checkUnstarted(db, settings, nothingLeft), { resent: 1 });
    const sent = await sentOf(db, caller);
    t.same(attemptsOf(sent), ['recording.transcribed 1:1:transcribed']);
    t.same(sent[0]?.payload.transcript, transcript('kept'));
    t.ok(Value.Check(recordingTranscribed.payload, sent[0]?.payload));
    await expire(db, row);
  }
  t.match(await rowOf(db, row), { ...analyzing, transcribed_at: '2026-11-20T10:00:00.000000Z', attempt: 1 });
});

t.test('nothing is sent again while the queue is long or a result waits to be read', async (t) => {
  const { caller, submit } = oneTenant();
  const [row, transcribed] = [await expire(db, await submit()), await expire(db, await submit(), analyzing)];
  await keepTranscript(db, transcribed, 'kept');
  const unsure: [string, Backlog][] = [
    ['failed', busy(consumers.ingestRecordingFailed.durable)],
    ['unknown', async () => Promise.reject(new Error('not connected to NATS'))],
    ['all', async () => 7],
  ];
  for (const [name, backlog] of unsure) {
    t.same(await checkUnstarted(db, settings, backlog), { resent: 0, full: false }, name);
    for (const waiting of [row, transcribed]) {
      const { lease_until, ...rest } = await rowOf(db, waiting);
      t.ok(lease_until !== null && lease_until > waiting.created_date, 'its lease is extended');
      await expire(db, waiting);
      t.same(await rowOf(db, waiting), { ...rest, lease_until: waiting.lease_until }, 'and nothing else');
    }
  }
  t.same(await sentOf(db, caller), []);
});

t.test('each stage has a queue of its own', async (t) => {
  const { caller, submit } = oneTenant();
  const [row, transcribed] = [await expire(db, await submit()), await expire(db, await submit(), analyzing)];
  await keepTranscript(db, transcribed, 'kept');
  const submittedAgain = ['recording.submitted 1:1'];
  const transcribedAgain = ['recording.transcribed 1:1:transcribed'];
  const cases: [keyof typeof consumers, string[]][] = [
    ['coachingRecordingTranscribed', submittedAgain],
    ['ingestRecordingAnalyzed', submittedAgain],
    ['transcriptionRecordingSubmitted', transcribedAgain],
    ['ingestRecordingTranscribed', transcribedAgain],
    ['analyticsRecordingSubmitted', [...submittedAgain, ...transcribedAgain]],
  ];
  for (const [consumer, expected] of cases) {
    await checkUnstarted(db, settings, busy(consumers[consumer].durable));
    t.same(attemptsOf(await sentOf(db, caller)), expected, consumer);
    await sql`delete from outbox`.execute(db);
    for (const one of [row, transcribed]) await expire(db, one);
  }
});

t.test('NATS is asked only when a lease has run out', async (t) => {
  const { submit } = oneTenant();
  await expire(db, await submit(), { lease_until: '2126-11-20T10:00:00Z' });
  await expire(db, await submit(), { started_at: past });
  const neverAsked: Backlog = async () => {
    t.fail('asked');
    return 0;
  };
  t.same(await checkUnstarted(db, settings, neverAsked), { resent: 0, full: false });
});

t.test('transcripts are sent again a few at a time', async (t) => {
  const { caller, submit } = oneTenant();
  for (let index = 0; index < 3; index += 1) {
    await keepTranscript(db, await expire(db, await submit(), analyzing), `kept ${index}`);
    await expire(db, await submit());
  }
  const small = { ...settings, transcriptBatchSize: 2 };
  t.same(await checkUnstarted(db, small, nothingLeft), { resent: 5, full: true });
  t.same(await checkUnstarted(db, small, nothingLeft), { resent: 1, full: false });
  t.equal((await sentOf(db, caller)).length, 6);
});

t.test('a recording that a consumer has locked is skipped', async (t) => {
  const { caller, submit } = oneTenant();
  const row = await expire(db, await submit());
  await db.transaction().execute(async (tx) => {
    await change(tx, row, { started_at: past });
    t.match(await checkUnstarted(db, settings, nothingLeft), { resent: 0 });
  });
  t.same(await sentOf(db, caller), []);
});
