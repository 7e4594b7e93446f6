import t, { type Test } from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { inhabitedIntegration } from './harness/inhabited-integration.ts';
import { newId, submission } from './harness/submissions.ts';

/** Every operation through the client that is generated from the OpenAPI document: what compiles here is typed. */
const debrief = await sharedDebrief(t);
const { api, identifiers } = await inhabitedIntegration(debrief, 'typed');
const { client, contract } = api;
const driven = new Set<string>();

function operation(id: string, sentence: string, body: (t: Test) => Promise<void>): void {
  driven.add(id);
  t.test(`${id} ${sentence}`, body);
}

function path(resource: string): { path: { identifier: string } } {
  return { path: { identifier: identifiers[resource]?.at(-1) ?? '' } };
}

operation('submitCall', 'accepts a recording', async (t) => {
  const { data, response } = await client.POST('/calls', { body: submission() });
  t.equal(response.status, 202);
  t.equal(data?.status satisfies 'QUEUED' | undefined, 'QUEUED');
});

operation('listCalls', 'lists with filters and pages', async (t) => {
  const query = { limit: 1, sort: 'desc', status: 'COMPLETED', incoming: true } as const;
  const { data } = await client.GET('/calls', { params: { query } });
  t.strictSame(data, { data: [], pagination: { has_more: false, next_cursor: null } });
  const first = await client.GET('/calls', { params: { query: { limit: 1 } } });
  const cursor = first.data?.pagination.next_cursor;
  t.ok(cursor);
  const next = await client.GET('/calls', { params: { query: { limit: 1, cursor: cursor ?? '' } } });
  t.not(next.data?.data[0]?.id, first.data?.data[0]?.id);
});

operation('getCall', 'answers a call', async (t) => {
  const { data } = await client.GET('/calls/{identifier}', { params: path('calls') });
  t.equal(data?.external_recording_id, 'call of typed');
});

operation('getCallTranscript', 'answers an error with its message while there is none', async (t) => {
  const { error, response } = await client.GET('/calls/{identifier}/transcript', { params: path('calls') });
  t.equal(response.status, 409);
  t.equal(error?.statusCode, 409);
  t.match(error?.message, /not ready/);
});

operation('getCallAnalysis', 'answers how far a call is', async (t) => {
  const { data } = await client.GET('/calls/{identifier}/analysis', { params: path('calls') });
  t.ok(data !== undefined && data.progress < 100 && data.rating === undefined);
});

operation('getRoleplay', 'answers a roleplay', async (t) => {
  const { data } = await client.GET('/roleplays/{identifier}', { params: path('roleplays') });
  t.equal(data?.type satisfies 'roleplay' | undefined, 'roleplay');
});

operation('getRoleplayAnalysis', 'answers how far a roleplay is', async (t) => {
  const { data } = await client.GET('/roleplays/{identifier}/analysis', { params: path('roleplays') });
  t.ok(data !== undefined && data.progress < 100 && data.summary === undefined);
});

operation('listContacts', 'finds by a part of the name', async (t) => {
  const { data } = await client.GET('/contacts', { params: { query: { name: 'susan' } } });
  t.ok((data?.data.length ?? 0) > 0);
});

operation('updateContact', 'changes what is given', async (t) => {
  const body = { stage: 'Customer', tags: ['won'] };
  const { data } = await client.PUT('/contacts/{identifier}', { params: path('contacts'), body });
  t.match(data, body);
});

operation('getContactMetrics', 'answers figures', async (t) => {
  const params = { ...path('contacts'), query: { type: 'inbound' } as const };
  const { data } = await client.GET('/contacts/{identifier}/metrics', { params });
  t.equal(data?.filters.type, 'inbound');
});

operation('listUsers', 'finds by the e-mail', async (t) => {
  const { data } = await client.GET('/users', { params: { query: { email: 'AGENT@typed.example' } } });
  t.equal(data?.data[0]?.external_user_id, 'user of typed');
});

