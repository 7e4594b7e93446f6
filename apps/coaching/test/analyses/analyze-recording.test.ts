import type { PayloadOf } from '@debrief/contracts/define';
import {
  type RecordingContext,
  recordingAnalyzed,
  recordingFailed,
} from '@debrief/contracts/events/recording';
import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import t from 'tap';
import { recordUserChange } from '../../src/agendas/record-user-change.ts';
import { startAnalysisThreads } from '../../src/analyses/analysis-threads.ts';
import { settings } from '../../src/config.ts';
import type { Coach } from '../../src/engines/coach.ts';
import { chooseCoach } from '../../src/engines/language-model/choose-coach.ts';
import { analysisScene, progressLog, withoutDelays } from '../fixtures/analysis-scene.ts';
import { coachingDatabase, userChange } from '../fixtures/coaching-database.ts';
import { evidenceOfActs } from '../fixtures/evidence-of-acts.ts';
import { answers, modelServer, sendJson, wholeLines } from '../fixtures/model-server.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const threads = startAnalysisThreads({ count: 1, log });
t.teardown(() => threads.close());
const { db, url } = await coachingDatabase(t);
const builtIn: Coach = {
  analyze: (transcript, rubric, context, run) => threads.analyze({ transcript, rubric, context }, run),
};
const scene = analysisScene(db, builtIn);

t.test('a transcript becomes an analysis and its event, and its work ends', async (t) => {
  const { recording, deliver, eventsWhen, analysis, work } = scene.recording();
  const { reported, reportProgress } = progressLog();
  scene.start(t, { reportProgress });
  await deliver();
  const [event] = await eventsWhen(1);
  const stored = await analysis();
  const { integration_id, recording_id, analysis_id, attempt, user_id } = recording;
  t.match(stored, { integration_id, recording_id, analysis_id, attempt, user_id, rating: Number });
  t.match(stored?.body, { disposition: { id: /^[0-9a-f-]{36}$/, outcomes: ['Appointment Set'] } });
  t.match(event, {
    subject: recordingAnalyzed.subject,
    message_id: `${recording_id}:1:analyzed`,
    payload: { recording, outcomes: ['Appointment Set'] },
  });
  const analyzed = event?.payload as PayloadOf<typeof recordingAnalyzed> | undefined;
  t.strictSame(analyzed?.objections, stored?.body.objections.kinds, 'kinds can be counted, quotes cannot');
  t.strictSame(
    reported.filter((report, index) => report.progress !== reported[index - 1]?.progress),
    [70, 95].map((progress) => ({ integration_id, recording_id, attempt, progress })),
    'once or, where it takes long, as often as it computes',
  );
  t.equal(await work(), undefined);
});

t.test("spoken days are counted in the zone of the recording's agent", async (t) => {
  // Tuesday in UTC, and Monday evening where the agent says "Tuesday at three".
  const occurred_at = '2026-11-24T02:30:00.000Z';
  const here = scene.recording({ occurred_at });
  const elsewhere = scene.recording({ occurred_at });
  const { integration_id, user_id } = here.recording;
  const change = userChange({ integration_id }, { user_id, timezone: 'America/Los_Angeles' });
  await recordUserChange(db)({ payload: change });
  scene.start(t);
  await Promise.all([here.deliver(), elsewhere.deliver()]);
  await Promise.all([here.eventsWhen(1), elsewhere.eventsWhen(1)]);
  t.equal((await here.analysis())?.body.appointment?.at, '2026-11-24T15:00');
  t.equal((await elsewhere.analysis())?.body.appointment?.at, '2026-12-01T15:00', 'no zone is UTC');
});

t.test('a newer attempt replaces the analysis', async (t) => {
  const { deliver, eventsWhen, analysis } = scene.recording();
  scene.start(t);
  await deliver();
  await eventsWhen(1);
  const before = await analysis();
  await deliver({ attempt: 2 });
  await eventsWhen(2);
  const after = await analysis();
  t.equal(after?.attempt, 2);
  t.not(JSON.stringify(after?.body), JSON.stringify(before?.body));
});

t.test('a fault of the engine counts, and the third fails the recording with its reason', async (t) => {
  const { recording, deliver, eventsWhen, work, analysis } = scene.recording();
  let attempts = 0;
  const rubricOf = () => {
    throw new Error('no rubric today');
  };
  const coachOf = () => {
    attempts += 1;
    return builtIn;
  };
  scene.start(t, { rubricOf, coachOf });
  withoutDelays(t, db);
  await deliver();
  const [event, ...others] = await eventsWhen(1);
  t.match(event, {
    subject: recordingFailed.subject,
    payload: { recording, stage: 'coaching', error: { code: 'analysis_failed', retryable: true } },
  });
  t.equal(others.length, 0);
  t.equal(attempts, 3);
  t.strictSame([await work(), await analysis()], [undefined, undefined]);
});

t.test('a recording gets the language model it asks for, and the analysis says what coached', async (t) => {
  const greets = answers(wholeLines(() => ['greeting']));
  const { url: COACH_URL } = await modelServer(t, greets, (_, response) => sendJson(response, {}, 500));
  const coachOf = chooseCoach({
    config: loadConfig(settings, {
      ...{ DATABASE_URL: url, NATS_URL: 'nats://host' },
      ...{ COACH_ENGINE: 'openai-compatible', COACH_URL, COACH_MODELS: 'large' },
    }),
    ...{ db, builtIn, derive: evidenceOfActs, log },
  });
  scene.start(t, { coachOf });
  const large = { ai_models: [{ type: 'coaching', model: 'large' }] };
  const engineOf = async (change: Partial<RecordingContext>) => {
    const { deliver, eventsWhen, analysis } = scene.recording(change);
    await deliver();
    await eventsWhen(1);
    return (await analysis())?.body.engine;
  };
  t.match(await engineOf(large), { name: 'openai-compatible', model: 'large', fallback_reason: null });
  t.match(await engineOf(large), { name: 'built-in', model: null, fallback_reason: 'unavailable' });
  t.match(await engineOf({}), { name: 'built-in', model: null, fallback_reason: null });
});
