import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { cutSample, RATED_CALL, serveRecordings } from './harness/recordings.ts';
import { newId, submission, submit } from './harness/submissions.ts';
import { unknownId, uuid } from './harness/uuid.ts';

const file = await cutSample(t.testdir({}), 'part.mp3', RATED_CALL, 10);
const recordings = await serveRecordings(t, { '/part.mp3': { file } });
const debrief = await sharedDebrief(t);
const [{ api, readOnlyApi }, configured, other] = await Promise.all([
  debrief.createIntegration(),
  debrief.createIntegration({
    categories: [
      { name: 'cold call', kind: 'call' },
      { name: 'practice', kind: 'roleplay' },
    ],
  }),
  debrief.createIntegration(),
]);

const { sent, call_event_id } = await submit(api, {
  ai_category: 'roleplay',
  recording_url: `${recordings}/part.mp3`,
  duration_seconds: 10,
  user_name: 'David Miller',
  contact_name: 'Susan Parker',
  incoming: false,
});
const { data: started } = await api.client.GET('/roleplays/{identifier}/analysis', {
  params: { path: { identifier: `call_event_id:${call_event_id}` } },
});
const analysis = await api.awaitAnalysis(call_event_id, 'roleplays');
const roleplay = (await api.get(`/roleplays/call_event_id:${call_event_id}`)).body;
const [user, contact] = (
  await Promise.all([
    api.get(`/users?external_user_id=${sent.external_user_id}`),
    api.get(`/contacts?external_contact_id=${sent.external_contact_id}`),
  ])
).map(({ body }) => body.data[0]);

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const someTexts = (value: unknown) => areTexts(value) && (value as string[]).length > 0;

for (const [row, is] of [
  ['Roleplay.id is a UUID', () => uuid.test(roleplay.id)],
  ['Roleplay.type is always roleplay', () => roleplay.type === 'roleplay'],
  [
    'Roleplay.created_date is its creation time',
    () => Math.abs(Date.now() - Date.parse(roleplay.created_date)) < 300_000,
  ],
  ['Roleplay.duration is its length in seconds', () => roleplay.duration === 10],
  ['Roleplay.user_id is the UUID of the agent', () => uuid.test(user.id) && roleplay.user_id === user.id],
  [
    'Roleplay.external_user_id is the client’s agent id',
    () => roleplay.external_user_id === sent.external_user_id,
  ],
  [
    'Roleplay.contact_id is the UUID of the contact',
    () => uuid.test(contact.id) && roleplay.contact_id === contact.id,
  ],
  [
    'Roleplay.external_contact_id is the client’s contact id',
    () => roleplay.external_contact_id === sent.external_contact_id,
  ],
  ['Roleplay has these eight fields and no others', () => Object.keys(roleplay).length === 8],
  ['RecordingAnalysis.id is a UUID', () => uuid.test(analysis.id) && analysis.id === started?.id],
  ['RecordingAnalysis.recording_id is the UUID of the roleplay', () => analysis.recording_id === roleplay.id],
  [
    'RecordingAnalysis.created_at is a timestamp',
    () => new Date(analysis.created_at).toISOString() === analysis.created_at,
  ],
  [
    'RecordingAnalysis.progress is a number below 100 first and 100 at last',
    () => typeof started?.progress === 'number' && started.progress < 100 && analysis.progress === 100,
  ],
  ['RecordingAnalysis.status is COMPLETED at last', () => analysis.status === 'COMPLETED'],
  ['action_items.id identifies it', () => isText(analysis.action_items.id)],
  ['action_items.primary is a list of strings', () => areTexts(analysis.action_items.primary)],
  ['action_items.secondary is a list of strings', () => areTexts(analysis.action_items.secondary)],
  ['coaching.id identifies it', () => isText(analysis.coaching.id)],
  [
    'coaching.possible_improvements is a list of strings',
    () => areTexts(analysis.coaching.possible_improvements),
  ],
  ['coaching.top_moments is a list of strings', () => areTexts(analysis.coaching.top_moments)],
  ['disposition.id identifies it', () => isText(analysis.disposition.id)],
  ['disposition.outcomes is a list of outcome labels', () => someTexts(analysis.disposition.outcomes)],
  ['disposition.reasoning is a string', () => isText(analysis.disposition.reasoning)],
  ['objections.id identifies it', () => isText(analysis.objections.id)],
  ['objections.outcomes is a list of objections', () => areTexts(analysis.objections.outcomes)],
  ['rating.id identifies it', () => isText(analysis.rating.id)],
  ['rating.outcome is the score', () => analysis.rating.outcome >= 1 && analysis.rating.outcome <= 5],
  ['rating.reasoning is a string', () => isText(analysis.rating.reasoning)],
  ['speakers.id identifies it', () => isText(analysis.speakers.id)],
  ['speakers.user_name is the resolved agent', () => analysis.speakers.user_name === 'David Miller'],
  [
    'speakers.client_name is the resolved simulated lead',
    () => analysis.speakers.client_name === 'Susan Parker',
  ],
  ['summary.id identifies it', () => isText(analysis.summary.id)],
  ['summary.outcome is an object with a summary', () => isText(analysis.summary.outcome.summary)],
  [
    'no sub-object is there before progress is 100',
    () =>
      ['action_items', 'coaching', 'disposition', 'objections', 'rating', 'speakers', 'summary'].every(
        (name) => !(name in (started ?? {})) && name in analysis,
      ),
  ],
] as [string, () => boolean][]) {
  t.test(row, async (t) => t.ok(is(), JSON.stringify({ roleplay, analysis }).slice(0, 3000)));
}

