import t from 'tap';
import { startDebrief } from './harness/debrief.ts';
import { sampleSubmission } from './harness/recordings.ts';

const debrief = await startDebrief(t);
const [one, other] = await Promise.all([
  debrief.createIntegration(),
  debrief.createIntegration('--crm', 'Closed CRM'),
]);
// Nothing listens there; these tests end before a download matters.
const url = 'http://127.0.0.1:1/recording.mp3';
const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';

t.test('a submission is accepted with its tracking id', async (t) => {
  const reply = await one.api.post(
    '/calls',
    await sampleSubmission({ recording_id: 'accepted', recording_url: url }),
  );
  t.equal(reply.status, 202);
  t.match(reply.body, { call_event_id: /^[0-9a-f-]{36}$/, status: 'QUEUED' });
  t.strictSame(Object.keys(reply.body), ['call_event_id', 'status']);

  const head = await one.api.get(`/calls/call_event_id:${reply.body.call_event_id}/analysis`);
  t.equal(head.status, 200);
  t.match(head.body, { id: String, recording_id: String, created_at: /Z$/, progress: Number });
  t.ok(head.body.progress < 100);
  const transcript = await one.api.get('/calls/external_recording_id:accepted/transcript');
  t.equal(transcript.status, 409);
  t.match(transcript.body, { statusCode: 409, message: String });
});

t.test('the same recording submitted again has the same tracking id and changes nothing', async (t) => {
  const body = await sampleSubmission({ recording_id: 'again', recording_url: url });
  const first = await one.api.post('/calls', body);
  const before = await one.api.get('/calls/external_recording_id:again');
  const second = await one.api.post('/calls', { ...body, duration_seconds: 7, contact_stage: 'Changed' });
  t.equal(second.status, 202);
  t.strictSame(second.body, first.body);
  t.strictSame((await one.api.get('/calls/external_recording_id:again')).body, before.body);
});

t.test('twenty submissions of one recording at once are one call', async (t) => {
  const body = await sampleSubmission({ recording_id: 'at-once', recording_url: url });
  const replies = await Promise.all(Array.from({ length: 20 }, () => one.api.post('/calls', body)));
  t.ok(replies.every(({ status }) => status === 202));
  t.equal(new Set(replies.map((reply) => reply.body.call_event_id)).size, 1);
  const list = await one.api.get('/calls?external_recording_id=at-once');
  t.equal(list.body.data.length, 1);
});

t.test('a call is found by each of its identifiers', async (t) => {
  const recording_id = 'a:b/c ü%';
  const { body } = await one.api.post('/calls', await sampleSubmission({ recording_id, recording_url: url }));
  const call = await one.api.get(`/calls/call_event_id:${body.call_event_id}`);
  t.equal(call.status, 200);
  t.match(call.body, {
    id: String,
    type: 'call',
    created_date: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    duration: Number,
    user_id: String,
    contact_id: String,
    source: 'API',
    external_recording_id: recording_id,
  });
  const byId = await one.api.get(`/calls/${call.body.id}`);
  const byExternalId = await one.api.get(`/calls/external_recording_id:${encodeURIComponent(recording_id)}`);
  t.strictSame(byId.body, call.body);
  t.strictSame(byExternalId.body, call.body);
});

t.test('every violation of a body is told at once, and nothing is stored', async (t) => {
  const reply = await one.api.post('/calls', {
    recording_id: 'bad',
    recording_url: 'file:///etc/passwd',
    duration_seconds: '12',
    user_email: 'nobody',
    occurred_at: '2026-02-30T00:00:00Z',
  });
  t.equal(reply.status, 400);
  t.equal(reply.body.statusCode, 400);
  const fields = reply.body.message.map((sentence: string) => sentence.split(' ')[0]).sort();
  t.strictSame(fields, [
    'ai_category',
    'contact_name',
    'duration_seconds',
    'external_contact_id',
    'external_user_id',
    'occurred_at',
    'recording_url',
    'user_email',
    'user_name',
  ]);
  t.equal((await one.api.get('/calls/external_recording_id:bad')).status, 404);
});

