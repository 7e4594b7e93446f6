import t from 'tap';
import { coachingRecords, profile } from './harness/coaching-records.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { identifierForms } from './harness/identifier-forms.ts';
import { newId, submitAndRead } from './harness/submissions.ts';

const debrief = await sharedDebrief(t);
const integration = await debrief.createIntegration();
const { api, readOnlyApi } = integration;
const records = coachingRecords(debrief);

/** A user whose signal is stored as the text given. */
async function userWithSignal(text?: string, change: Record<string, unknown> = {}) {
  const { user } = await submitAndRead(api, change);
  const signalId = await records.insertSignal(integration.id, user.id, text);
  return { user, signalId };
}

function signalOf(user: { id: string }) {
  return api.get(`/users/${user.id}/signal`);
}

t.test('the fields of a UserSignal', async (t) => {
  const { user, signalId } = await userWithSignal(undefined, { user_name: 'Zoë O’Neill' });
  const params = { path: { identifier: user.id } };
  const { data, response } = await api.client.GET('/users/{identifier}/signal', { params });
  t.equal(response.status, 200);
  const signal = (data ?? {}) as Record<string, unknown> & { DISC?: Record<string, unknown> };
  const { DISC, ...texts } = profile;
  const rows: [field: string, sentence: string, value: unknown][] = [
    ['user_id', 'is the UUID of the user', user.id],
    ['external_user_id', "is the client's id of the user", user.external_user_id],
    ['id', 'is the UUID of the signal', signalId],
    ['name', 'is the name of the user', 'Zoë O’Neill'],
    ...Object.entries(texts).map(([field, value]): [string, string, unknown] => [
      field,
      Array.isArray(value) ? 'is a list of texts' : 'is a text',
      value,
    ]),
  ];
  for (const [field, sentence, value] of rows) {
    t.test(`UserSignal.${field} ${sentence}`, async (t) => t.strictSame(signal[field], value));
  }
  for (const [field, value] of Object.entries(DISC)) {
    const sentence = typeof value === 'number' ? 'is a whole number from 0 to 100' : 'is a text';
    t.test(`UserSignal.DISC.${field} ${sentence}`, async (t) => t.strictSame(signal.DISC?.[field], value));
  }
  t.test('a UserSignal has these thirteen fields, DISC six', async (t) => {
    t.strictSame(Object.keys(signal).sort(), [...rows.map(([field]) => field), 'DISC'].sort());
    t.equal(Object.keys(signal).length, 13);
    t.equal(Object.keys(signal.DISC ?? {}).length, 6);
  });
});

t.test('200: a read-only key reads a signal too', async (t) => {
  const { user } = await userWithSignal();
  t.equal((await readOnlyApi.get(`/users/${user.id}/signal`)).status, 200);
});

t.test('the name and the external_user_id are those of the user at present', async (t) => {
  const { user } = await userWithSignal();
  const change = { name: 'Renamed', external_user_id: newId('new') };
  await api.put(`/users/${user.id}`, change);
  t.match((await signalOf(user)).body, { ...change, user_id: user.id });
});

t.test('what is stored beside the fields of a signal is not answered', async (t) => {
  const { user } = await userWithSignal(JSON.stringify({ ...profile, secret: 'internal', name: 'Somebody' }));
  const { status, body } = await signalOf(user);
  t.equal(status, 200);
  t.equal(body.secret, undefined);
  t.equal(body.name, user.name);
});

t.test('404: a user without a signal', async (t) => {
  const { user } = await submitAndRead(api);
  const { status, body } = await signalOf(user);
  t.equal(status, 404);
  t.match(body, { statusCode: 404, message: String });
});

t.test('404: the signal of a user of another integration', async (t) => {
  const { user } = await userWithSignal();
  const other = await debrief.createIntegration();
  t.equal((await other.api.get(`/users/${user.id}/signal`)).status, 404);
});

t.test('401: a missing or an invalid key', async (t) => {
  const { user } = await userWithSignal();
  for (const key of ['', 'nonsense']) {
    t.equal((await api.withKey(key).get(`/users/${user.id}/signal`)).status, 401);
  }
});

const invalid: [what: string, text: string][] = [
  ['cannot be parsed', '{"aboutMe": "Opens warm'],
  ['is empty', ''],
  ['is not an object', '[]'],
  ['is null', 'null'],
  ...Object.keys(profile).map((field): [string, string] => [
    `lacks ${field}`,
    JSON.stringify({ ...profile, [field]: undefined }),
  ]),
  ...Object.keys(profile.DISC).map((field): [string, string] => [
    `lacks DISC.${field}`,
    JSON.stringify({ ...profile, DISC: { ...profile.DISC, [field]: undefined } }),
  ]),
  ['has a score beyond 100', JSON.stringify({ ...profile, DISC: { ...profile.DISC, dominance: 101 } })],
  ['has a score that is a text', JSON.stringify({ ...profile, DISC: { ...profile.DISC, influence: '71' } })],
  [
    'has an unknown profileType',
    JSON.stringify({ ...profile, DISC: { ...profile.DISC, profileType: 'INTJ' } }),
  ],
];
for (const [what, text] of invalid) {
  t.test(`500: the stored signal ${what}`, async (t) => {
    const { user } = await userWithSignal(text);
    const { status, body } = await signalOf(user);
    t.equal(status, 500);
    t.strictSame(Object.keys(body).sort(), ['message', 'statusCode']);
    t.equal(body.statusCode, 500);
    t.match(body.message, /signal/i, 'the message says what is invalid');
    t.notOk(body.message.includes('Opens warm'), 'and quotes nothing of a person');
  });
}

t.test('500 for one user leaves the signals of others as they are', async (t) => {
  const [broken, good] = [await userWithSignal('{'), await userWithSignal()];
  const replies = await Promise.all([broken, good, broken, good].map(({ user }) => signalOf(user)));
  t.strictSame(
    replies.map(({ status }) => status),
    [500, 200, 500, 200],
  );
});

identifierForms(t, {
  name: 'GET /users/{identifier}/signal',
  prefix: 'external_user_id',
  make: async (external_user_id) => (await userWithSignal(undefined, { external_user_id })).user,
  reach: (identifier) => api.get(`/users/${identifier}/signal`),
  isAbout: (reply, user) => reply.body.user_id === user.id,
});
