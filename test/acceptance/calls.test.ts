import t from 'tap';
import type { Reply } from './harness/api.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { serveRecordings } from './harness/recordings.ts';
import { namedFields, newId, submit, submitAndRead } from './harness/submissions.ts';
import { unknownId, uuid } from './harness/uuid.ts';

const recordings = await serveRecordings(t, {});
const debrief = await sharedDebrief(t);
const [{ api }, other] = await Promise.all([
  debrief.createIntegration({ source: 'Phone system', source_id: 'phones:1' }),
  debrief.createIntegration(),
]);

const { sent, call_event_id, call, user, contact } = await submitAndRead(api, {
  duration_seconds: 61.5,
  recording_id: newId('a:b/c ü%'),
  from_number: '+1 (555) 010-2030',
  to_number: '+1 555 010 4477',
  occurred_at: '2026-01-02T03:04:05Z',
  incoming: true,
  contact_stage: 'Contacted',
  contact_stage_id: 'stage:7',
});

for (const [row, is] of [
  ['Call.id is a UUID', () => uuid.test(call.id)],
  ['Call.type is always call', () => call.type === 'call'],
  [
    'Call.created_date is when the call was ingested and not when it took place, as ISO-8601',
    () =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(call.created_date) &&
      Math.abs(Date.now() - Date.parse(call.created_date)) < 60_000,
  ],
  ['Call.duration is the length in seconds', () => call.duration === 61.5],
  [
    'Call.external_user_id is the client’s id of the agent',
    () => call.external_user_id === sent.external_user_id,
  ],
  ['Call.user_id is the UUID of the agent', () => uuid.test(call.user_id) && call.user_id === user.id],
  [
    'Call.external_contact_id is the client’s id of the contact',
    () => call.external_contact_id === sent.external_contact_id,
  ],
  [
    'Call.contact_id is the UUID of the contact',
    () => uuid.test(call.contact_id) && call.contact_id === contact.id,
  ],
  ['Call.from_number is the originating number as given', () => call.from_number === '+1 (555) 010-2030'],
  ['Call.to_number is the destination number as given', () => call.to_number === '+1 555 010 4477'],
  ['Call.incoming is true for inbound', () => call.incoming === true],
  ['Call.source is the name of the recording source', () => call.source === 'Phone system'],
  ['Call.source_id is the id of the recording source', () => call.source_id === 'phones:1'],
  ['Call.stage is the stage of the contact at call time', () => call.stage === 'Contacted'],
  ['Call.stage_id is the id of that stage', () => call.stage_id === 'stage:7'],
  [
    'Call.external_recording_id is the recording_id of the submission',
    () => call.external_recording_id === sent.recording_id,
  ],
  ['Call has these sixteen fields and no others', () => Object.keys(call).length === 16],
] as [string, () => boolean][]) {
  t.test(row, async (t) => t.ok(is(), JSON.stringify(call)));
}

t.test('Call.stage stays that of call time when the contact moves on', async (t) => {
  const { external_contact_id } = sent;
  const later = await submitAndRead(api, { external_contact_id, contact_stage: 'Customer' });
  t.equal(later.call.stage, 'Customer');
  t.equal((await api.get(`/calls/${call.id}`)).body.stage, 'Contacted');
});

t.test('Call.from_number, to_number, incoming and stage are null when nobody gave them', async (t) => {
  const bare = await submitAndRead(api);
  t.match(bare.call, { from_number: null, to_number: null, incoming: null, stage: null, stage_id: null });
});

const external = encodeURIComponent(sent.recording_id);
for (const [row, identifier] of [
  ['{uuid}', call.id],
  ['call_event_id:{uuid}', `call_event_id:${call_event_id}`],
  ['external_recording_id:{string}', `external_recording_id:${external}`],
  ['{uuid} in upper case', call.id.toUpperCase()],
  ['call_event_id:{uuid} in upper case', `call_event_id:${call_event_id.toUpperCase()}`],
  ['an encoded colon', `call_event_id%3A${call_event_id}`],
  ['every character encoded', encodeEvery(`external_recording_id:${sent.recording_id}`)],
] as const) {
  t.test(`a call is found by its identifier: ${row}`, async (t) => {
    const reply = await api.get(`/calls/${identifier}`);
    t.equal(reply.status, 200);
    t.strictSame(reply.body, call);
  });
}

