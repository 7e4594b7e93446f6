import t from 'tap';
import type { Operation } from './harness/contract.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { inhabitedIntegration } from './harness/inhabited-integration.ts';
import { sampleSubmission } from './harness/recordings.ts';
import { nowhere } from './harness/submissions.ts';

/** Made from the OpenAPI document: an operation that is added is walked without a line here. */
const debrief = await sharedDebrief(t);
const [mine, theirs, stranger] = [
  await inhabitedIntegration(debrief, 'mine'),
  await inhabitedIntegration(debrief, 'theirs'),
  await debrief.createIntegration(),
];
const { operations } = mine.api.contract;
const ids = Object.values(theirs.identifiers).flat();

/** Every path of an operation under another integration's identifiers, each in every form. */
function foreignPaths({ path }: Operation): string[] {
  const [before = '', after = ''] = path.split(/\{\w+\}/);
  const resource = before.slice(1, -1);
  return (theirs.identifiers[resource] ?? []).map((id) => `${before}${encodeURIComponent(id)}${after}`);
}

function send({ method, bodySchema }: Operation, api: typeof mine.api, path: string) {
  return method === 'GET' ? api.get(path) : api.send(method, path, jsonBody(bodySchema));
}

function jsonBody(schema: unknown) {
  const body = schema === null ? {} : { body: JSON.stringify({ name: 'Taken over' }) };
  return { headers: { 'content-type': 'application/json' }, ...body };
}

/** What a reply to somebody else must never hold. */
function leaks(text: string): string[] {
  return [...ids, 'theirs'].filter((secret) => text.includes(secret));
}

const named = operations.filter(({ path }) => path.includes('{'));

for (const operation of named.filter(({ method }) => method !== 'DELETE')) {
  t.test(`${operation.id} finds nothing under another integration's identifiers`, async (t) => {
    const paths = foreignPaths(operation);
    t.ok(paths.length > 0, 'there are identifiers to try');
    for (const path of paths) {
      const own = await send(operation, theirs.api, path);
      t.ok([200, 409].includes(own.status), `${path} is there for its own integration: ${own.status}`);
      for (const api of [mine.api, stranger.api]) {
        const reply = await send(operation, api, path);
        t.equal(reply.status, 404, path);
        t.strictSame(leaks(JSON.stringify(reply.body)), []);
      }
    }
  });
}

t.test('getMetrics counts nothing of another integration', async (t) => {
  const counted = async (api: typeof mine.api) =>
    (await api.get('/metrics?date_gte=2000-01-01')).body.calls.total;
  t.ok(
    (await eventually(
      () => counted(theirs.api),
      (count) => count > 0,
    )) > 0,
    'its own integration sees it',
  );
  t.equal(await counted(stranger.api), 0);
});

/** A list below another resource is found by nobody else, as above. */
const lists = operations.filter(
  ({ parameters, path }) => !path.includes('{') && parameters.some(({ name }) => name === 'cursor'),
);

for (const { id, path, parameters } of lists) {
  t.test(`${id} lists nothing of another integration, whatever it is filtered by`, async (t) => {
    const whole = await theirs.api.get(path);
    t.ok(whole.body.data.length > 0, 'its own integration sees it');
    t.strictSame((await stranger.api.get(path)).body, {
      data: [],
      pagination: { has_more: false, next_cursor: null },
    });
    const listed = await mine.api.get(path);
    t.strictSame(leaks(JSON.stringify(listed.body)), []);
    for (const { name } of parameters) {
      for (const value of theirs.filters[name] ?? []) {
        const reply = await mine.api.get(`${path}?${name}=${encodeURIComponent(value)}`);
        t.equal(reply.status, 200);
        t.strictSame(reply.body.data, [], `${name}=${value}`);
      }
    }
  });

  t.test(`${id} refuses a cursor of another integration`, async (t) => {
    const { next_cursor } = (await theirs.api.get(`${path}?limit=1`)).body.pagination;
    t.equal((await theirs.api.get(`${path}?limit=1&cursor=${next_cursor}`)).status, 200);
    t.equal((await mine.api.get(`${path}?limit=1&cursor=${next_cursor}`)).status, 400);
  });
}

t.test('an inviter of another integration is unknown', async (t) => {
  for (const inviter of [
    { invited_by_user_id: theirs.identifiers.users?.[0] },
    { invited_by_email: 'agent@theirs.example' },
  ]) {
    const body = { email: 'new@mine.example', external_user_id: 'new', ...inviter };
    t.equal((await mine.api.post('/invitations', body)).status, 400, JSON.stringify(inviter));
  }
});

t.test(
  'two integrations invite one e-mail, use one recording id and one user id, each for itself',
  async (t) => {
    const both = ['mine', 'theirs'].map((name) => ({ name, api: name === 'mine' ? mine.api : theirs.api }));
    const seen = [];
    for (const { name, api } of both) {
      const invitation = await api.post('/invitations', {
        email: 'shared@both.example',
        external_user_id: `for ${name}`,
        invited_by_email: `agent@${name}.example`,
      });
      t.equal(invitation.status, 201);
      const submission = await sampleSubmission({
        recording_id: 'shared',
        recording_url: nowhere,
        external_user_id: 'shared',
        user_email: 'shared@both.example',
        external_contact_id: 'shared',
      });
      t.equal((await api.post('/calls', submission)).status, 202);
      const call = (await api.get('/calls/external_recording_id:shared')).body;
      seen.push(invitation.body.id, call.id, call.user_id, call.contact_id);
    }
    t.equal(new Set(seen).size, seen.length, 'nothing is shared');
  },
);

// Last, because they leave nothing to find.
for (const operation of named.filter(({ method }) => method === 'DELETE')) {
  t.test(`${operation.id} erases nothing under another integration's identifiers`, async (t) => {
    const paths = foreignPaths(operation);
    for (const path of paths) {
      for (const api of [mine.api, stranger.api])
        t.equal((await send(operation, api, path)).status, 404, path);
    }
    const own = [];
    for (const path of paths) own.push((await send(operation, theirs.api, path)).status);
    // Erasing a contact or a user may have been what erased the next.
    t.match(own.join(' '), /^204( 404)*$/, 'its own integration finds it, once');
  });
}
