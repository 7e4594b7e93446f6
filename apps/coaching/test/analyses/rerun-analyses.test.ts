import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { queueAnalysis } from '../../src/analyses/queue-analysis.ts';
import { builtInCoach } from '../../src/engines/built-in/built-in-coach.ts';
import { recordIntegrationChange } from '../../src/integrations/record-integration-change.ts';
import { storeRubrics } from '../../src/rubrics/store-rubrics.ts';
import { analysisScene, coachAfter, until } from '../fixtures/analysis-scene.ts';
import { coachingDatabase, integrationChange } from '../fixtures/coaching-database.ts';
import { transcript } from '../fixtures/events.ts';

const { db } = await coachingDatabase(t);
const scene = analysisScene(db, builtInCoach);
type Call = ReturnType<typeof scene.recording>;

/** As ingest asks for it; again with the same id. */
async function rerun({ recording }: Call, rerun_id = uuidv7()): Promise<string> {
  const queue = queueAnalysis(db, { queued: () => {}, emitted: () => {} });
  await queue({ payload: { recording, transcript, rerun_id } });
  return rerun_id;
}

const pastOf = ({ recording }: Call) =>
  db.selectFrom('past_analyses').selectAll().where('recording_id', '=', recording.recording_id).execute();

t.test('the old analysis is served until the new one replaces it, and is kept', async (t) => {
  const payload = integrationChange();
  await recordIntegrationChange(db)({ payload });
  const { integration_id } = payload;
  const call = scene.recording({ integration_id, ai_category: 'sales', rubric: null });
  await call.deliver();
  const first = scene.start(t);
  await call.eventsWhen(1);
  await first.close();
  const before = await call.analysis();
  const labels = {
    name: 'general-sales',
    extends: 'general-sales',
    disposition_labels: { appointment_set: 'Won' },
  };
  await db.transaction().execute((tx) => storeRubrics(tx, integration_id, [labels]));

  const rerun_id = await rerun(call);
  t.strictSame(await call.analysis(), before, 'it waits');
  scene.start(t);
  const events = await call.eventsWhen(2);
  t.match(events[1], {
    subject: 'recording.analyzed',
    message_id: `${call.recording.recording_id}:1:analyzed:${rerun_id}`,
    payload: { rerun_id, outcomes: ['Won'] },
  });
  const after = await call.analysis();
  t.match(after, { rerun_id, body: { engine: { rubric_version: /team-1/ } } });
  t.match(await pastOf(call), [{ attempt: 1, body: before?.body, created_date: before?.created_date }]);

  await rerun(call, rerun_id);
  t.match((await call.eventsWhen(3))[2], { payload: { rerun_id, outcomes: ['Won'] } });
  t.strictSame(await call.analysis(), after, 'asked for again it is not made again');
  await call.deliver();
  await call.eventsWhen(4);
  t.strictSame([(await pastOf(call)).length, await call.work()], [1, undefined]);
});

t.test('calls that somebody waits for come before those that are judged again', async (t) => {
  const again = [scene.recording(), scene.recording(), scene.recording()];
  for (const call of again) await call.deliver();
  const first = scene.start(t);
  for (const call of again) await call.eventsWhen(1);
  await first.close();
  for (const call of again) await rerun(call);
  const fresh = [scene.recording(), scene.recording()];
  for (const call of fresh) await call.deliver();
  const order: string[] = [];
  const coachOf = ({ recording_id }: { recording_id?: string }) =>
    coachAfter(async () => void order.push(recording_id ?? ''));
  scene.start(t, { coachOf: coachOf as never });
  for (const call of again) await call.eventsWhen(2);
  t.equal(order.length, 5);
  t.strictSame(order.slice(0, 2).sort(), fresh.map(({ recording }) => recording.recording_id).sort());
});

t.test('a late request for the first analysis leaves a rerun that waits', async (t) => {
  const call = scene.recording();
  await call.deliver();
  const first = scene.start(t);
  await call.eventsWhen(1);
  await first.close();
  const rerun_id = await rerun(call);
  await call.deliver();
  t.match(await call.work(), { rerun_id });
  await rerun(call, rerun_id);
  t.match(await call.work(), { rerun_id, attempt: 1 }, 'repeated, it stays as it is');
  const newer = await rerun(call);
  t.match(await call.work(), { rerun_id: newer });
});

t.test('a rerun that comes again after a later one was stored changes nothing', async (t) => {
  const call = scene.recording();
  await call.deliver();
  const first = scene.start(t);
  await call.eventsWhen(1);
  const earlier = uuidv7();
  const later = await rerun(call);
  await call.eventsWhen(2);
  await first.close();
  const after = await call.analysis();
  t.match(after, { rerun_id: later });
  await rerun(call, earlier);
  t.equal(await call.work(), undefined);
  t.match((await call.eventsWhen(3))[2], { payload: { rerun_id: earlier } });
  t.strictSame(await call.analysis(), after);
});

t.test('a call that cannot be judged again keeps its analysis and does not fail', async (t) => {
  const call = scene.recording();
  await call.deliver();
  const first = scene.start(t);
  await call.eventsWhen(1);
  await first.close();
  const before = await call.analysis();
  const rerun_id = await rerun(call);
  const broken = coachAfter(() => Promise.reject(new Error('broken')));
  scene.start(t, { coachOf: () => broken, ...scene.settings({ maxFailures: 1 }) });
  await until(async () => (await call.work()) === undefined);
  const events = await call.events();
  t.match(events.slice(1), [{ subject: 'recording.analyzed', payload: { rerun_id, rerun_failed: true } }]);
  t.equal(events.length, 2);
  t.strictSame(await call.analysis(), before);
  t.strictSame(await pastOf(call), []);
});
