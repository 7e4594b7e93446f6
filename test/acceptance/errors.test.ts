import t, { type Test } from 'tap';
import type { Reply } from './harness/api.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { isError } from './harness/error-shape.ts';
import { wrongBodies, wrongBytes } from './harness/malformed-requests.ts';
import { parameterRules } from './harness/parameter-rules.ts';
import { sendRaw } from './harness/raw-socket.ts';
import { namedFields, newId, submission, submit } from './harness/submissions.ts';
import { unknownId, uuid } from './harness/uuid.ts';

const debrief = await sharedDebrief(t);
const { api, readOnlyApi } = await debrief.createIntegration();
const { baseUrl, key, contract } = api;
const { call_event_id, sent } = await submit(api);
const nobody = api.withKey('nonsense');

t.test('200: success with a body, for reads', async (t) => {
  t.equal((await api.get(`/calls/call_event_id:${call_event_id}`)).status, 200);
});

t.test('200: success with a body, for PUT', async (t) => {
  const reply = await api.put(`/users/external_user_id:${sent.external_user_id}`, { name: 'Ada' });
  t.equal(reply.status, 200);
});

t.test('201 for a new invitation, and 200 for one already pending', async (t) => {
  const invitation = {
    email: `${newId('i')}@acme.example`,
    external_user_id: newId('i'),
    invited_by_email: sent.user_email,
  };
  t.equal((await api.post('/invitations', invitation)).status, 201);
  t.equal((await api.post('/invitations', invitation)).status, 200);
  isError(t, await api.post('/invitations', { ...invitation, external_user_id: newId('i') }), 409);
});

t.test('202: accepted for asynchronous processing', async (t) => {
  t.equal((await api.post('/calls', submission())).status, 202);
});

t.test('204 with a receipt: deleted, as each DELETE and nothing else answers', async (t) => {
  const deleting = contract.operations.filter(({ method }) => method === 'DELETE');
  t.same(
    contract.operations.filter(({ statuses }) => statuses.includes('204')),
    deleting,
  );
  const { call_event_id } = await submit(api);
  const erased = await api.delete(`/calls/call_event_id:${call_event_id}`);
  t.equal(erased.status, 204);
  t.match(erased.headers.get('x-erasure-id'), uuid);
  isError(t, await api.delete(`/calls/call_event_id:${call_event_id}`), 404);
});

for (const [row, request, status] of [
  ['400: a malformed request', () => api.post('/calls', '{"recording_id":'), 400],
  ['400: a bad parameter', () => api.get('/calls?limit=0'), 400],
  ['400: an invalid identifier', () => api.get('/calls/nonsense'), 400],
  ['400: a bad cursor', () => api.get('/calls?cursor=nonsense'), 400],
  ['401: an invalid key', () => nobody.get('/calls'), 401],
  ['403: a read-only key on a write', () => readOnlyApi.post('/calls', submission()), 403],
  ['404: not found in the organization', () => api.get(`/calls/${unknownId}`), 404],
  [
    '409: the transcript is not ready',
    () => api.get(`/calls/call_event_id:${call_event_id}/transcript`),
    409,
  ],
] as [string, () => Promise<Reply>, number][]) {
  t.test(row, async (t) => isError(t, await request(), status));
}

t.test('500 is documented in the shape of all errors for every operation', async (t) => {
  for (const { id, statuses } of contract.operations) t.ok(statuses.includes('500'), id);
});

t.test('body shape: a validation failure lists every violation', async (t) => {
  const { body } = await api.post('/calls', submission({ user_email: 'nobody', duration_seconds: '1' }));
  t.strictSame(namedFields(body.message).sort(), ['duration_seconds', 'user_email']);
});

t.test('body shape: a read-only key has error forbidden and a message', async (t) => {
  const { body } = await readOnlyApi.post('/calls', 'not even JSON');
  t.match(body, { error: 'forbidden', message: String });
});

t.test('body shape: the messages say what is wrong', async (t) => {
  t.match((await api.get('/calls/x')).body.message, /^Invalid identifier format/);
  t.equal((await api.get(`/calls/${unknownId}`)).body.message, 'Call not found');
  t.match(
    (await api.get(`/calls/call_event_id:${call_event_id}/transcript`)).body.message,
    /^Transcript is not ready/,
  );
});

for (const [row, body, headers, status] of wrongBodies) {
  t.test(`${status}: ${row}, for every operation with a body`, async (t) => {
    for (const { method, path, bodySchema } of contract.operations) {
      if (bodySchema === null) continue;
      const target = path.replace(/\{\w+\}/, unknownId);
      // Where every field is optional, what is in none of them is ignored and the id is looked for.
      const ignored = method === 'PUT' && /^(a number that is infinite|a key that would)/.test(row);
      isError(
        t,
        await api.send(method, target, { headers, body }),
        ignored ? 404 : status,
        `${method} ${path}`,
      );
    }
  });
}

t.test('415: a body without a content type', async (t) => {
  const request = `POST /api/v1/calls HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\nconnection: close\r\n`;
  t.equal((await raw(t, `${request}content-length: 2\r\n\r\n{}`)).status, 415);
});

