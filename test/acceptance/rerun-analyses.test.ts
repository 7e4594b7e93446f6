import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';

const call = [
  'Maria: Hello, this is Maria from Northgate Windows. I am calling about the form you sent us. Do you have a minute?',
  'John: Sure. The windows in the kitchen let the cold in, and the heating bill keeps growing.',
  'Maria: How long has that been going on?',
  'John: Two winters now. But you are more expensive than the others, I heard.',
  'Maria: I understand that the price matters. What would it have to be to make sense for you?',
  'John: Nothing above what I pay for heating in five years.',
  'Maria: Then let me measure it. Could I come by on Thursday at two?',
  'John: Thursday at two works for me.',
  'Maria: Good, then I will see you on Thursday at two. Thank you for your time, goodbye.',
  'John: Goodbye.',
].join('\n');
const rubric = {
  ...{ name: 'general-sales', extends: 'general-sales' },
  disposition_labels: { appointment_set: 'Visit booked' },
};

const folder = t.testdir({ 'call.txt': call, 'rubric.json': JSON.stringify(rubric) });
const debrief = await sharedDebrief(t);
const { id, api } = await debrief.createIntegration();
const ofIntegration = ['--integration', id];

t.test('a call is judged again while its analysis is served, and counts as it is judged last', async (t) => {
  const names = ['--agent', 'Maria', '--contact', 'John', '--agent-id', 'maria'];
  const { call_event_id } = await debrief.cli<{ call_event_id: string }>(
    ...['submit', '--transcript', `${folder}/call.txt`, '--no-wait', ...names, ...ofIntegration],
  );
  const before = await api.awaitAnalysis(call_event_id);
  t.strictSame(before.disposition.outcomes, ['Appointment Set']);
  const read = async () => (await api.get(`/calls/call_event_id:${call_event_id}/analysis`)).body;
  const counted = async () => (await api.get('/users/external_user_id:maria/metrics')).body;
  await eventually(counted, ({ calls }) => calls.analyzed === 1);

  await debrief.cli('rubrics', 'set', `${folder}/rubric.json`, ...ofIntegration);
  t.strictSame(await read(), before, 'a rubric that is set judges nothing again by itself');
  const seen: unknown[] = [];
  const replaced = (async () => {
    for (const giveUpAtMs = Date.now() + 30_000; ; ) {
      const now = await read();
      seen.push([now.status, now.progress, now.id]);
      if (now.disposition.outcomes[0] === 'Visit booked') return now;
      if (Date.now() > giveUpAtMs) throw new Error('it was not judged again');
      await sleep(20);
    }
  })();
  const rerun = debrief.cli('analyses', 'rerun', '--since', '2000-01-01', ...ofIntegration);
  const [after] = await Promise.all([replaced, rerun]);
  t.match(await rerun, { recordings: 1 });
  t.ok(seen.length > 1);
  t.strictSame(
    seen,
    seen.map(() => ['COMPLETED', 100, before.id]),
    'it stays COMPLETED, with the same id',
  );
  t.not(after.engine.rubric_version, before.engine.rubric_version);

  const metrics = await eventually(counted, ({ outcomes }) => outcomes[0]?.label === 'Visit booked');
  t.match(metrics, { calls: { total: 1, analyzed: 1 }, outcomes: [{ label: 'Visit booked', count: 1 }] });
  t.equal(metrics.outcomes.length, 1, 'and no longer as it was judged first');
  const left = await eventually(
    () => debrief.cli<{ waiting: number; running: number }>('analyses', 'status', ...ofIntegration),
    ({ waiting, running }) => waiting + running === 0,
  );
  t.match(left, { waiting: 0, running: 0 });
});
