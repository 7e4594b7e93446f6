import t from 'tap';
import { coachingRecords } from './harness/coaching-records.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { withDatabase } from './harness/database.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { submitAndRead } from './harness/submissions.ts';

const call = [
  'Maria: Hello, this is Maria from Northgate Windows. I am calling about the order you placed. Do you have a minute?',
  'John: Sure, I want to pay for the windows in the kitchen now.',
  'Maria: Good. Could you read out the number of the card?',
  'John: Four one one one, one one one one,',
  'Maria: Okay.',
  'John: one one one one, 1111.',
  'Maria: And the security code?',
  'John: Nine eight seven.',
  'Maria: Thank you. Could I come by on Thursday at two to measure them?',
  'John: Thursday at two works for me.',
  'Maria: Then I will see you on Thursday at two. Goodbye.',
].join('\n');
const folder = t.testdir({ 'call.txt': call });
const debrief = await sharedDebrief(t);
const { id, api } = await debrief.createIntegration();
/** Of the rows of one integration. */
const query = (statement: string, integration: string) =>
  withDatabase(debrief, (client) => client.query(statement, [integration]));

async function submitted(integration: typeof id, from: typeof api): Promise<string> {
  const names = [
    '--agent',
    'Maria',
    '--contact',
    'John',
    '--agent-id',
    'maria',
    '--integration',
    integration,
  ];
  const { call_event_id } = await debrief.cli<{ call_event_id: string }>(
    ...['submit', '--transcript', `${folder}/call.txt`, '--no-wait', ...names],
  );
  await from.awaitAnalysis(call_event_id);
  return `/calls/call_event_id:${call_event_id}`;
}

t.test('no card number and no security code is in the transcript or the analysis', async (t) => {
  const path = await submitted(id, api);
  const { body } = await api.get(`${path}/transcript`);
  const texts = body.segments.map(({ text }: { text: string }) => text);
  t.equal(texts[3], '[card number],');
  t.equal(texts[5], '[card number].');
  t.equal(texts[7], '[security code].');
  const analysis = await api.get(`${path}/analysis`);
  for (const text of [JSON.stringify(body), JSON.stringify(analysis.body)])
    t.notMatch(text, /one one|1111|nine eight/i);
});

t.test('once texts are too old the transcript is 404, and the analysis has figures alone', async (t) => {
  const integration = await debrief.createIntegration();
  const path = await submitted(integration.id, integration.api);
  const before = (await integration.api.get(`${path}/analysis`)).body;
  for (const aged of [
    `update ingest.recordings set created_date = created_date - interval '2 days' where integration_id = $1`,
    `update ingest.transcripts set created_date = created_date - interval '2 days' where integration_id = $1`,
    `update coaching.analyses set recorded_date = recorded_date - interval '2 days' where integration_id = $1`,
  ])
    await query(aged, integration.id);
  await debrief.cli('integrations', 'update', integration.id, '--text-days', '1');
  const gone = await eventually(
    () => integration.api.get(`${path}/transcript`),
    ({ status }) => status === 404,
  );
  t.match(gone.body, { statusCode: 404, message: /removed/ });
  const { body, status } = await eventually(
    () => integration.api.get(`${path}/analysis`),
    (reply) => reply.body.texts_removed_at !== undefined,
  );
  t.equal(status, 200);
  t.match(body, {
    ...{ id: before.id, progress: 100, status: 'COMPLETED', evidence: [], conversation: before.conversation },
    summary: { outcome: { summary: '' } },
    rating: { outcome: before.rating.outcome },
    disposition: { codes: before.disposition.codes },
  });
  t.notMatch(JSON.stringify(body), /Thursday|kitchen/);
  t.equal((await integration.api.get(path)).status, 200, 'the call stays');
});

t.test('an owner who sets a shorter time is told how much it deletes, and asked once more', async (t) => {
  const integration = await debrief.createIntegration();
  const path = await submitted(integration.id, integration.api);
  for (const table of ['recordings', 'transcripts'])
    await query(
      `update ingest.${table} set created_date = created_date - interval '2 days' where integration_id = $1`,
      integration.id,
    );
  const owner = await visitConsole(debrief, 'owner', integration);
  const form = '/settings/data/retention';
  const shorter = { text_days: '1', audio_days: '' };
  const asked = await owner.post(form, shorter);
  t.match(asked, {
    status: 200,
    text: /This cannot be undone.*of 1 recording the transcript.*Type 1 to confirm/,
  });
  t.match(await owner.post(form, { ...shorter, confirm: '2' }), { status: 422, text: /nothing was changed/ });
  t.equal((await debrief.operate('updateIntegration', { id: integration.id })).text_days, null);
  t.equal((await integration.api.get(`${path}/transcript`)).status, 200);
  const none = await owner.post(form, { text_days: '30', audio_days: '' });
  t.match(none, { status: 200, text: /nothing is deleted today.*Kept for 30 days/ });
  const done = await owner.post(form, { ...shorter, confirm: '1' });
  t.match(done, { status: 200, text: /deleted within the day.*Kept for 1 day/ });
  await eventually(
    () => integration.api.get(`${path}/transcript`),
    ({ status }) => status === 404,
  );
  const back = await owner.post(form, { text_days: '', audio_days: '' });
  t.match(back, { text: /nothing is deleted today.*Kept for good/ });
  t.match(await owner.get(form), { status: 303, location: '/settings/data#retention' });
});

t.test('a signal that is switched off is 404 and says why', async (t) => {
  const integration = await debrief.createIntegration();
  const records = coachingRecords(debrief);
  const signalOf = async () => {
    const { user } = await submitAndRead(integration.api);
    await records.insertSignal(integration.id, user.id);
    const read = () => integration.api.get(`/users/${user.id}/signal`);
    t.equal((await read()).status, 200);
    return { user, read };
  };
  const one = await signalOf();
  const two = await signalOf();
  await debrief.cli('signals', 'off', one.user.id, '--integration', integration.id);
  const left = await eventually(one.read, ({ status }) => status === 404);
  t.match(left.body.message, /this user is left out/);
  t.equal((await two.read()).status, 200);
  await debrief.cli('integrations', 'update', integration.id, '--signals', 'off');
  const all = await eventually(two.read, ({ status }) => status === 404);
  t.match(all.body.message, /switched off for this integration/);
  await eventually(
    async () =>
      (await query('select from coaching.signals where integration_id = $1', integration.id)).rowCount,
    (count) => count === 0,
  );
});
