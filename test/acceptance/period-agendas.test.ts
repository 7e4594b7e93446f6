import t from 'tap';
import { type AgendaRecord, coachingRecords } from './harness/coaching-records.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { listRules } from './harness/list-rules.ts';
import { newId, submitAndRead } from './harness/submissions.ts';
import { unknownId } from './harness/uuid.ts';

const debrief = await sharedDebrief(t);
const [integration, other] = await Promise.all([debrief.createIntegration(), debrief.createIntegration()]);
const { id: integrationId, api, readOnlyApi } = integration;
const records = coachingRecords(debrief);

function stored(period_id: string, given: Partial<AgendaRecord> = {}): Promise<string> {
  const agent = { user_id: null, external_user_id: newId('agent'), generation_status: 'queued' } as const;
  return records.insertAgenda(integrationId, { ...agent, period_id, ...given });
}

async function idsOf(period: string, query = ''): Promise<string[]> {
  const { body } = await api.get(`/coaching/periods/${period}/agendas?${query}`);
  return body.data.map(({ id }: { id: string }) => id);
}

t.test(
  'lists the agendas of the period alone, each as GET /coaching/agendas/{agendaId} has it',
  async (t) => {
    const [period, later] = [
      await records.insertPeriod(integrationId),
      await records.insertPeriod(integrationId),
    ];
    const ids = [await stored(period), await stored(period, { generation_status: 'ready' })];
    await stored(later);
    const { data } = (await api.get(`/coaching/periods/${period}/agendas`)).body;
    const each = await Promise.all(ids.map(async (id) => (await api.get(`/coaching/agendas/${id}`)).body));
    t.strictSame(data, each);
  },
);

for (const generation_status of ['queued', 'processing', 'ready', 'failed', 'not_eligible'] as const) {
  t.test(`generation_status ${generation_status} lists the agendas in that state`, async (t) => {
    const period = await records.insertPeriod(integrationId);
    const id = await stored(period, { generation_status });
    await stored(period, { generation_status: generation_status === 'ready' ? 'queued' : 'ready' });
    t.strictSame(await idsOf(period, `generation_status=${generation_status}`), [id]);
  });
}

t.test('user_id lists the agenda of that agent, by any form of identifier', async (t) => {
  const period = await records.insertPeriod(integrationId);
  const { user } = await submitAndRead(api);
  const id = await stored(period, { user_id: user.id, external_user_id: user.external_user_id });
  const removed = await stored(period, { external_user_id: 'removed:1/2' });
  for (const form of [user.id, `id:${user.id}`, `external_user_id:${user.external_user_id}`])
    t.strictSame(await idsOf(period, `user_id=${encodeURIComponent(form)}`), [id], form);
  const gone = encodeURIComponent('external_user_id:removed:1/2');
  t.strictSame(await idsOf(period, `user_id=${gone}`), [removed], 'also of a user who was removed');
  t.strictSame(await idsOf(period, `user_id=${gone}&generation_status=ready`), [], 'filters combine');
});

t.test('400: a filter of another value, named; a malformed {periodId}', async (t) => {
  const period = await records.insertPeriod(integrationId);
  for (const [name, value] of [
    ['generation_status', 'done'],
    ['generation_status', ''],
    ['user_id', 'nobody'],
    ['user_id', ''],
  ]) {
    const { status, body } = await api.get(`/coaching/periods/${period}/agendas?${name}=${value}`);
    t.equal(status, 400, `${name}=${value}`);
    t.match(String(body.message), name);
  }
  for (const wrong of ['nobody', `id:${period}`, `${period}0`])
    t.equal((await api.get(`/coaching/periods/${wrong}/agendas`)).status, 400, wrong);
});

t.test('404: a period that is not there, or is of another integration', async (t) => {
  const period = await records.insertPeriod(integrationId);
  for (const reply of [
    await api.get(`/coaching/periods/${unknownId}/agendas`),
    await other.api.get(`/coaching/periods/${period}/agendas`),
  ]) {
    t.equal(reply.status, 404);
    t.match(reply.body, { statusCode: 404, message: String });
  }
});

t.test('401: a missing or an invalid key; 200 with a read-only one', async (t) => {
  const path = `/coaching/periods/${await records.insertPeriod(integrationId)}/agendas`;
  for (const key of ['', 'nonsense']) t.equal((await api.withKey(key).get(path)).status, 401);
  t.equal((await readOnlyApi.get(path)).status, 200);
});

t.test('a cursor of another period is 400', async (t) => {
  const [one, two] = [await records.insertPeriod(integrationId), await records.insertPeriod(integrationId)];
  for (const period of [one, one, two, two]) await stored(period);
  const { next_cursor } = (await api.get(`/coaching/periods/${one}/agendas?limit=1`)).body.pagination;
  t.equal((await api.get(`/coaching/periods/${one}/agendas?limit=1&cursor=${next_cursor}`)).status, 200);
  t.equal((await api.get(`/coaching/periods/${two}/agendas?limit=1&cursor=${next_cursor}`)).status, 400);
});

t.test('the pagination rules hold for GET /coaching/periods/{periodId}/agendas', async (t) => {
  const period = await records.insertPeriod(integrationId);
  for (let index = 0; index < 103; index += 1)
    await stored(period, { generation_status: index % 3 === 0 ? 'failed' : 'queued' });
  const empty = `/coaching/periods/${await records.insertPeriod(integrationId)}/agendas`;
  t.strictSame((await api.get(empty)).body.data, []);
  listRules(t, {
    ...{ path: `/coaching/periods/${period}/agendas`, defaultSort: 'asc', api },
    // The same path is another integration's nowhere, so the empty list is that of another period.
    emptyApi: { get: () => api.get(empty) },
    add: () => stored(period),
    filters: ['sort=asc&generation_status=failed', 'sort=asc&generation_status=queued'],
  });
});
