import type { PayloadOf } from '@debrief/contracts/define';
import { recordingAnalyzed, recordingFailed } from '@debrief/contracts/events/recording';
import { testDatabase } from '@debrief/database/testing';
import { createLogger } from '@debrief/service-kit/logger';
import t, { type Test } from 'tap';
import { startAnalysisThreads } from '../../src/analyses/analysis-threads.ts';
import { analyzeRecording } from '../../src/analyses/analyze-recording.ts';
import { loadRubrics } from '../../src/engines/load-rubrics.ts';
import type { Tables } from '../../src/tables.ts';
import { transcribed } from '../fixtures/events.ts';

const rubricOf = loadRubrics();
const log = createLogger({ name: 'test', level: 'silent' });
const threads = startAnalysisThreads(1);
t.teardown(() => threads.close());

async function workplace(t: Test, rubrics = rubricOf) {
  const { database } = await testDatabase<Tables>(t, {
    schema: 'coaching',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  const db = database.kysely;
  const told: number[] = [];
  const tell = ({ progress }: { progress: number }) => void told.push(progress);
  const analyze = analyzeRecording({ db, threads, rubricOf: rubrics, tell, committed: () => {}, log });
  const deliver = (
    payload: ReturnType<typeof transcribed>,
    isLast = false,
    signal = new AbortController().signal,
  ) =>
    analyze({
      payload,
      isLast,
      messageId: 'm',
      delivery: 1,
      working: () => {},
      signal,
    });
  const outbox = () =>
    db.selectFrom('outbox').select(['subject', 'message_id', 'payload']).orderBy('id').execute();
  const analyses = () => db.selectFrom('analyses').selectAll().execute();
  return { deliver, outbox, analyses, told };
}

t.test('a transcript becomes an analysis and the event that tells of it', async (t) => {
  const { deliver, outbox, analyses, told } = await workplace(t);
  const payload = transcribed();
  await deliver(payload);
  const [analysis] = await analyses();
  t.match(analysis, { ...pick(payload.recording), rating: Number });
  t.match(analysis?.body, { disposition: { id: /^[0-9a-f-]{36}$/, outcomes: ['Appointment Set'] } });
  const [event] = await outbox();
  t.match(event, {
    subject: recordingAnalyzed.subject,
    message_id: `${payload.recording.recording_id}:1:analyzed`,
    payload: { recording: payload.recording, outcomes: ['Appointment Set'] },
  });
  const analyzed = event?.payload as PayloadOf<typeof recordingAnalyzed> | undefined;
  const kinds = analysis?.body.objections.kinds;
  t.strictSame(analyzed?.objections, kinds, 'kinds can be counted, quotes cannot');
  t.strictSame(told, [70, 95]);
});

t.test(
  'the same transcript again keeps the analysis as it was read, and only tells of it again',
  async (t) => {
    const { deliver, outbox, analyses } = await workplace(t);
    const payload = transcribed();
    await deliver(payload);
    const before = await analyses();
    await deliver(payload);
    t.strictSame(await analyses(), before);
    const [first, second, ...others] = await outbox();
    t.equal(others.length, 0);
    t.strictSame(second?.payload, first?.payload);
    t.not(second?.message_id, first?.message_id);
  },
);

t.test('a newer attempt replaces the analysis, an older one changes nothing', async (t) => {
  const { deliver, outbox, analyses } = await workplace(t);
  const { recording } = transcribed();
  await deliver(transcribed({ ...recording, attempt: 2 }));
  const before = await analyses();
  await deliver(transcribed({ ...recording, attempt: 1 }));
  t.strictSame(await analyses(), before);
  t.equal((await outbox()).length, 1);
  await deliver(transcribed({ ...recording, attempt: 3 }));
  const [after] = await analyses();
  t.equal(after?.attempt, 3);
  t.not(JSON.stringify(after?.body), JSON.stringify(before[0]?.body));
});

t.test('a fault is tried again, and on the last delivery ends the recording with its reason', async (t) => {
  const { deliver, outbox, analyses } = await workplace(t, () => {
    throw new Error('no rubric today');
  });
  const payload = transcribed();
  await t.rejects(deliver(payload), { message: 'no rubric today' });
  t.equal((await outbox()).length, 0);
  await deliver(payload, true);
  t.equal((await analyses()).length, 0);
  const [event] = await outbox();
  t.match(event, {
    subject: recordingFailed.subject,
    payload: { stage: 'coaching', error: { code: 'analysis_failed', retryable: true } },
  });
});

t.test('a service that closes in the middle ends no recording, not even on its last delivery', async (t) => {
  const { deliver, outbox } = await workplace(t, () => {
    throw new Error('the thread is gone');
  });
  await t.rejects(deliver(transcribed(), true, AbortSignal.abort()), { message: 'the thread is gone' });
  t.equal((await outbox()).length, 0);
});

function pick({
  integration_id,
  recording_id,
  analysis_id,
  attempt,
  user_id,
}: ReturnType<typeof transcribed>['recording']) {
  return { integration_id, recording_id, analysis_id, attempt, user_id };
}
