import t from 'tap';
import { type AgendaRecord, coachingRecords, type PeriodRecord } from './harness/coaching-records.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { newId, submitAndRead } from './harness/submissions.ts';
import { unknownId, uuid } from './harness/uuid.ts';

const debrief = await sharedDebrief(t);
const { id: integrationId, api, readOnlyApi } = await debrief.createIntegration();
const records = coachingRecords(debrief);

const statuses = ['queued', 'processing', 'ready', 'failed', 'not_eligible'] as const;
const dates = { period_start: '2024-02-19', period_end: '2024-02-25', review_period_end: '2024-03-03' };

/** A period of its own for each agenda, for the dates are unique for a cadence. */
let years = 0;
function newPeriod(given: Partial<PeriodRecord> = {}): Promise<string> {
  years += 1;
  const year = 1900 + years;
  const own = Object.fromEntries(
    Object.entries(dates).map(([name, date]) => [name, date.replace('2024', String(year))]),
  );
  return records.insertPeriod(integrationId, { ...own, ...given });
}

async function read(id: string) {
  const params = { path: { agendaId: id } };
  const { data, response } = await api.client.GET('/coaching/agendas/{agendaId}', { params });
  if (data === undefined) throw new Error(`answered ${response.status}`);
  return data;
}

async function stored(given: Partial<AgendaRecord> = {}, period: Partial<PeriodRecord> = {}) {
  const period_id = given.period_id ?? (await newPeriod(period));
  const nobody = { user_id: null, external_user_id: newId('removed'), generation_status: 'queued' } as const;
  return records.insertAgenda(integrationId, { ...nobody, period_id, ...given });
}

/** The agenda of a user whom coaching has heard of. */
async function ofUser(given: Partial<AgendaRecord> = {}) {
  const { user } = await submitAndRead(api);
  const { id: user_id, external_user_id } = user;
  const own = { user_id, external_user_id };
  // The news of a user comes by an event; a ready agenda shows that it is there.
  const ready = await stored({ ...own, generation_status: 'ready' });
  await eventually(
    () => read(ready),
    ({ agenda_url }) => agenda_url !== null,
  );
  return { user, id: await stored({ ...own, ...given }) };
}

t.test('the fields of a CoachingAgenda', async (t) => {
  const period_id = await newPeriod({ ...dates, cadence: 'semimonthly' });
  const completed = { completed_at: '2024-03-02T10:00:00.5Z', title: 'Discovery', summary: 'Went well' };
  const { user, id } = await ofUser({ period_id, generation_status: 'ready', ...completed });
  const full = (await read(id)) as Record<string, unknown>;
  const bare = (await read(await stored())) as Record<string, unknown>;
  const rows: [field: string, sentence: string, value: unknown, withoutOne?: unknown][] = [
    ['id', 'is the UUID of the agenda', id],
    ['period_id', 'is the parent period', period_id],
    ['integration_id', 'is the integration', integrationId],
    ['user_id', 'is the UUID of the agent, null when the user was removed', user.id, null],
    ['external_user_id', "is the client's id of the agent", user.external_user_id],
    ['title', 'is the title, null when none was assigned', 'Discovery', null],
    ['cadence', 'is that of the parent period', 'semimonthly', 'weekly'],
    ['period_start', 'is that of the parent period, a date', '2024-02-19'],
    ['period_end', 'is that of the parent period, a date', '2024-02-25'],
    ['review_period_end', 'is that of the parent period, a date', '2024-03-03'],
    ['generation_status', 'is how far generation has come', 'ready', 'queued'],
    ['is_completed', 'says whether the agent completed the agenda', true, false],
    ['completed_at', 'is when, null when it is not completed', '2024-03-02T10:00:00.500Z', null],
    ['completed_on_time', 'says whether it was in time, null when it is not completed', true, null],
    ['analysis_ready', 'says whether a summary of the answers is stored', true, false],
  ];
  for (const [field, sentence, value, ...withoutOne] of rows) {
    t.test(`CoachingAgenda.${field} ${sentence}`, async (t) => {
      t.equal(full[field], value);
      if (withoutOne.length > 0) t.equal(bare[field], withoutOne[0]);
    });
  }
  t.test('CoachingAgenda.agenda_url is a web link to this agenda that holds no key, else null', async (t) => {
    const url = new URL(String(full.agenda_url));
    t.match(url.protocol, /^https?:$/);
    t.ok(url.href.includes(id));
    t.strictSame([url.search, url.hash, url.username, url.password], ['', '', '', '']);
    t.notOk(url.href.includes(api.key) || url.href.includes('dbr_'));
    t.equal(bare.agenda_url, null);
  });
  for (const field of ['created_date', 'updated_date']) {
    t.test(`CoachingAgenda.${field} is an ISO-8601 instant`, async (t) => {
      t.equal(new Date(String(full[field])).toISOString(), full[field]);
    });
  }
  t.test('a CoachingAgenda has these eighteen fields and neither questions nor content', async (t) => {
    const names = [...rows.map(([field]) => field), 'agenda_url', 'created_date', 'updated_date'];
    t.equal(names.length, 18);
    for (const agenda of [full, bare]) t.strictSame(Object.keys(agenda).sort(), names.sort());
    t.notMatch(JSON.stringify(full), /questions|content|answers|Went well/);
    t.match(full.id, uuid);
  });
});

