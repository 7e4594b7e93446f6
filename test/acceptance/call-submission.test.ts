import t, { type Test } from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { serveRecordings } from './harness/recordings.ts';
import { optionalFields, requiredFields } from './harness/submission-fields.ts';
import { namedFields, newId, submission, submit, submitAndRead } from './harness/submissions.ts';
import { uuid } from './harness/uuid.ts';

const recordings = await serveRecordings(t, {});
const debrief = await sharedDebrief(t);
const [{ api, readOnlyApi }, other] = await Promise.all([
  debrief.createIntegration(),
  debrief.createIntegration(),
]);

/** Each value alone makes the body wrong, and the reply names that field and no other. */
async function refusesEach(t: Test, name: string, values: unknown[]): Promise<void> {
  for (const value of values) {
    const reply = await api.post('/calls', submission({ [name]: value }));
    const shown = JSON.stringify(value)?.slice(0, 60);
    t.equal(reply.status, 400, `${name}: ${shown}`);
    t.strictSame([...new Set(namedFields(reply.body.message))], [name], `${name}: ${shown}`);
  }
}

for (const { name, type, wrongTypes, breaking, keeping } of requiredFields) {
  t.test(`${name} is required`, async (t) => {
    const { [name]: _missing, ...rest } = submission() as Record<string, unknown>;
    const reply = await api.post('/calls', rest);
    t.equal(reply.status, 400);
    t.strictSame(reply.body, { statusCode: 400, message: [`${name} is required`] });
  });

  t.test(`${name} is a ${type}`, async (t) => {
    await refusesEach(t, name, [...wrongTypes, null]);
  });

  t.test(`${name} keeps its rule`, async (t) => {
    await refusesEach(t, name, breaking);
    for (const value of keeping) {
      const sent = submission({ [name]: value });
      t.equal((await api.post('/calls', sent)).status, 202, String(value).slice(0, 60));
    }
  });
}

for (const { name, type, wrongTypes, breaking, keeping, shown } of optionalFields) {
  const places = shown.map(([resource, field]) => `${resource}.${field}`).join(' and ');
  t.test(`${name} may be given${places === '' ? '' : ` and is shown as ${places}`}`, async (t) => {
    for (const value of keeping) {
      const read = await submitAndRead(api, { [name]: value });
      for (const [resource, field] of shown) t.strictSame(read[resource][field], value);
    }
  });

  t.test(`${name} may be null, which is as good as absent`, async (t) => {
    const read = await submitAndRead(api, { [name]: null });
    const without = await submitAndRead(api);
    for (const [resource, field] of shown) t.strictSame(read[resource][field], without[resource][field]);
  });

  t.test(`${name} is a ${type}`, async (t) => {
    await refusesEach(t, name, [...wrongTypes, ...breaking]);
  });
}

t.test('recording_id is stored as external_recording_id', async (t) => {
  const { sent, call } = await submitAndRead(api, { recording_id: newId('a:b/c %') });
  t.equal(call.external_recording_id, sent.recording_id);
});

t.test('ai_category is one of the categories of an integration that has some', async (t) => {
  const folder = t.testdir({
    'categories.json': JSON.stringify([
      { name: 'solar', kind: 'call' },
      { name: 'practice', kind: 'roleplay' },
    ]),
  });
  const picky = await debrief.createIntegration();
  await debrief.cli('integrations', 'update', picky.id, '--categories', `${folder}/categories.json`);
  const refused = await picky.api.post('/calls', submission({ ai_category: 'insurance' }));
  t.equal(refused.status, 400);
  t.match(refused.body.message, [/^ai_category must be one of solar, practice$/]);
  const both = await picky.api.post('/calls', submission({ ai_category: 'insurance', user_email: 'nobody' }));
  t.strictSame(namedFields(both.body.message).sort(), ['ai_category', 'user_email']);
  t.equal((await picky.api.post('/calls', submission({ ai_category: 'solar' }))).status, 202);
});

t.test('external_user_id is matched to an existing user, whatever the name and the e-mail', async (t) => {
  const first = await submitAndRead(api);
  const { external_user_id } = first.sent;
  const second = await submitAndRead(api, {
    external_user_id,
    user_name: 'Other',
    user_email: `${newId('x')}@x.example`,
  });
  t.equal(second.call.user_id, first.call.user_id);
});

t.test('user_email finds the user when no external_user_id matches', async (t) => {
  const first = await submitAndRead(api);
  const second = await submitAndRead(api, { user_email: first.sent.user_email.toUpperCase() });
  t.not(second.sent.external_user_id, first.sent.external_user_id);
  t.equal(second.call.user_id, first.call.user_id);
});

t.test('user_name and user_email make a user when nobody matches', async (t) => {
  const { sent, call, user } = await submitAndRead(api, { user_name: 'Nora New' });
  t.match(user, { id: call.user_id, name: 'Nora New', email: sent.user_email });
});