t.test('bodies that are not usable are refused in the same shape', async (t) => {
  const good = await sampleSubmission({ recording_id: 'shapes', recording_url: url });
  for (const [body, status, headers] of [
    ['{"a":', 400, {}],
    ['', 400, {}],
    ['[]', 400, {}],
    ['null', 400, {}],
    [JSON.stringify({ ...good, user_name: 'a\u0000b' }), 400, {}],
    [JSON.stringify({ ...good, recording_id: '' }), 400, {}],
    [JSON.stringify({ ...good, recording_url: 'http://10.0.0.1/a.mp3' }), 400, {}],
    [JSON.stringify({ ...good, recording_url: 'http://user:word@example.com/a.mp3' }), 400, {}],
    [JSON.stringify({ ...good, duration_seconds: 0 }), 400, {}],
    [JSON.stringify({ ...good, duration_seconds: 14_401 }), 400, {}],
    ['{}', 415, { 'content-type': 'text/plain' }],
    ['x=1', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
    [`"${'x'.repeat(1_000_000)}"`, 413, {}],
  ] as const) {
    const reply = await one.api.post('/calls', body, headers);
    t.equal(reply.status, status, body.slice(0, 60));
    t.equal(reply.body.statusCode, status);
    t.ok(reply.body.message.length > 0);
  }
  t.equal((await one.api.get('/calls/external_recording_id:shapes')).status, 404);
});

t.test('an integration with categories takes only those', async (t) => {
  const file = t.testdir({ 'categories.json': JSON.stringify([{ name: 'solar', kind: 'call' }]) });
  const picky = await debrief.createIntegration('--categories', `${file}/categories.json`);
  const body = await sampleSubmission({
    recording_id: 'category',
    recording_url: url,
    ai_category: 'insurance',
  });
  const refused = await picky.api.post('/calls', { ...body, user_email: 'nobody' });
  t.equal(refused.status, 400);
  t.match(refused.body.message, [/^user_email/, /^ai_category must be one of solar/]);
  t.equal((await picky.api.post('/calls', { ...body, ai_category: 'solar' })).status, 202);
});

t.test('a key goes in either header, and two that differ are none', async (t) => {
  const { baseUrl, key } = one.api;
  const bare = (headers: Record<string, string>) => fetch(`${baseUrl}/calls`, { headers });
  t.equal((await bare({ 'x-api-key': key })).status, 200);
  t.equal((await bare({ authorization: `Bearer ${key}` })).status, 200);
  t.equal((await bare({ authorization: `Bearer ${key}`, 'x-api-key': key })).status, 200);
  for (const headers of [
    {},
    { 'x-api-key': '' },
    { 'x-api-key': 'nonsense' },
    { 'x-api-key': `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}` },
    { authorization: key },
    { authorization: `Bearer ${key}`, 'x-api-key': other.api.key },
  ] as Record<string, string>[]) {
    const reply = await bare(headers);
    t.equal(reply.status, 401, JSON.stringify(Object.keys(headers)));
    t.match(await reply.json(), { statusCode: 401, message: String });
    t.equal(reply.headers.get('www-authenticate'), 'Bearer');
  }
});

t.test('a read-only key reads and does not write', async (t) => {
  t.equal((await one.readOnlyApi.get('/calls')).status, 200);
  const reply = await one.readOnlyApi.post('/calls', 'not even JSON');
  t.equal(reply.status, 403);
  t.match(reply.body, { error: 'forbidden', message: String });
  t.equal((await one.readOnlyApi.send('DELETE', '/calls', {})).status, 403);
});

t.test('a revoked key is refused within a second', async (t) => {
  const created = await debrief.cli<{ id: string; key: string }>(
    ...['keys', 'create', '--integration', one.id, '--access', 'read-only', '--name', 'short'],
  );
  const api = one.api.withKey(created.key);
  t.equal((await api.get('/calls')).status, 200);
  await debrief.cli('keys', 'revoke', created.id);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  t.equal((await api.get('/calls')).status, 401);
});

t.test('a call of another integration is not there', async (t) => {
  const { body } = await one.api.post(
    '/calls',
    await sampleSubmission({ recording_id: 'mine', recording_url: url }),
  );
  const call = await one.api.get(`/calls/call_event_id:${body.call_event_id}`);
  for (const identifier of [
    call.body.id,
    `call_event_id:${body.call_event_id}`,
    'external_recording_id:mine',
  ]) {
    for (const path of ['', '/transcript', '/analysis']) {
      const reply = await other.api.get(`/calls/${identifier}${path}`);
      t.equal(reply.status, 404, `${identifier}${path}`);
      t.strictSame(reply.body, { statusCode: 404, message: 'Call not found' });
    }
  }
  t.strictSame((await other.api.get('/calls')).body, {
    data: [],
    pagination: { has_more: false, next_cursor: null },
  });
  const sameId = await other.api.post(
    '/calls',
    await sampleSubmission({ recording_id: 'mine', recording_url: url }),
  );
  t.not(sameId.body.call_event_id, body.call_event_id);
});

t.test(
  'identifiers that are none are 400, unknown calls 404, other paths and methods 404 and 405',
  async (t) => {
    for (const identifier of [
      'x',
      'id:1',
      `id:${uuid}`,
      'call_event_id:1',
      'external_recording_id:',
      '%00',
    ]) {
      t.equal((await one.api.get(`/calls/${identifier}`)).status, 400, identifier);
    }
    for (const identifier of [uuid, `call_event_id:${uuid}`, 'external_recording_id:none']) {
      t.equal((await one.api.get(`/calls/${identifier}`)).status, 404, identifier);
    }
    t.equal((await one.api.get('/calls/%zz')).status, 400);
    t.equal((await one.api.get('/nothing')).status, 404);
    const method = await one.api.send('DELETE', '/calls', {});
    t.equal(method.status, 405);
    t.equal(method.headers.get('allow'), 'GET, HEAD, POST');
  },
);

t.test('calls are listed in pages that a cursor continues', async (t) => {
  const paged = await debrief.createIntegration();
  for (let index = 0; index < 5; index += 1) {
    await paged.api.post('/calls', await sampleSubmission({ recording_id: `p${index}`, recording_url: url }));
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page = await paged.api.get(`/calls?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    t.equal(page.status, 200);
    seen.push(...page.body.data.map((call: { external_recording_id: string }) => call.external_recording_id));
    t.equal(page.body.pagination.has_more, page.body.pagination.next_cursor !== null);
    cursor = page.body.pagination.next_cursor;
    pages += 1;
  } while (cursor !== null);
  t.equal(pages, 3);
  t.strictSame(seen, ['p0', 'p1', 'p2', 'p3', 'p4']);

  const first = await paged.api.get('/calls?limit=2');
  const { next_cursor } = first.body.pagination;
  t.equal((await paged.api.get(`/calls?sort=desc&cursor=${next_cursor}`)).status, 400);
  t.equal((await paged.api.get(`/calls?cursor=${next_cursor}x`)).status, 400);
  t.equal((await other.api.get(`/calls?cursor=${next_cursor}`)).status, 400);
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=0x10',
    'sort=up',
    'created_date_gte=soon',
    'limit=1&limit=2',
  ]) {
    t.equal((await paged.api.get(`/calls?${query}`)).status, 400, query);
  }
  const [newest] = (await paged.api.get('/calls?sort=desc&limit=1')).body.data;
  t.equal(newest.external_recording_id, 'p4');
  t.equal(
    (await paged.api.get(`/calls?user_id=external_user_id:${newest.external_user_id}`)).body.data.length,
    5,
  );
  t.equal((await paged.api.get('/calls?created_date_lte=2020-01-01')).body.data.length, 0);
});

t.test(
  'a transcript is forbidden to an integration whose CRM is on the list, whatever its state',
  async (t) => {
    const closed = await startDebrief(t, { TRANSCRIPT_FORBIDDEN_CRMS: 'closed crm' });
    const integration = await closed.createIntegration('--crm', 'Closed CRM');
    const reply = await integration.api.get(`/calls/${uuid}/transcript`);
    t.equal(reply.status, 403);
    t.match(reply.body, { statusCode: 403, message: /unsupported/ });
    t.equal((await integration.api.get('/calls/x/transcript')).status, 400);
  },
);

t.test('every reply names its request, by the id of the client when that is sane', async (t) => {
  const mine = await one.api.get('/calls', { 'x-request-id': 'trace-1' });
  t.equal(mine.headers.get('x-request-id'), 'trace-1');
  const made = await one.api.get('/nothing', { 'x-request-id': 'not sane' });
  t.match(made.headers.get('x-request-id'), /^[0-9a-f-]{36}$/);
});
