import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { type FieldRow, fieldRules } from './harness/field-rules.ts';
import { identifierForms } from './harness/identifier-forms.ts';
import { listRules } from './harness/list-rules.ts';
import { searching, searchRules } from './harness/search-rules.ts';
import { namedFields, newId, repeat, submission, submit, submitAndRead } from './harness/submissions.ts';
import { updateRules } from './harness/update-rules.ts';

const debrief = await sharedDebrief(t);
const [{ api, readOnlyApi }, crowded, empty] = await Promise.all([
  debrief.createIntegration(),
  debrief.createIntegration(),
  debrief.createIntegration(),
]);

const given = {
  user_name: 'Zoë O’Neill',
  user_timezone: 'Europe/Berlin',
  user_picture: 'https://example.com/zoe.png',
};

/** A user of a submission. */
async function make(change: Record<string, unknown> = {}) {
  return (await submitAndRead(api, { ...given, ...change })).user;
}

const { search, finds, misses } = searching(api, '/users');

function byExternal(externalId: string): string {
  return `/users/external_user_id:${encodeURIComponent(externalId)}`;
}

function remap(user: { id: string }, external_user_id: string) {
  return api.put(`/users/${user.id}`, { external_user_id });
}

t.test('the fields of a User', async (t) => {
  const before = Date.now();
  const { sent, call, user } = await submitAndRead(api, given);
  const bare = (await submitAndRead(api)).user;
  const rows: FieldRow[] = [
    ['external_user_id', "is the client's id", sent.external_user_id, bare.external_user_id],
    ['name', 'is the display name', 'Zoë O’Neill', 'Ada Agent'],
    ['email', 'is the e-mail address', sent.user_email, bare.email],
    ['timezone', 'is an IANA zone, null when none was given', 'Europe/Berlin', null],
    ['picture', 'is a URL, null when none was given', 'https://example.com/zoe.png', null],
  ];
  fieldRules(t, {
    name: 'User',
    resource: user,
    bare,
    rows,
    idOfCall: call.user_id,
    beforeMs: before,
    count: 7,
  });
});

t.test('email finds a user, case aside and only as a whole', async (t) => {
  const mark = newId('m');
  const user = await make({ user_email: `First.É+tag@${mark}.example` });
  await finds(t, user, 'email', [`first.é+tag@${mark}.example`, `FIRST.É+TAG@${mark}.EXAMPLE`]);
  await misses(t, user, 'email', [
    `first.é@${mark}.example`,
    `%@${mark}.example`,
    `@${mark}.example`,
    'first',
  ]);
});

const mark = newId('Unique');

t.test('filters combine: a user fits all of them', async (t) => {
  const user = await make({ user_name: `Combined ${mark}` });
  const all = { name: 'combined', email: user.email.toUpperCase(), external_user_id: user.external_user_id };
  t.strictSame(await search(all), [user.id]);
  for (const name of Object.keys(all)) t.strictSame(await search({ ...all, [name]: 'nobody@b' }), [], name);
});

searchRules(t, {
  ...{ api, path: '/users', external: 'external_user_id' },
  filters: ['external_user_id', 'email', 'name'],
  make: ({ name = 'Nameless', externalId = newId('external') }) =>
    make({ user_name: name, external_user_id: externalId }),
});

const notTexts = [1, true, {}, ['text'], 'nul \u0000', 'lone \ud800'];
const notUrls = [
  'zoe.png',
  'www.example.com/a',
  '//example.com/a',
  'ftp://example.com/a',
  'javascript:alert(1)',
  '',
];
updateRules(t, {
  ...{ path: '/users', external: 'external_user_id', api, readOnlyApi, make: () => make() },
  fields: [
    {
      ...{ name: 'name', type: 'string', keeping: ['李小龙', 'x'.repeat(512)] },
      refused: [...notTexts, null, '', 'x'.repeat(513)],
    },
    {
      ...{ name: 'external_user_id', type: 'string', keeping: [newId('new'), newId('a:b/c % ü')] },
      refused: [...notTexts, null, '', 'x'.repeat(256), 'line\nfeed'],
    },
    {
      ...{ name: 'timezone', type: 'string, IANA zone', keeping: ['America/Los_Angeles', 'UTC', null] },
      refused: [...notTexts, 'Mars/Olympus', '+02:00', 'Europe', ''],
    },
    {
      ...{ name: 'picture', type: 'string, URL', keeping: ['https://example.com/b.png?size=2', null] },
      refused: [...notTexts, ...notUrls, `https://example.com/${'x'.repeat(2048)}`],
    },
  ],
});

t.test('PUT /users leaves the e-mail as it is', async (t) => {
  const user = await make();
  const reply = await api.put(`/users/${user.id}`, { email: 'other@x.example' });
  t.equal(reply.status, 200);
  t.strictSame(reply.body, user);
});