t.test('external_contact_id associates the call with the contact that has it', async (t) => {
  const first = await submitAndRead(api);
  const second = await submitAndRead(api, { external_contact_id: first.sent.external_contact_id });
  t.equal(second.call.contact_id, first.call.contact_id);
  t.equal(second.contact.id, first.call.contact_id);
});

t.test('contact_name names a contact that is made for an unknown external_contact_id', async (t) => {
  const { call, contact } = await submitAndRead(api, { contact_name: 'Nora New' });
  t.match(contact, { id: call.contact_id, name: 'Nora New' });
});

t.test('contact fields that are given change the contact, and null leaves it as it is', async (t) => {
  const { sent } = await submitAndRead(api, { contact_stage: 'Lead', contact_tags: ['warm'] });
  const { external_contact_id } = sent;
  const changed = await submitAndRead(api, {
    external_contact_id,
    contact_stage: 'Customer',
    contact_tags: null,
  });
  t.match(changed.contact, { stage: 'Customer', tags: ['warm'] });
  t.equal(changed.call.stage, 'Customer');
});

t.test('202: the submission is accepted', async (t) => {
  const { data, response } = await api.client.POST('/calls', { body: submission() });
  t.equal(response.status, 202);
  t.strictSame(Object.keys(data ?? {}).sort(), ['call_event_id', 'status']);
});

t.test('CreateCallResponse.call_event_id tracks the submission through processing', async (t) => {
  const { call_event_id } = await submit(api);
  t.match(call_event_id, uuid);
  const reply = await api.get(`/calls/call_event_id:${call_event_id}/analysis`);
  t.match(reply.body, { progress: Number });
});

t.test('CreateCallResponse.status is QUEUED', async (t) => {
  t.equal((await api.post('/calls', submission())).body.status, 'QUEUED');
});

t.test('400: every violation is listed at once, and nothing is stored', async (t) => {
  const recording_id = newId('bad');
  const reply = await api.post('/calls', { recording_id, duration_seconds: '12', occurred_at: 'now' });
  t.equal(reply.status, 400);
  t.strictSame(
    namedFields(reply.body.message).sort(),
    [
      ...requiredFields.map(({ name }) => name).filter((name) => name !== 'recording_id'),
      'occurred_at',
    ].sort(),
  );
  t.equal((await api.get(`/calls/external_recording_id:${recording_id}`)).status, 404);
});

t.test('403: a read-only key submits nothing', async (t) => {
  const sent = submission();
  const reply = await readOnlyApi.post('/calls', sent);
  t.equal(reply.status, 403);
  t.match(reply.body, { error: 'forbidden', message: String });
  t.equal((await api.get(`/calls/external_recording_id:${sent.recording_id}`)).status, 404);
});

t.test('fields that nobody knows are ignored', async (t) => {
  const reply = await api.post('/calls', submission({ made_up: { deep: [1] }, id: 7, status: 'COMPLETED' }));
  t.equal(reply.status, 202);
});

t.test('the same recording_id again has the same call_event_id and changes nothing', async (t) => {
  const first = await submitAndRead(api, { contact_stage: 'Lead' });
  const again = await api.post('/calls', { ...first.sent, duration_seconds: 7, contact_stage: 'Customer' });
  t.equal(again.status, 202);
  t.strictSame(again.body, { call_event_id: first.call_event_id, status: 'QUEUED' });
  t.strictSame((await api.get(`/calls/${first.call.id}`)).body, first.call);
  const contacts = await api.get(`/contacts?external_contact_id=${first.sent.external_contact_id}`);
  t.equal(contacts.body.data[0].stage, 'Lead');
});

t.test('twenty submissions of one recording_id at once are one call', async (t) => {
  const sent = submission();
  const replies = await Promise.all(Array.from({ length: 20 }, () => api.post('/calls', sent)));
  t.strictSame(new Set(replies.map(({ status }) => status)), new Set([202]));
  t.equal(new Set(replies.map(({ body }) => body.call_event_id)).size, 1);
  const list = await api.get(`/calls?external_recording_id=${sent.recording_id}`);
  t.equal(list.body.data.length, 1);
});

t.test('the same recording_id of another integration is another call', async (t) => {
  const { sent, call_event_id } = await submit(api);
  const reply = await other.api.post('/calls', sent);
  t.equal(reply.status, 202);
  t.not(reply.body.call_event_id, call_event_id);
});

t.test('a recording that FAILED is queued again with the new body under its old call_event_id', async (t) => {
  // Of its own, so that no other test's recordings wait before it.
  const { api } = await debrief.createIntegration();
  const { sent, call_event_id } = await submit(api, { recording_url: `${recordings}/missing.mp3` });
  t.equal((await api.awaitAnalysis(call_event_id)).status, 'FAILED');
  const again = await api.post('/calls', { ...sent, duration_seconds: 7 });
  t.strictSame(again.body, { call_event_id, status: 'QUEUED' });
  const call = await api.get(`/calls/call_event_id:${call_event_id}`);
  t.equal(call.body.duration, 7);
});