for (const [row, identifier] of [
  ['{uuid}', roleplay.id],
  ['call_event_id:{uuid}', `call_event_id:${call_event_id}`],
  ['{uuid} in upper case', roleplay.id.toUpperCase()],
  ['call_event_id:{uuid} in upper case', `call_event_id:${call_event_id.toUpperCase()}`],
  ['an encoded colon', `call_event_id%3A${call_event_id}`],
] as const) {
  t.test(`a roleplay and its analysis are found by ${row}`, async (t) => {
    t.strictSame((await api.get(`/roleplays/${identifier}`)).body, roleplay);
    t.strictSame((await api.get(`/roleplays/${identifier}/analysis`)).body, analysis);
  });
}

for (const path of ['', '/analysis']) {
  t.test(
    `GET /roleplays/{identifier}${path} answers 400 for a malformed or unsupported identifier`,
    async (t) => {
      for (const identifier of [
        ...['x', '%20', '%00', 'call_event_id:', 'call_event_id:x', 'unknown:x', `id:${roleplay.id}`],
        ...[`external_recording_id:${sent.recording_id}`, `external_user_id:${sent.external_user_id}`],
        ...[roleplay.id.replaceAll('-', ''), `urn:uuid:${roleplay.id}`, `{${roleplay.id}}`],
      ]) {
        const reply = await api.get(`/roleplays/${identifier}${path}`);
        t.equal(reply.status, 400, identifier);
        t.match(reply.body, { statusCode: 400, message: String });
      }
    },
  );

  t.test(`GET /roleplays/{identifier}${path} answers 404 for one that is not there`, async (t) => {
    for (const form of [unknownId, `call_event_id:${unknownId}`]) {
      const reply = await api.get(`/roleplays/${form}${path}`);
      t.equal(reply.status, 404);
      t.strictSame(reply.body, { statusCode: 404, message: 'Roleplay not found' });
    }
  });

  t.test(`GET /roleplays/{identifier}${path} answers 404 for one of another integration`, async (t) => {
    t.equal((await other.api.get(`/roleplays/${roleplay.id}${path}`)).status, 404);
    t.equal((await other.api.get(`/roleplays/call_event_id:${call_event_id}${path}`)).status, 404);
  });

  t.test(`GET /roleplays/{identifier}${path} is open to a read-only key`, async (t) => {
    t.equal((await readOnlyApi.get(`/roleplays/${roleplay.id}${path}`)).status, 200);
  });
}

t.test('a roleplay is not served under /calls', async (t) => {
  const forms = [roleplay.id, `call_event_id:${call_event_id}`, `external_recording_id:${sent.recording_id}`];
  for (const form of forms) {
    for (const path of ['', '/transcript', '/analysis']) {
      t.equal((await api.get(`/calls/${form}${path}`)).status, 404, `${form}${path}`);
    }
  }
  const list = await api.get(`/calls?external_recording_id=${sent.recording_id}`);
  t.strictSame(list.body.data, []);
});

t.test('a call is not served under /roleplays', async (t) => {
  const call = await submit(api);
  const { body } = await api.get(`/calls/call_event_id:${call.call_event_id}`);
  for (const form of [body.id, `call_event_id:${call.call_event_id}`]) {
    t.equal((await api.get(`/roleplays/${form}`)).status, 404);
    t.equal((await api.get(`/roleplays/${form}/analysis`)).status, 404);
  }
});

t.test('a category of kind roleplay makes a roleplay, one of kind call a call', async (t) => {
  const practice = await submit(configured.api, { ai_category: 'practice' });
  t.equal(
    (await configured.api.get(`/roleplays/call_event_id:${practice.call_event_id}`)).body.type,
    'roleplay',
  );
  const call = await submit(configured.api, { ai_category: 'cold call' });
  t.equal((await configured.api.get(`/calls/call_event_id:${call.call_event_id}`)).body.type, 'call');
});

t.test('roleplay is not a category of an integration whose own categories do not name it', async (t) => {
  const reply = await configured.api.post('/calls', submission({ ai_category: 'roleplay' }));
  t.equal(reply.status, 400);
  t.match(reply.body.message, [/^ai_category must be one of cold call, practice$/]);
});

t.test('the recording_id of a roleplay again has the same call_event_id', async (t) => {
  const recording_id = newId('roleplay');
  const first = await submit(api, { recording_id, ai_category: 'roleplay' });
  const second = await submit(api, { recording_id, ai_category: 'roleplay' });
  t.equal(second.call_event_id, first.call_event_id);
});