t.test('413: a body over the limit that comes in chunks', async (t) => {
  const request = `POST /api/v1/calls HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`;
  const chunk = `${(0x50000).toString(16)}\r\n${' '.repeat(0x50000)}\r\n0\r\n\r\n`;
  t.equal(
    (await raw(t, `${request}transfer-encoding: chunked\r\nconnection: close\r\n\r\n${chunk}`)).status,
    413,
  );
});

t.test('413: a body far over the limit is answered, never by a connection reset', async (t) => {
  const large = `"${'x'.repeat(20_000_000)}"`;
  for (let sent = 0; sent < 10; sent += 1) isError(t, await api.post('/calls', large), 413);
  for (let sent = 0; sent < 10; sent += 1) {
    isError(t, await api.post('/calls', large, { 'content-type': 'text/plain' }), 415);
  }
});

t.test('400: a body that is not UTF-8, and 415 for another charset', async (t) => {
  const name = submission().user_name;
  const bytes = Buffer.from(JSON.stringify(submission()).replace(name, '?'));
  bytes[bytes.indexOf('?')] = 0xff;
  const headers = { 'content-type': 'application/json' };
  isError(t, await api.send('POST', '/calls', { headers, body: bytes }), 400);
  isError(
    t,
    await api.post('/calls', submission(), { 'content-type': 'application/json; charset=utf-16' }),
    415,
  );
});

t.test('a content type may name its charset, in any case', async (t) => {
  const reply = await api.post('/calls', submission(), { 'content-type': 'Application/JSON; charset=UTF-8' });
  t.equal(reply.status, 202);
});

async function raw(t: Test, lines: string | Buffer) {
  const reply = await sendRaw(baseUrl, lines);
  t.strictSame(contract.faultsOf('GET', '/of/no/operation', reply), []);
  return reply;
}

for (const [row, lines, status] of wrongBytes(key)) {
  t.test(row, async (t) => t.equal((await raw(t, lines)).status, status));
}

t.test('404: an unknown route, with any key or none and any method', async (t) => {
  for (const path of ['/nothing', '/', '/calls/a/b', '/appointments', `/calls/${unknownId}/nothing`]) {
    isError(t, await api.get(path), 404, path);
    isError(t, await nobody.get(path), 404, path);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      isError(t, await api.send(method, path, {}), 404, `${method} ${path}`);
    }
  }
});

for (const path of new Set(contract.operations.map((operation) => operation.path))) {
  t.test(`405 with Allow: the methods that ${path} does not have`, async (t) => {
    const own = contract.operations
      .filter((operation) => operation.path === path)
      .map(({ method }) => method);
    const allow = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].filter((method) =>
      own.includes(method === 'HEAD' ? 'GET' : method),
    );
    const target = path.replace(/\{\w+\}/, unknownId);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (own.includes(method)) continue;
      const reply = await api.send(method, target, {});
      isError(t, reply, 405, method);
      t.equal(reply.headers.get('allow'), allow.join(', '), method);
      isError(t, await nobody.send(method, target, {}), 401, method);
    }
    const trace = await raw(
      t,
      `TRACE /api/v1${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-api-key: ${key}\r\n\r\n`,
    );
    t.equal(trace.status, 405);
    t.equal(trace.headers.get('allow'), allow.join(', '));
  });
}

for (const operation of contract.operations) {
  parameterRules(t, api, operation, sent);
}

t.test('fields of a body that nobody knows are ignored: what was read can be written back', async (t) => {
  for (const list of ['users', 'contacts'] as const) {
    const [read] = (await api.get(`/${list}`)).body.data;
    const written = await api.put(`/${list}/${read.id}`, { ...read, made_up: { deep: [1] } });
    t.equal(written.status, 200, list);
  }
});

t.test('404 or 400: a slash or a capital too many does not lead to another path', async (t) => {
  for (const path of [
    '//calls',
    '/calls//',
    '/CALLS',
    '/calls/x/transcript/',
    `/calls/${unknownId}/`,
    '/calls/..%2fusers',
  ]) {
    const reply = await api.get(path);
    isError(t, reply, path === '/calls/..%2fusers' ? 400 : 404, path);
  }
  isError(t, await api.get('/calls/'), 400, 'an empty identifier');
});

t.test('HEAD answers as GET does, without the body', async (t) => {
  for (const [path, status] of [
    ['/calls', 200],
    [`/calls/${unknownId}`, 404],
    ['/calls/x', 400],
    ['/nothing', 404],
  ] as const) {
    const reply = await fetch(baseUrl + path, { method: 'HEAD', headers: { 'x-api-key': key } });
    t.equal(reply.status, status, path);
    t.equal(await reply.text(), '');
  }
});

t.test('every reply names its request, by the client’s id when that is sane', async (t) => {
  const mine = await api.get('/calls', { 'x-request-id': 'trace-1' });
  t.equal(mine.headers.get('x-request-id'), 'trace-1');
  for (const odd of ['not sane', 'x'.repeat(129), '<script>']) {
    const made = await api.get('/nothing', { 'x-request-id': odd });
    t.match(made.headers.get('x-request-id'), /^[0-9a-f-]{36}$/);
  }
});

t.test('after all that, every process is still there and well', async (t) => {
  for (const { health_url } of (await debrief.stack()).processes) {
    t.equal((await fetch(health_url)).status, 200, health_url);
  }
});