for (const [row, recording_id] of [
  ['255 characters', newId('x').padEnd(255, 'x')],
  ['255 characters of three bytes', newId('').padEnd(255, '語')],
  ['colons, slashes and percent signs', `${newId('a')}::/b//%2F%25?c=d&e#f+g h`],
  ['the form of a UUID', unknownId.replace('0189', '0190')],
  ['the form of another identifier', `call_event_id:${unknownId}`],
  ['dots alone after its prefix', `${newId('..')}/../..`],
] as const) {
  t.test(`a call is found by an external_recording_id of ${row}`, async (t) => {
    const { call_event_id } = await submit(api, { recording_id });
    const byEvent = await api.get(`/calls/call_event_id:${call_event_id}`);
    const reply = await api.get(`/calls/external_recording_id:${encodeURIComponent(recording_id)}`);
    t.equal(reply.status, 200);
    t.strictSame(reply.body, byEvent.body);
    t.equal(reply.body.external_recording_id, recording_id);
  });
}

const refused = [
  ...['x', '1', '%20', call.id.replaceAll('-', ''), `{${call.id}}`, `urn:uuid:${call.id}`, `${call.id}0`],
  ...[`id:${call.id}`, `external_contact_id:x`, `external_user_id:x`, `CALL_EVENT_ID:${call_event_id}`],
  ...['call_event_id:', 'call_event_id:x', `call_event_id: ${call_event_id}`, ':', ':x', 'unknown:x'],
  ...['external_recording_id:', 'external_recording_id', `external_recording_id:${'x'.repeat(256)}`],
  ...['external_recording_id:%00', 'external_recording_id:a%0Ab', 'external_recording_id:%FF', '%zz'],
];
for (const [row, path] of [
  ['GET /calls/{identifier}', ''],
  ['GET /calls/{identifier}/transcript', '/transcript'],
  ['GET /calls/{identifier}/analysis', '/analysis'],
] as const) {
  t.test(`${row} answers 400 for what is not an identifier of a call`, async (t) => {
    for (const identifier of refused) {
      const reply = await api.get(`/calls/${identifier}${path}`);
      t.equal(reply.status, 400, identifier.slice(0, 60));
      t.match(reply.body, { statusCode: 400, message: String });
    }
  });

  t.test(`${row} answers 404 for a call that is not there`, async (t) => {
    const ofNone = ['external_recording_id:none', `call_event_id:${call.id}`];
    for (const form of [unknownId, `call_event_id:${unknownId}`, ...ofNone]) {
      const reply = await api.get(`/calls/${form}${path}`);
      t.equal(reply.status, 404, form);
      t.strictSame(reply.body, { statusCode: 404, message: 'Call not found' });
    }
  });

  t.test(`${row} answers 404 for a call of another integration`, async (t) => {
    for (const form of [call.id, `call_event_id:${call_event_id}`, `external_recording_id:${external}`]) {
      t.equal((await other.api.get(`/calls/${form}${path}`)).status, 404, form);
    }
  });
}

t.test('GET /calls lists whole Call objects', async (t) => {
  const { data } = await api.client.GET('/calls', {
    params: { query: { external_recording_id: sent.recording_id } },
  });
  t.strictSame(data?.data, [call]);
});

// What the filters choose from: one call of the first integration against another that shares nothing with it.
const one = await submitAndRead(api, { incoming: false, contact_stage_id: newId('stage') });
const wanted = one.sent.recording_id;
const before = new Date(Date.parse(one.call.created_date) - 1).toISOString();
const today = one.call.created_date.slice(0, 10);
const offset = new Date(Date.parse(one.call.created_date) + 7_200_000).toISOString().replace('Z', '+02:00');