identifierForms(t, {
  name: 'PUT /users/{identifier}',
  prefix: 'external_user_id',
  make: (external_user_id) => make({ external_user_id }),
  reach: (identifier) => api.put(`/users/${identifier}`, {}),
  isAbout: (reply, user) => reply.body.id === user.id,
});

t.test('a user who is re-mapped is reached under the new id, and nobody under the old one', async (t) => {
  const user = await make();
  const external_user_id = newId('re:mapped/to');
  const reply = await remap(user, external_user_id);
  t.strictSame(reply.body, { ...user, external_user_id });
  t.strictSame((await api.put(byExternal(external_user_id), {})).body, { ...user, external_user_id });
  t.equal((await api.get(`${byExternal(external_user_id)}/metrics`)).status, 200);
  t.strictSame(await search({ external_user_id }), [user.id]);
  t.equal((await api.put(byExternal(user.external_user_id), {})).status, 404);
  t.equal((await api.get(`${byExternal(user.external_user_id)}/metrics`)).status, 404);
  t.equal((await api.get(`${byExternal(user.external_user_id)}/signal`)).status, 404);
  t.strictSame(await search({ external_user_id: user.external_user_id }), []);
});

t.test('calls keep the external_user_id that they came with, and stay with their user', async (t) => {
  const { user, call } = await submitAndRead(api);
  const external_user_id = newId('new');
  await remap(user, external_user_id);
  t.strictSame((await api.get(`/calls/${call.id}`)).body, call);
  const later = await submitAndRead(api, { external_user_id });
  const callsOf = async (user_id: string): Promise<string[]> => {
    const { body } = await api.get(`/calls?${new URLSearchParams({ user_id })}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  t.strictSame(await callsOf(user.id), [call.id, later.call.id]);
  t.strictSame(
    await callsOf(`external_user_id:${external_user_id}`),
    [call.id, later.call.id],
    'whom it means now',
  );
  t.strictSame(
    await callsOf(`external_user_id:${user.external_user_id}`),
    [call.id],
    'nobody now, so by the calls',
  );
});

t.test(
  'a submission under the new id is of the same user, one under the old id with its e-mail too',
  async (t) => {
    const user = await make();
    const external_user_id = newId('new');
    await remap(user, external_user_id);
    t.equal((await submitAndRead(api, { external_user_id })).call.user_id, user.id);
    const old = { external_user_id: user.external_user_id };
    t.equal((await submitAndRead(api, { ...old, user_email: user.email })).call.user_id, user.id);
  },
);

t.test('an id that was given up may be given to another user', async (t) => {
  const [one, other] = [await make(), await make()];
  await remap(one, newId('new'));
  t.equal((await remap(other, one.external_user_id)).status, 200);
  t.equal((await api.put(byExternal(one.external_user_id), {})).body.id, other.id);
});

t.test("another user's external_user_id is 400, naming the field, and changes nothing", async (t) => {
  const [one, other] = [await make(), await make()];
  const reply = await api.put(`/users/${one.id}`, {
    external_user_id: other.external_user_id,
    name: 'Changed',
  });
  t.equal(reply.status, 400);
  t.strictSame(namedFields(reply.body.message), ['external_user_id']);
  t.strictSame((await api.put(`/users/${one.id}`, {})).body, one);
  t.strictSame((await api.put(byExternal(other.external_user_id), {})).body, other);
});

t.test('of two users re-mapped to one id at once exactly one gets it', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const users = [await make(), await make()];
    const id = newId('wanted');
    const replies = await Promise.all(users.map((user) => remap(user, id)));
    t.strictSame(replies.map(({ status }) => status).sort(), [200, 400]);
    const winner = users[replies.findIndex(({ status }) => status === 200)];
    t.strictSame(await search({ external_user_id: id }), [winner.id]);
  }
});

t.test('the pagination rules hold for GET /users', async (t) => {
  await repeat(103, (index) => submit(crowded.api, { user_name: index % 4 === 0 ? 'Fourth' : 'Other' }));
  listRules(t, {
    ...{ path: '/users', defaultSort: 'asc', api: crowded.api, emptyApi: empty.api },
    add: async () => (await submitAndRead(crowded.api, submission())).user.id,
    filters: ['name=fourth', 'name=other'],
  });
});

t.test('the typed client reads and changes users', async (t) => {
  const user = await make();
  const query = { email: user.email, limit: 1 };
  t.strictSame((await api.client.GET('/users', { params: { query } })).data?.data, [user]);
  const params = { path: { identifier: `id:${user.id}` } };
  const changed = await api.client.PUT('/users/{identifier}', { params, body: { timezone: 'Asia/Tokyo' } });
  t.strictSame(changed.data, { ...user, timezone: 'Asia/Tokyo' });
});
