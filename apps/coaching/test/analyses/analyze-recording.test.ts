import type { PayloadOf } from '@debrief/contracts/define';
import {
  type RecordingContext,
  recordingAnalyzed,
  recordingFailed,
} from '@debrief/contracts/events/recording';
import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import { sql } from 'kysely';
import t from 'tap';
import { recordUserChange } from '../../src/agendas/record-user-change.ts';
import { startAnalysisThreads } from '../../src/analyses/analysis-threads.ts';
import { analyzeRecording } from '../../src/analyses/analyze-recording.ts';
import { settings } from '../../src/config.ts';
import type { Coach } from '../../src/engines/coach.ts';
import { type CoachOf, chooseCoach } from '../../src/engines/language-model/choose-coach.ts';
import { loadRubrics } from '../../src/engines/load-rubrics.ts';
import { coachingDatabase, userChange } from '../fixtures/coaching-database.ts';
import { transcribed } from '../fixtures/events.ts';
import { evidenceOfActs } from '../fixtures/evidence-of-acts.ts';
import { answers, modelServer, sendJson, wholeLines } from '../fixtures/model-server.ts';

const rubricOf = loadRubrics();
const log = createLogger({ name: 'test', level: 'silent' });
const threads = startAnalysisThreads({ count: 1, log });
t.teardown(() => threads.close());
const { db, url } = await coachingDatabase(t);
const builtIn: Coach = {
  analyze: (transcript, rubric, context) => threads.analyze({ transcript, rubric, context }),
};

/** A recording of an integration of its own, and what coaching stores and reports of it. */
function scene(rubrics = rubricOf, coachOf: CoachOf = () => builtIn) {
  const payload = transcribed();
  const { recording } = payload;
  const reported: number[] = [];
  const analyze = analyzeRecording({
    db,
    coachOf,
    rubricOf: rubrics,
    reportProgress: ({ progress }) => void reported.push(progress),
    committed: () => {},
    log,
  });
  const deliver = (
    change: Partial<RecordingContext> = {},
    { isLast = false, signal = new AbortController().signal } = {},
  ) =>
    analyze({
      payload: { ...payload, recording: { ...recording, ...change } },
      isLast,
      signal,
      messageId: 'm',
      delivery: 1,
      working: () => {},
    });
  const outbox = () =>
    db
      .selectFrom('outbox')
      .select(['subject', 'message_id', 'payload'])
      .where(sql`payload->'recording'->>'recording_id'`, '=', recording.recording_id)
      .orderBy('id')
      .execute();
  const analyses = () =>
    db.selectFrom('analyses').selectAll().where('recording_id', '=', recording.recording_id).execute();
  return { recording, deliver, outbox, analyses, reported };
}

t.test('a transcript becomes an analysis and its event', async (t) => {
  const { recording, deliver, outbox, analyses, reported } = scene();
  await deliver();
  const [analysis] = await analyses();
  const { integration_id, recording_id, analysis_id, attempt, user_id } = recording;
  t.match(analysis, { integration_id, recording_id, analysis_id, attempt, user_id, rating: Number });
  t.match(analysis?.body, { disposition: { id: /^[0-9a-f-]{36}$/, outcomes: ['Appointment Set'] } });
  const [event] = await outbox();
  t.match(event, {
    subject: recordingAnalyzed.subject,
    message_id: `${recording_id}:1:analyzed`,
    payload: { recording, outcomes: ['Appointment Set'] },
  });
  const analyzed = event?.payload as PayloadOf<typeof recordingAnalyzed> | undefined;
  const kinds = analysis?.body.objections.kinds;
  t.strictSame(analyzed?.objections, kinds, 'kinds can be counted, quotes cannot');
  t.strictSame(reported, [70, 95]);
});

t.test(
  'the same transcript again keeps the analysis as it was read, and only emits its event again',
  async (t) => {
    const { deliver, outbox, analyses } = scene();
    await deliver();
    const before = await analyses();
    await deliver();
    t.strictSame(await analyses(), before);
    const [first, second, ...others] = await outbox();
    t.equal(others.length, 0);
    t.strictSame(second?.payload, first?.payload);
    t.not(second?.message_id, first?.message_id);
  },
);