for (const [row, query, isListed] of [
  ['user_id as {uuid}', { user_id: one.call.user_id }, true],
  ['user_id as {uuid} in upper case', { user_id: one.call.user_id.toUpperCase() }, true],
  ['user_id as id:{uuid}', { user_id: `id:${one.call.user_id}` }, true],
  [
    'user_id as external_user_id:{string}',
    { user_id: `external_user_id:${one.sent.external_user_id}` },
    true,
  ],
  ['user_id of another agent', { user_id: call.user_id }, false],
  ['external_user_id of another agent', { user_id: `external_user_id:${sent.external_user_id}` }, false],
  ['contact_id as {uuid}', { contact_id: one.call.contact_id }, true],
  ['contact_id as id:{uuid}', { contact_id: `id:${one.call.contact_id}` }, true],
  [
    'contact_id as external_contact_id:{string}',
    { contact_id: `external_contact_id:${one.sent.external_contact_id}` },
    true,
  ],
  ['contact_id of another contact', { contact_id: call.contact_id }, false],
  ['created_date_gte as an instant, inclusive', { created_date_gte: one.call.created_date }, true],
  ['created_date_gte as an instant with an offset', { created_date_gte: offset }, true],
  ['created_date_gte as a later instant', { created_date_gte: '2999-01-01T00:00:00Z' }, false],
  ['created_date_gte as a date, from the start of that UTC day', { created_date_gte: today }, true],
  ['created_date_gte as a later date', { created_date_gte: '2999-01-01' }, false],
  ['created_date_lte as an instant, inclusive', { created_date_lte: one.call.created_date }, true],
  ['created_date_lte as an earlier instant', { created_date_lte: before }, false],
  ['created_date_lte as a date, to the end of that UTC day', { created_date_lte: today }, true],
  ['created_date_lte as an earlier date', { created_date_lte: '2020-01-01' }, false],
  ['incoming true', { incoming: true }, false],
  ['incoming false', { incoming: false }, true],
  ['source_id', { source_id: 'phones:1' }, true],
  ['another source_id', { source_id: 'api' }, false],
  ['stage_id', { stage_id: one.call.stage_id }, true],
  ['another stage_id', { stage_id: 'stage:7' }, false],
  ['external_recording_id', { external_recording_id: wanted }, true],
  ['another external_recording_id', { external_recording_id: sent.recording_id }, false],
  ['status COMPLETED', { status: 'COMPLETED' }, false],
  ['several filters, all of them', { user_id: one.call.user_id, incoming: true }, false],
] as [string, Record<string, string>, boolean][]) {
  t.test(`GET /calls filters by ${row}`, async (t) => {
    const reply = await api.get(`/calls?limit=100&${new URLSearchParams(query)}`);
    t.equal(reply.status, 200);
    t.equal(idsOf(reply).includes(wanted), isListed);
  });
}

t.test('GET /calls filters by status FAILED and every other status', async (t) => {
  const fresh = await debrief.createIntegration();
  const failed = await submit(fresh.api, { recording_url: `${recordings}/missing.mp3` });
  await fresh.api.awaitAnalysis(failed.call_event_id);
  for (const status of ['QUEUED', 'DOWNLOADING', 'TRANSCRIBING', 'ANALYZING', 'COMPLETED', 'FAILED']) {
    const reply = await fresh.api.get(`/calls?status=${status}`);
    t.strictSame(idsOf(reply), status === 'FAILED' ? [failed.sent.recording_id] : [], status);
  }
});

for (const [row, ...queries] of [
  ['user_id', 'user_id=x', 'user_id=', 'user_id=external_user_id:', `user_id=call_event_id:${unknownId}`],
  ['contact_id', 'contact_id=x', `contact_id=external_user_id:x`, 'contact_id=id:x'],
  ['created_date_gte', 'created_date_gte=soon', 'created_date_gte=2026-02-30', 'created_date_gte=1700000000'],
  [
    'created_date_lte',
    'created_date_lte=',
    'created_date_lte=2026-13-01',
    'created_date_lte=2026-01-01T25:00:00Z',
  ],
  ['status', 'status=DONE', 'status=queued', 'status='],
  ['incoming', 'incoming=yes', 'incoming=1', 'incoming='],
  ['source_id', 'source_id=', 'source_id=%00'],
  ['stage_id', 'stage_id=', 'stage_id=%00'],
  ['external_recording_id', 'external_recording_id=', `external_recording_id=${'x'.repeat(256)}`],
] as const) {
  t.test(`GET /calls answers 400 for a bad ${row}, naming it`, async (t) => {
    for (const query of queries) {
      const { status, body } = await api.get(`/calls?${query}`);
      t.equal(status, 400, query.slice(0, 60));
      t.strictSame(namedFields(body.message), [row], query.slice(0, 60));
    }
  });
}

function idsOf(reply: Reply): string[] {
  return reply.body.data.map((item: { external_recording_id: string }) => item.external_recording_id);
}

function encodeEvery(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
