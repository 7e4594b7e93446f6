import { recordingAnalyzed } from '@debrief/contracts/events/recording';
import t from 'tap';
import { builtInCoach } from '../../src/engines/built-in/built-in-coach.ts';
import { analysisScene } from '../fixtures/analysis-scene.ts';
import { coachingDatabase } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const scene = analysisScene(db, builtInCoach);

t.test('a transcript waits for its analysis once, however often it comes', async (t) => {
  const { recording, deliver, work } = scene.recording();
  await deliver();
  const first = await work();
  t.match(first, {
    id: recording.recording_id,
    recording_attempt: 1,
    recording,
    attempt: 1,
    claimed_at: null,
  });
  t.equal(first?.duration_seconds, first?.transcript.duration_seconds);
  await Promise.all([deliver(), deliver(), deliver()]);
  t.strictSame(await work(), first);
});

t.test('the newest attempt replaces an older one, which never comes back', async (t) => {
  const { deliver, work } = scene.recording();
  await deliver({ attempt: 2 });
  await db.updateTable('analyses_due').set({ failures: 2, waits_for: 'timed_out' }).execute();
  await deliver({ attempt: 3 });
  const newest = await work();
  t.match(newest, {
    recording_attempt: 3,
    recording: { attempt: 3 },
    failures: 0,
    waits_for: null,
    attempt: 2,
  });
  await deliver({ attempt: 2 });
  t.strictSame(await work(), newest);
});

t.test(
  'once it is analysed, a repeated transcript only emits that again under a new message id',
  async (t) => {
    const { deliver, work, analysis, events, eventsWhen } = scene.recording();
    const replica = scene.start(t);
    await deliver({ attempt: 2 });
    await eventsWhen(1);
    await replica.close();
    const before = await analysis();
    t.equal(await work(), undefined);

    await deliver({ attempt: 2 });
    await deliver({ attempt: 1 });
    t.equal(await work(), undefined);
    t.strictSame(await analysis(), before);
    const [first, again, ...others] = await events();
    t.equal(others.length, 0, 'an older attempt emits nothing');
    t.equal(again?.subject, recordingAnalyzed.subject);
    t.strictSame(again?.payload, first?.payload);
    t.not(again?.message_id, first?.message_id);

    await deliver({ attempt: 3 });
    t.match(await work(), { recording_attempt: 3 }, 'a newer attempt is analysed again');
  },
);
