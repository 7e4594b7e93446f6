import {
  type RecordingContext,
  recordingCompleted,
  recordingProgress,
  recordingSubmitted,
} from '@debrief/contracts/events/recording';
import { getTranscript, retryRecording } from '@debrief/contracts/operations/ingest';
import { consumers } from '@debrief/contracts/topology';
import type { Messaging } from '@debrief/messaging/connection';
import { consume, PermanentError } from '@debrief/messaging/consume';
import { notify } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { sql } from 'kysely';
import t from 'tap';
import { operator, tenant } from './fixtures/ingest-database.ts';
import { coachWith, headWhen, runningIngest, submit, transcribeWith } from './fixtures/running-ingest.ts';

const idle = async () => {};

const isUp = (messaging: Messaging) =>
  messaging.check().then(
    () => true,
    () => false,
  );

t.test('a submission goes all the way, and every listener hears that it is complete', async (t) => {
  const { messaging, service, metrics } = await runningIngest(t);
  const caller = tenant();
  const completed: string[] = [];
  await consume(messaging, consumers.analyticsRecordingCompleted, async ({ payload, messageId }) => {
    completed.push(`${payload.recording.recording_id} ${messageId}`);
  });
  const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>();
  await transcribeWith(messaging, async ({ integration_id, recording_id, attempt }) => {
    notify(messaging, recordingProgress, {
      integration_id,
      recording_id,
      attempt,
      status: 'TRANSCRIBING',
      progress: 42,
    });
    await mayFinish;
    return 'all the way';
  });
  await coachWith(messaging, idle);

  const callEventId = await submit(messaging, caller);
  const head = await headWhen(messaging, caller, callEventId, ({ progress }) => progress > 0);
  t.match(head, { status: 'TRANSCRIBING', progress: 42, error: null });
  finish();
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
  const view = await request(messaging, getTranscript, caller, {
    kind: 'call',
    by: 'call_event_id',
    value: callEventId,
  });
  t.equal(view.segments[0]?.text, 'all the way');
  while (completed.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  t.same(completed, [`${head.recording_id} ${head.recording_id}:1:completed`]);
  t.equal(recordingCompleted.subject, 'recording.completed');

  for (const check of Object.values(service.checks)) await t.resolves(check());
  const exposed = await metrics.registry.metrics();
  for (const name of ['recordings_waiting', 'recordings_in_flight', 'oldest_recording_seconds']) {
    t.match(exposed, `debrief_${name}{service="ingest"} 0`);
  }
});

t.test('a failure is told to the poller, and an operator’s retry starts over', async (t) => {
  const { messaging } = await runningIngest(t);
  const caller = tenant();
  const attempts: number[] = [];
  await transcribeWith(messaging, async ({ attempt }) => {
    attempts.push(attempt);
    return attempt === 1 ? null : 'better now';
  });
  await coachWith(messaging, idle);
  const callEventId = await submit(messaging, caller);
  const failed = await headWhen(messaging, caller, callEventId, ({ status }) => status === 'FAILED');
  t.match(failed, { progress: 0, error: { code: 'audio_undecodable', retryable: false } });
  t.match(await request(messaging, retryRecording, operator, { id: failed.recording_id }), {
    status: 'QUEUED',
    attempt: 2,
  });
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
  t.same(attempts, [1, 2]);
});

t.test('a tenant with 200 queued delays another’s first by no more than what is in flight', async (t) => {
  const { messaging, db } = await runningIngest(t);
  const [many, few] = [tenant(), tenant()];
  const order: string[] = [];
  const { promise: mayStart, resolve: start } = Promise.withResolvers<void>();
  await transcribeWith(messaging, async ({ integration_id }) => {
    await mayStart;
    order.push(integration_id === many.integration_id ? 'many' : 'few');
    return 'short';
  });
  await coachWith(messaging, idle);
  await Promise.all(Array.from({ length: 200 }, () => submit(messaging, many)));
  const { waiting } = await db
    .selectFrom('recordings')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow();
  t.ok(waiting >= 196, 'no more than four of them are in flight');
  const first = await submit(messaging, few);
  start();
  await headWhen(messaging, few, first, ({ status }) => status === 'COMPLETED');
  t.ok(order.indexOf('few') <= 4, `came after ${order.indexOf('few')} of the other tenant’s`);
});

t.test('a store of NATS that is lost in mid-flight loses no recording', async (t) => {
  const { messaging, nats } = await runningIngest(t, {
    QUEUED_LEASE_SECONDS: '1',
    LEASE_SECONDS: '2',
    SWEEP_INTERVAL_SECONDS: '0.1',
    MAX_ATTEMPTS: '10',
  });
  const caller = tenant();
  // Nobody works yet: what is released sits in the stream, and the rest waits in Postgres.
  const callEventIds = await Promise.all(Array.from({ length: 8 }, () => submit(messaging, caller)));
  await headWhen(messaging, caller, callEventIds[0] as string, () => true);
  nats.kill('SIGKILL');
  nats.wipe();
  await nats.start();
  while (!(await isUp(messaging))) await new Promise((resolve) => setTimeout(resolve, 20));
  await transcribeWith(messaging, async () => 'after all');
  await coachWith(messaging, idle);
  const heads = await Promise.all(
    callEventIds.map((id) => headWhen(messaging, caller, id, ({ status }) => status === 'COMPLETED')),
  );
  t.equal(new Set(heads.map(({ recording_id }) => recording_id)).size, 8);
});

t.test('a message is sent again once its worker has lost it, not while it waits', async (t) => {
  const { messaging, db } = await runningIngest(t, {
    QUEUED_LEASE_SECONDS: '0.2',
    SWEEP_INTERVAL_SECONDS: '0.1',
  });
  await submit(messaging, tenant());
  const work = () =>
    db
      .selectFrom('outbox')
      .select(['id', 'published_at'])
      .where('subject', '=', recordingSubmitted.subject)
      .execute();
  const leases = new Set<string | null>();
  while (leases.size < 4) {
    const { lease_until } = await db.selectFrom('recordings').select('lease_until').executeTakeFirstOrThrow();
    leases.add(lease_until);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [sent, ...copies] = await work();
  t.same(copies, []);
  t.ok(sent?.published_at);
  await consume(messaging, consumers.transcriptionRecordingSubmitted, async () => {
    throw new PermanentError('lost');
  });
  for (let [row] = await work(); row === undefined || row.id === sent?.id; [row] = await work()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  t.equal((await work()).length, 1);
});

t.test(
  'a worker that falls silent is followed by another attempt, and its late results are refused',
  async (t) => {
    const { messaging } = await runningIngest(t, {
      LEASE_SECONDS: '0.5',
      SWEEP_INTERVAL_SECONDS: '0.1',
    });
    const caller = tenant();
    const { promise: overtaken, resolve: overtake } = Promise.withResolvers<void>();
    const work = async ({ integration_id, recording_id, attempt }: RecordingContext) => {
      const status = 'DOWNLOADING';
      notify(messaging, recordingProgress, { integration_id, recording_id, attempt, status, progress: 5 });
      if (attempt === 1) await overtaken;
      return `attempt ${attempt}`;
    };
    const { promise: staleIsCoached, resolve: coachStale } = Promise.withResolvers<void>();
    const coach = async ({ attempt }: RecordingContext) => (attempt === 1 ? coachStale() : staleIsCoached);
    for (let worker = 0; worker < 2; worker += 1) {
      await transcribeWith(messaging, work);
      await coachWith(messaging, coach);
    }
    const callEventId = await submit(messaging, caller);
    await headWhen(messaging, caller, callEventId, ({ status }) => status === 'ANALYZING');
    overtake();
    await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
    const view = await request(messaging, getTranscript, caller, {
      kind: 'call',
      by: 'call_event_id',
      value: callEventId,
    });
    t.equal(view.segments[0]?.text, 'attempt 2');
  },
);

t.test('what is done while this service is down is not done again when it is back', async (t) => {
  const { messaging, service, startAnother, db } = await runningIngest(t, {
    LEASE_SECONDS: '0.5',
    SWEEP_INTERVAL_SECONDS: '0.1',
  });
  const caller = tenant();
  const attempts: number[] = [];
  const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>();
  await transcribeWith(messaging, async ({ integration_id, recording_id, attempt }) => {
    attempts.push(attempt);
    const status = 'TRANSCRIBING';
    notify(messaging, recordingProgress, { integration_id, recording_id, attempt, status, progress: 30 });
    await mayFinish;
    return 'in the meantime';
  });
  await coachWith(messaging, idle);
  const callEventId = await submit(messaging, caller);
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'TRANSCRIBING');
  await service.close();
  const stillLeased = () =>
    db.selectFrom('recordings').select('id').where('lease_until', '>', sql<string>`now()`).executeTakeFirst();
  while ((await stillLeased()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  await startAnother();
  // A release shows that the dispatcher has looked at everything since.
  const next = await submit(messaging, caller);
  const isReleased = () =>
    db
      .selectFrom('recordings')
      .select('id')
      .where('call_event_id', '=', next)
      .where('released_at', 'is not', null)
      .executeTakeFirst();
  while ((await isReleased()) === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  finish();
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
  await headWhen(messaging, caller, next, ({ status }) => status === 'COMPLETED');
  t.same(attempts, [1, 1]);
});

t.test('two replicas share the work without doing any of it twice', async (t) => {
  const { messaging, startAnother, db } = await runningIngest(t);
  await startAnother();
  const caller = tenant();
  const seen: string[] = [];
  await transcribeWith(messaging, async ({ recording_id }) => {
    seen.push(recording_id);
    return 'once';
  });
  await coachWith(messaging, idle);
  const callEventIds = await Promise.all(Array.from({ length: 20 }, () => submit(messaging, caller)));
  await Promise.all(
    callEventIds.map((id) => headWhen(messaging, caller, id, ({ status }) => status === 'COMPLETED')),
  );
  t.equal(new Set(seen).size, 20);
  t.equal(seen.length, 20);
  const completions = await db
    .selectFrom('outbox')
    .select('message_id')
    .where('subject', '=', recordingCompleted.subject)
    .execute();
  t.equal(completions.length, 20);
});