t.test("spoken days are counted in the zone of the recording's agent", async (t) => {
  const { recording, deliver, analyses } = scene();
  const { integration_id, user_id } = recording;
  const change = userChange({ integration_id }, { user_id, timezone: 'America/Los_Angeles' });
  await recordUserChange(db)({ payload: change });
  // Tuesday in UTC, and Monday evening where the agent says "Tuesday at three".
  await deliver({ occurred_at: '2026-11-24T02:30:00.000Z' });
  t.equal((await analyses())[0]?.body.appointment?.at, '2026-11-24T15:00');
  const elsewhere = scene();
  await elsewhere.deliver({ occurred_at: '2026-11-24T02:30:00.000Z' });
  t.equal((await elsewhere.analyses())[0]?.body.appointment?.at, '2026-12-01T15:00', 'no zone is UTC');
});

t.test('a newer attempt replaces the analysis, an older one changes nothing', async (t) => {
  const { deliver, outbox, analyses } = scene();
  await deliver({ attempt: 2 });
  const before = await analyses();
  await deliver({ attempt: 1 });
  t.strictSame(await analyses(), before);
  t.equal((await outbox()).length, 1);
  await deliver({ attempt: 3 });
  const [after] = await analyses();
  t.equal(after?.attempt, 3);
  t.not(JSON.stringify(after?.body), JSON.stringify(before[0]?.body));
});

t.test('a fault is retried, and on the last delivery fails the recording with its reason', async (t) => {
  const { deliver, outbox, analyses } = scene(() => {
    throw new Error('no rubric today');
  });
  await t.rejects(deliver(), { message: 'no rubric today' });
  t.equal((await outbox()).length, 0);
  await deliver({}, { isLast: true });
  t.equal((await analyses()).length, 0);
  const [event] = await outbox();
  t.match(event, {
    subject: recordingFailed.subject,
    payload: { stage: 'coaching', error: { code: 'analysis_failed', retryable: true } },
  });
});

t.test('a service that closes midway fails no recording, not even on its last delivery', async (t) => {
  const { deliver, outbox } = scene(() => {
    throw new Error('the thread is gone');
  });
  const closing = { isLast: true, signal: AbortSignal.abort() };
  await t.rejects(deliver({}, closing), { message: 'the thread is gone' });
  t.equal((await outbox()).length, 0);
});

t.test('a recording gets the language model it asks for, and the analysis says what coached', async (t) => {
  const greets = answers(wholeLines(() => ['greeting']));
  const { url: COACH_URL } = await modelServer(t, greets, (_, response) => sendJson(response, {}, 500));
  const config = loadConfig(settings, {
    ...{ DATABASE_URL: url, NATS_URL: 'nats://host' },
    ...{ COACH_ENGINE: 'openai-compatible', COACH_URL, COACH_MODELS: 'large' },
  });
  const coachOf = chooseCoach({ config, db, builtIn, derive: evidenceOfActs, log });
  const large = { ai_models: [{ type: 'coaching', model: 'large' }] };
  const engineOf = async (change: Partial<RecordingContext>) => {
    const { deliver, analyses } = scene(rubricOf, coachOf);
    await deliver(change);
    return (await analyses())[0]?.body.engine;
  };
  t.match(await engineOf(large), { name: 'openai-compatible', model: 'large', fallback_reason: null });
  t.match(await engineOf(large), { name: 'built-in', model: null, fallback_reason: 'unavailable' });
  t.match(await engineOf({}), { name: 'built-in', model: null, fallback_reason: null });
});

t.test('a service that closes while a model thinks stores nothing', async (t) => {
  const closing = new AbortController();
  const { url: COACH_URL } = await modelServer(t, () => closing.abort(new Error('closing')));
  const config = loadConfig(settings, {
    ...{ DATABASE_URL: url, NATS_URL: 'nats://host' },
    ...{ COACH_ENGINE: 'openai-compatible', COACH_URL, COACH_MODEL: 'large' },
  });
  const coachOf = chooseCoach({ config, db, builtIn, derive: evidenceOfActs, log });
  const { deliver, analyses, outbox } = scene(rubricOf, coachOf);
  await t.rejects(deliver({}, { isLast: true, signal: closing.signal }), { message: 'closing' });
  t.strictSame([await analyses(), await outbox()], [[], []]);
});