for (const generation_status of statuses) {
  const isReady = generation_status === 'ready';
  t.test(`generation_status ${generation_status}: agenda_url is ${isReady ? 'set' : 'null'}`, async (t) => {
    const { id } = await ofUser({ generation_status });
    const agenda = await read(id);
    t.equal(agenda.generation_status, generation_status);
    t.equal(agenda.agenda_url !== null, isReady);
  });
}

t.test('agenda_url is null when the user was removed', async (t) => {
  const agenda = await read(await stored({ generation_status: 'ready' }));
  t.equal(agenda.user_id, null);
  t.equal(agenda.agenda_url, null);
});

t.test('agenda_url is null for a user who is nobody, with an external id of nobody', async (t) => {
  t.equal((await read(await stored({ generation_status: 'ready', user_id: unknownId }))).agenda_url, null);
});

t.test('agenda_url stays when the user is re-mapped to another external id', async (t) => {
  const { user, id } = await ofUser({ generation_status: 'ready' });
  const before = await read(id);
  const external_user_id = newId('new');
  await api.put(`/users/${user.id}`, { external_user_id });
  // An agenda under the new id alone shows when the news is there.
  const after = await stored({ external_user_id, generation_status: 'ready' });
  const shown = await eventually(
    () => read(after),
    ({ agenda_url }) => agenda_url !== null,
  );
  t.not(shown.agenda_url, null);
  t.strictSame(await read(id), before);
  t.equal(before.external_user_id, user.external_user_id, 'as it was at generation');
});

t.test('agenda_url is null while two active users are meant, and set again when it is one', async (t) => {
  const { user, id } = await ofUser({ generation_status: 'ready' });
  const other = (await submitAndRead(api)).user;
  await api.put(`/users/${user.id}`, { external_user_id: newId('new') });
  await api.put(`/users/${other.id}`, { external_user_id: user.external_user_id });
  const ambiguous = await eventually(
    () => read(id),
    ({ agenda_url }) => agenda_url === null,
  );
  t.equal(ambiguous.agenda_url, null);
  await api.put(`/users/${other.id}`, { external_user_id: newId('new') });
  const again = await eventually(
    () => read(id),
    ({ agenda_url }) => agenda_url !== null,
  );
  t.not(again.agenda_url, null);
});

const ends: [completed_at: string | undefined, sentence: string, onTime: boolean | null][] = [
  [undefined, 'null while the agenda is not completed', null],
  ['2024-02-26T08:00:00Z', 'true before the last day of the review', true],
  ['2024-03-03T00:00:00Z', 'true on the last day of the review', true],
  ['2024-03-03T23:59:59.999Z', 'true until the end of that day in UTC', true],
  ['2024-03-04T00:00:00Z', 'false from the next day on', false],
  ['2024-03-04T01:00:00+02:00', 'true when it is that day in UTC only', true],
  ['2024-03-03T23:00:00-02:00', 'false when it is that day elsewhere but not in UTC', false],
];
t.test('completed_on_time', async (t) => {
  const period_id = await newPeriod({ ...dates, cadence: 'monthly' });
  for (const [completed_at, sentence, onTime] of ends) {
    t.test(`completed_on_time is ${sentence}`, async (t) => {
      const given = completed_at === undefined ? {} : { completed_at };
      const agenda = await read(await stored({ period_id, ...given }));
      t.equal(agenda.completed_on_time, onTime);
      t.equal(agenda.is_completed, onTime !== null);
      t.equal(agenda.completed_at === null, onTime === null);
    });
  }
});

t.test('analysis_ready is false while the answers have no summary', async (t) => {
  const agenda = await read(await stored({ completed_at: '2024-03-01T10:00:00Z' }));
  t.match(agenda, { is_completed: true, analysis_ready: false });
});

t.test('{agendaId} is a UUID, in capitals too', async (t) => {
  const id = await stored();
  t.equal((await api.get(`/coaching/agendas/${id.toUpperCase()}`)).body.id, id);
});

t.test('400: a malformed {agendaId}', async (t) => {
  const id = await stored();
  const wrong = ['nobody', '1', `id:${id}`, id.replaceAll('-', ''), `${id}0`, `%20${id}`, `urn:uuid:${id}`];
  for (const agendaId of [...wrong, `agenda_id:${id}`, '%00']) {
    const { status, body } = await api.get(`/coaching/agendas/${agendaId}`);
    t.equal(status, 400, agendaId);
    t.match(body, { statusCode: 400, message: String });
  }
});

t.test('404: an agenda that is not there, or is of another integration', async (t) => {
  const [id, other] = [await stored(), await debrief.createIntegration()];
  for (const reply of [
    await api.get(`/coaching/agendas/${unknownId}`),
    await other.api.get(`/coaching/agendas/${id}`),
  ]) {
    t.equal(reply.status, 404);
    t.match(reply.body, { statusCode: 404, message: String });
  }
});

t.test('401: a missing or an invalid key; 200 with a read-only one', async (t) => {
  const path = `/coaching/agendas/${await stored()}`;
  for (const key of ['', 'nonsense']) t.equal((await api.withKey(key).get(path)).status, 401);
  t.equal((await readOnlyApi.get(path)).status, 200);
});
