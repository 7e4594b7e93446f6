import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Operation } from './harness/contract.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { submission, submit } from './harness/submissions.ts';
import { unknownId } from './harness/uuid.ts';

const debrief = await sharedDebrief(t);
const [{ id, api, readOnlyApi }, other] = await Promise.all([
  debrief.createIntegration(),
  debrief.createIntegration(),
]);
const { key, contract } = api;
const { call_event_id } = await submit(api);
const newKey = { integration_id: id, name: 'Of this test' };

/** A path of an operation under which nothing is found. */
function pathOf({ path }: Operation): string {
  return path.replace(/\{\w+\}/, unknownId);
}

/** What an operation answers to exactly these headers; measured by its contract. */
function answer(headers: Record<string, string>, { method, path } = { method: 'GET', path: '/calls' }) {
  return api.sendAs(headers, method, path);
}

async function is401(t: Test, headers: Record<string, string>, message?: string): Promise<void> {
  const reply = await answer(headers);
  t.equal(reply.status, 401, message ?? JSON.stringify(headers));
  t.strictSame(Object.keys(reply.body), ['statusCode', 'message']);
  t.match(reply.body, { statusCode: 401, message: String });
  t.equal(reply.headers.get('www-authenticate'), 'Bearer');
}

for (const operation of contract.operations) {
  const path = pathOf(operation);
  const { method } = operation;

  t.test(`rule 1: ${operation.id} takes the key in x-api-key, in Authorization and in both`, async (t) => {
    const authorization = `Bearer ${key}`;
    const json: Record<string, string> = method === 'GET' ? {} : { 'content-type': 'application/json' };
    for (const headers of [{ 'x-api-key': key }, { authorization }, { 'x-api-key': key, authorization }]) {
      const { status } = await answer({ ...headers, ...json } as Record<string, string>, { method, path });
      t.ok([200, 400, 404].includes(status), `${Object.keys(headers)}: ${status}`);
    }
  });

  t.test(`rule 5: ${operation.id} without a key is 401`, async (t) => {
    t.equal((await answer({}, { method, path })).status, 401);
  });

  t.test(
    `rule 3: ${operation.id} ${method === 'GET' ? 'is open to' : 'is refused to'} a read-only key`,
    async (t) => {
      const reply = await readOnlyApi.send(method, path, {});
      if (method === 'GET') return t.ok([200, 404].includes(reply.status), String(reply.status));
      t.equal(reply.status, 403);
      return t.match(reply.body, { error: 'forbidden', message: String });
    },
  );
}

t.test('rule 1: header names and the scheme are taken in any case', async (t) => {
  t.equal((await answer({ 'X-API-KEY': key })).status, 200);
  t.equal((await answer({ AUTHORIZATION: `bearer ${key}` })).status, 200);
});

t.test('rule 1: two keys that differ are none', async (t) => {
  await is401(t, { 'x-api-key': key, authorization: `Bearer ${other.api.key}` });
  await is401(t, { 'x-api-key': key, authorization: 'Bearer nonsense' });
  await is401(t, { 'x-api-key': 'nonsense', authorization: `Bearer ${key}` });
  await is401(t, { 'x-api-key': key, authorization: `Bearer ${readOnlyApi.key}` });
});

t.test('rule 2: a key reaches the data of its integration and no other', async (t) => {
  const path = `/calls/call_event_id:${call_event_id}`;
  t.equal((await answer({ 'x-api-key': key }, { method: 'GET', path })).status, 200);
  t.equal((await answer({ 'x-api-key': readOnlyApi.key }, { method: 'GET', path })).status, 200);
  t.equal((await answer({ 'x-api-key': other.api.key }, { method: 'GET', path })).status, 404);
});

for (const [access, method, isAllowed] of [
  ['read-only', 'GET', true],
  ['read-only', 'POST', false],
  ['read-only', 'PUT', false],
  ['read-only', 'DELETE', false],
  ['read-write', 'GET', true],
  ['read-write', 'POST', true],
  ['read-write', 'PUT', true],
  ['read-write', 'DELETE', true],
] as const) {
  t.test(`rule 3: ${method} is ${isAllowed ? 'allowed' : 'blocked'} with a ${access} key`, async (t) => {
    const keyed = access === 'read-only' ? readOnlyApi : api;
    const path = method === 'PUT' ? `/users/${unknownId}` : '/calls';
    const headers = { 'content-type': 'application/json' };
    const options =
      method === 'POST' || method === 'PUT' ? { headers, body: JSON.stringify(submission()) } : {};
    const reply = await keyed.send(method, path, options);
    t.equal(reply.status === 403, !isAllowed, String(reply.status));
    if (!isAllowed) t.match(reply.body, { statusCode: 403, error: 'forbidden', message: String });
  });
}

t.test('rule 4: what a read-only key tried to write is not written', async (t) => {
  const sent = submission();
  t.equal((await readOnlyApi.post('/calls', sent)).status, 403);
  t.equal((await api.get(`/calls/external_recording_id:${sent.recording_id}`)).status, 404);
});

