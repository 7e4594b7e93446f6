import {
  type RecordingContext,
  recordingProgress,
  recordingSubmitted,
} from '@debrief/contracts/events/recording';
import { getTranscript } from '@debrief/contracts/operations/ingest';
import { consumers } from '@debrief/contracts/topology';
import { consume, PermanentError } from '@debrief/messaging/consume';
import { notify } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { sql } from 'kysely';
import t from 'tap';
import { tenant } from './fixtures/ingest-database.ts';
import { coachWith, headWhen, runningIngest, submit, transcribeWith } from './fixtures/running-ingest.ts';

const { messaging, service, nats, startAnother, db } = await runningIngest(t, {
  QUEUED_LEASE_SECONDS: '0.2',
  LEASE_SECONDS: '0.5',
  SWEEP_INTERVAL_SECONDS: '0.1',
  MAX_ATTEMPTS: '10',
});
const idle = async () => {};

const isUp = () =>
  messaging.check().then(
    () => true,
    () => false,
  );

t.test(
  'a worker that falls silent is followed by another attempt, and its late results are refused',
  async (t) => {
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
      await transcribeWith(t, messaging, work);
      await coachWith(t, messaging, coach);
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

t.test('work that is done while this service is down is not done again', async (t) => {
  const caller = tenant();
  const attempts: number[] = [];
  const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>();
  await transcribeWith(t, messaging, async ({ integration_id, recording_id, attempt }) => {
    attempts.push(attempt);
    const status = 'TRANSCRIBING';
    notify(messaging, recordingProgress, { integration_id, recording_id, attempt, status, progress: 30 });
    await mayFinish;
    return 'in the meantime';
  });
  await coachWith(t, messaging, idle);
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

t.test('no recording is lost with the store of NATS', async (t) => {
  const caller = tenant();
  // No worker yet: what is released sits in the stream, and the rest waits in Postgres.
  const callEventIds = await Promise.all(Array.from({ length: 8 }, () => submit(messaging, caller)));
  await headWhen(messaging, caller, callEventIds[0] as string, () => true);
  nats.kill('SIGKILL');
  nats.wipe();
  await nats.start();
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 20));
  await transcribeWith(t, messaging, async () => 'after all');
  await coachWith(t, messaging, idle);
  const heads = await Promise.all(
    callEventIds.map((id) => headWhen(messaging, caller, id, ({ status }) => status === 'COMPLETED')),
  );
  t.equal(new Set(heads.map(({ recording_id }) => recording_id)).size, 8);
});

t.test('a message is sent again once its worker has lost it, not while it waits', async (t) => {
  const caller = tenant();
  const callEventId = await submit(messaging, caller);
  const work = () =>
    db
      .selectFrom('outbox')
      .select(['id', 'published_at'])
      .where('subject', '=', recordingSubmitted.subject)
      .where(sql`payload -> 'recording' ->> 'integration_id'`, '=', caller.integration_id)
      .execute();
  const leases = new Set<string | null>();
  while (leases.size < 4) {
    const { lease_until } = await db
      .selectFrom('recordings')
      .select('lease_until')
      .where('call_event_id', '=', callEventId)
      .executeTakeFirstOrThrow();
    leases.add(lease_until);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [sent, ...copies] = await work();
  t.same(copies, []);
  t.ok(sent?.published_at);
  const worker = await consume(messaging, consumers.transcriptionRecordingSubmitted, async () => {
    throw new PermanentError('lost');
  });
  t.teardown(() => worker.close());
  for (let [row] = await work(); row === undefined || row.id === sent?.id; [row] = await work()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  t.equal((await work()).length, 1);
});