operation('updateUser', 'changes what is given', async (t) => {
  const body = { timezone: 'Europe/Berlin', picture: null };
  const { data } = await client.PUT('/users/{identifier}', { params: path('users'), body });
  t.match(data, body);
});

operation('getUserMetrics', 'answers figures', async (t) => {
  const params = { ...path('users'), query: { date_gte: '2000-01-01' } };
  const { data } = await client.GET('/users/{identifier}/metrics', { params });
  t.equal(data?.window.date_gte, '2000-01-01T00:00:00.000Z');
});

operation('getUserSignal', 'answers the profile', async (t) => {
  const { data } = await client.GET('/users/{identifier}/signal', { params: path('users') });
  t.equal(data?.DISC.profileType, 'Is');
});

operation('createInvitation', 'creates one, and answers the pending one after that', async (t) => {
  const id = newId('invited');
  const body = {
    email: `${id}@typed.example`,
    external_user_id: id,
    invited_by_email: 'agent@typed.example',
  };
  const first = await client.POST('/invitations', { body });
  const second = await client.POST('/invitations', { body });
  t.strictSame([first.response.status, second.response.status], [201, 200]);
  t.equal(second.data?.invitation_link, first.data?.invitation_link);
});

operation('getMetrics', 'answers figures', async (t) => {
  const { data } = await client.GET('/metrics', { params: { query: { type: 'outbound' } } });
  t.equal(data?.filters.type, 'outbound');
});

operation('resendInvitation', 'answers it with a later expiry', async (t) => {
  const params = { path: { invitationId: identifiers.invitations?.[0] ?? '' } };
  const { data } = await client.POST('/invitations/{invitationId}/resend', { params });
  t.equal(data?.status, 'PENDING');
});

operation('listInvitations', 'lists the pending ones', async (t) => {
  const { data } = await client.GET('/invitations', { params: { query: { sort: 'desc' } } });
  t.ok(data?.data.every(({ status }) => status === 'pending'));
});

operation('listCoachingPeriods', 'lists those of a cadence', async (t) => {
  const { data } = await client.GET('/coaching/periods', { params: { query: { cadence: 'weekly' } } });
  t.equal(data?.data.length, 2);
});

operation('getCoachingPeriod', 'answers a period', async (t) => {
  const params = { path: { periodId: identifiers['coaching/periods']?.[0] ?? '' } };
  const { data } = await client.GET('/coaching/periods/{periodId}', { params });
  t.equal(data?.digest, null);
});

operation('listCoachingAgendas', 'lists those in a state', async (t) => {
  const path = { periodId: identifiers['coaching/periods']?.[0] ?? '' };
  const params = { path, query: { generation_status: 'ready' } as const };
  const { data } = await client.GET('/coaching/periods/{periodId}/agendas', { params });
  t.equal(data?.data.length, 1);
});

operation('getCoachingAgenda', 'answers an agenda', async (t) => {
  const params = { path: { agendaId: identifiers['coaching/agendas']?.[0] ?? '' } };
  const { data } = await client.GET('/coaching/agendas/{agendaId}', { params });
  t.equal(data?.generation_status, 'ready');
});

operation('eraseCall', 'answers with a receipt', async (t) => {
  const { response } = await client.DELETE('/calls/{identifier}', { params: path('calls') });
  t.equal(response.status, 204);
  t.ok(response.headers.get('x-erasure-id'));
});

operation('eraseRoleplay', 'answers with a receipt', async (t) => {
  const { response } = await client.DELETE('/roleplays/{identifier}', { params: path('roleplays') });
  t.equal(response.status, 204);
});

operation('eraseContact', 'answers with a receipt', async (t) => {
  const { response } = await client.DELETE('/contacts/{identifier}', { params: path('contacts') });
  t.equal(response.status, 204);
});

operation('eraseUser', 'answers with a receipt', async (t) => {
  const query = { with_recordings: true };
  const { response } = await client.DELETE('/users/{identifier}', { params: { ...path('users'), query } });
  t.equal(response.status, 204);
});

t.test('no operation of the document is left out', async (t) => {
  t.strictSame([...driven].sort(), contract.operations.map(({ id }) => id).sort());
});