t.test('order: 401 comes before 403, 403 before 400, and 400 before 404', async (t) => {
  const bad = api.withKey('nonsense');
  const body = '{"recording_id":';
  for (const send of [
    (keyed: typeof api) => keyed.post('/calls', body),
    (keyed: typeof api) => keyed.put('/users/malformed', body),
    (keyed: typeof api) => keyed.put(`/contacts/${unknownId}`, body),
  ]) {
    t.strictSame(
      [(await send(bad)).status, (await send(readOnlyApi)).status, (await send(api)).status],
      [401, 403, 400],
    );
  }
  t.equal((await bad.get('/calls/malformed')).status, 401);
  t.equal((await api.put(`/users/${unknownId}`, { timezone: 'Mars/Olympus' })).status, 400);
  t.equal((await api.put(`/users/${unknownId}`, {})).status, 404);
});

for (const [row, headers] of [
  ['missing', {}],
  ['empty', { 'x-api-key': '' }],
  ['invalid', { 'x-api-key': 'nonsense' }],
  ['mistyped in its last character', { 'x-api-key': changed(key, key.length - 1) }],
  ['mistyped in the middle', { 'x-api-key': changed(key, 20) }],
  ['with two characters swapped', { 'x-api-key': swapped(key) }],
  ['cut short', { 'x-api-key': key.slice(0, -1) }],
  ['too long', { 'x-api-key': `${key}0` }],
  ['in another case', { 'x-api-key': key.toLowerCase() }],
  ['without the Bearer scheme', { authorization: key }],
  ['of another scheme', { authorization: `Basic ${btoa(`${key}:`)}` }],
  ['a scheme without a key', { authorization: 'Bearer' }],
  ['given twice', { 'x-api-key': `${key}, ${key}` }],
  ['in another header', { 'api-key': key }],
] as [string, Record<string, string>][]) {
  t.test(`rule 5: a key that is ${row} is 401`, async (t) => is401(t, headers));
}

t.test('rule 5: a key in the query is none', async (t) => {
  const path = `/calls?x-api-key=${key}&api_key=${key}`;
  t.equal((await answer({}, { method: 'GET', path })).status, 401);
});

t.test('rule 5: a revoked key is 401 within a second', async (t) => {
  const created = await debrief.operate('createKey', { ...newKey, access: 'read-only' });
  t.equal((await answer({ 'x-api-key': created.key })).status, 200);
  await debrief.cli('keys', 'revoke', created.id);
  await sleep(1000);
  await is401(t, { 'x-api-key': created.key });
});

t.test('rule 5: a key is good until it expires and 401 afterwards', async (t) => {
  const made = async (expiresAtMs: number) => {
    const expires_at = new Date(expiresAtMs).toISOString();
    const created = await debrief.operate('createKey', { ...newKey, access: 'read-write', expires_at });
    return { ...created, status: (await answer({ 'x-api-key': created.key })).status };
  };
  // Making it takes long on a busy machine: when it ended before it was used, another gets more time.
  for (let goodForMs = 4000; ; goodForMs *= 3) {
    const expiresAtMs = Date.now() + goodForMs;
    const [outcome] = await Promise.allSettled([made(expiresAtMs)]);
    if (Date.now() >= expiresAtMs) continue;
    if (outcome.status === 'rejected') throw outcome.reason;
    t.equal(outcome.value.status, 200);
    await sleep(expiresAtMs - Date.now() + 50);
    return is401(t, { 'x-api-key': outcome.value.key });
  }
});

t.test('rule 6: a key is named, bound to an integration, and shown once', async (t) => {
  const words = ['--integration', id, '--access', 'read-only', '--name', 'Of this test'];
  const created = await debrief.cli<{ id: string; key: string }>('keys', 'create', ...words);
  t.match(created, {
    name: 'Of this test',
    integration_id: id,
    access: 'read-only',
    key: /^dbr_live_[0-9A-Za-z]{38}$/,
  });
  const listed = await debrief.cli<unknown>('keys', 'list', '--integration', id);
  t.match(JSON.stringify(listed), created.id);
  t.notMatch(JSON.stringify(listed), created.key);
});

t.test('rule 7: a transcript needs more than a key where the integration’s CRM is on the list', async (t) => {
  const integration = await debrief.createIntegration({ crm: 'Closed CRM' });
  const reply = await integration.api.get(`/calls/${unknownId}/transcript`);
  t.equal(reply.status, 403);
  t.strictSame(Object.keys(reply.body), ['statusCode', 'message']);
  t.match(reply.body.message, /unsupported/);
  t.equal((await integration.api.withKey('nonsense').get(`/calls/${unknownId}/transcript`)).status, 401);
});

function changed(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1);
}

function swapped(text: string): string {
  const at = [...text].findIndex((character, index) => index > 9 && character !== text[index + 1]);
  return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
}
