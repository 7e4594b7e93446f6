import { recordingCompleted } from '@debrief/contracts/events/recording';
import { getTranscript } from '@debrief/contracts/operations/ingest';
import {
  getQueue,
  getReruns,
  rerunAnalyses,
  retryRecording,
} from '@debrief/contracts/operations/ingest-queue';
import { consumers } from '@debrief/contracts/topology';
import { consume } from '@debrief/messaging/consume';
import { request } from '@debrief/messaging/request';
import t from 'tap';
import { operator, sentOf, tenant } from './fixtures/ingest-database.ts';
import {
  coachWith,
  headWhen,
  keepRejected,
  runningIngest,
  submit,
  transcribeWith,
} from './fixtures/running-ingest.ts';

const { messaging, service, metrics, startAnother, db } = await runningIngest(t);
const idle = async () => {};
const NEVER_MS = 3_600_000;

t.test('a submission goes all the way without a poll, and its completion is emitted once', async (t) => {
  const caller = tenant();
  const completed: string[] = [];
  const { promise: isCompleted, resolve: complete } = Promise.withResolvers<void>();
  const listener = await consume(
    messaging,
    consumers.analyticsRecordingCompleted,
    async (delivery) => {
      completed.push(`${delivery.payload.recording.recording_id} ${delivery.messageId}`);
      complete();
    },
    { keepRejected },
  );
  t.teardown(() => listener.close());
  const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>();
  await transcribeWith(
    t,
    messaging,
    async (_, renew) => {
      await renew({ progress: 42 });
      await mayFinish;
      return 'all the way';
    },
    { pollMs: NEVER_MS },
  );
  await coachWith(t, messaging, idle);

  const callEventId = await submit(messaging, caller);
  const head = await headWhen(messaging, caller, callEventId, ({ progress }) => progress > 5);
  t.match(head, { status: 'TRANSCRIBING', progress: 42, error: null });
  const { integrations } = await request(messaging, getQueue, operator, { limit: 10 });
  t.match(integrations, [
    { integration_id: caller.integration_id, running: 1, oldest: { id: head.recording_id } },
  ]);
  finish();
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
  const view = await request(messaging, getTranscript, caller, {
    kind: 'call',
    by: 'call_event_id',
    value: callEventId,
  });
  t.equal(view.segments[0]?.text, 'all the way');
  await isCompleted;
  t.same(completed, [`${head.recording_id} ${head.recording_id}:1:completed`]);

  for (const check of Object.values(service.checks)) await t.resolves(check());
  const exposed = await metrics.registry.metrics();
  t.match(exposed, 'debrief_recordings{state="TRANSCRIBING",service="ingest"} 0');
  t.match(exposed, 'debrief_oldest_recording_seconds{state="QUEUED",service="ingest"} 0');
});

t.test('a poller sees a failure, and an operator’s retry starts over', async (t) => {
  const caller = tenant();
  const attempts: number[] = [];
  await transcribeWith(
    t,
    messaging,
    async ({ attempt }) => {
      attempts.push(attempt);
      return attempt === 1 ? null : 'better now';
    },
    { pollMs: NEVER_MS },
  );
  await coachWith(t, messaging, idle);
  const callEventId = await submit(messaging, caller);
  const failed = await headWhen(messaging, caller, callEventId, ({ status }) => status === 'FAILED');
  t.match(failed, { progress: 5, error: { code: 'audio_undecodable', retryable: false } });
  t.match(await request(messaging, retryRecording, operator, { id: failed.recording_id }), {
    status: 'QUEUED',
    attempt: 2,
  });
  await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
  t.same(attempts, [1, 2]);
});

t.test('a poller sees nothing of a rerun, which ends once its analysis is stored', async (t) => {
  const caller = tenant();
  await transcribeWith(t, messaging, async () => 'judged again');
  let analyses = 0;
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  await coachWith(t, messaging, async () => {
    analyses += 1;
    if (analyses > 1) await mayEnd;
  });
  const callEventId = await submit(messaging, caller);
  const before = await headWhen(messaging, caller, callEventId, ({ status }) => status === 'COMPLETED');
  const { integration_id } = caller;
  const since = '2000-01-01T00:00:00Z';
  t.match(await request(messaging, rerunAnalyses, operator, { integration_id, since }), { recordings: 1 });
  const left = () => request(messaging, getReruns, operator, { integration_id });
  while (analyses < 2) {
    const { waiting, running } = await left();
    t.equal(waiting + running, 1);
  }
  t.strictSame(await headWhen(messaging, caller, callEventId, () => true), before);
  end();
  while ((await left()).running > 0);
  t.strictSame(await headWhen(messaging, caller, callEventId, () => true), before);
  t.equal(analyses, 2);
  const bad = request(messaging, rerunAnalyses, operator, { integration_id, since: 'yesterday' });
  await t.rejects(bad);
});

t.test('two replicas share the work without doing any of it twice', async (t) => {
  await startAnother();
  const caller = tenant();
  const seen: string[] = [];
  for (let worker = 0; worker < 2; worker += 1) {
    await transcribeWith(t, messaging, async ({ recording_id }) => {
      seen.push(recording_id);
      return 'once';
    });
  }
  await coachWith(t, messaging, idle);
  const callEventIds = await Promise.all(Array.from({ length: 20 }, () => submit(messaging, caller)));
  await Promise.all(
    callEventIds.map((id) => headWhen(messaging, caller, id, ({ status }) => status === 'COMPLETED')),
  );
  t.equal(new Set(seen).size, 20);
  t.equal(seen.length, 20);
  const sent = await sentOf(db, caller);
  t.equal(sent.filter(({ subject }) => subject === recordingCompleted.subject).length, 20);
});

t.test('a tenant with 40 queued delays another’s first by no more than what is running', async (t) => {
  const [many, few] = [tenant(), tenant()];
  const order: string[] = [];
  const { promise: mayStart, resolve: start } = Promise.withResolvers<void>();
  await transcribeWith(t, messaging, async ({ integration_id }) => {
    await mayStart;
    order.push(integration_id === many.integration_id ? 'many' : 'few');
    return 'short';
  });
  await coachWith(t, messaging, idle);
  await Promise.all(Array.from({ length: 40 }, () => submit(messaging, many)));
  const first = await submit(messaging, few);
  start();
  await headWhen(messaging, few, first, ({ status }) => status === 'COMPLETED');
  // Four run; where all four end before the next claim, one that waited longer may come with it.
  t.ok(order.indexOf('few') <= 5, `came after ${order.indexOf('few')} of the other tenant’s`);
});
