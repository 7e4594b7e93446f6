import t from 'tap';
import { coachingRecords, type PeriodRecord } from './harness/coaching-records.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { listRules } from './harness/list-rules.ts';
import { unknownId, uuid } from './harness/uuid.ts';

const debrief = await sharedDebrief(t);
const [{ id: integrationId, api, readOnlyApi }, crowded, empty] = await Promise.all([
  debrief.createIntegration(),
  debrief.createIntegration(),
  debrief.createIntegration(),
]);
const records = coachingRecords(debrief);

const figure = { value: 12, previous: 10, diff_pct: 20 };
const digest = {
  headline: 'More calls, better questions.',
  focus: null,
  stats: { calls: figure, rated: figure, average_rating: { value: 3.9, previous: null, diff_pct: null } },
  strengths: [
    {
      ...{ title: 'Opening', detail: 'Name and purpose in 11 of 12 calls.' },
      ...{ criterion_id: 'opening', calls: 12, share: 0.9 },
    },
  ],
  gaps: [],
  top_objections: [{ label: 'Price', count: 4, best_answer: null }],
  agents: [
    {
      ...{ user_id: unknownId, name: 'Ada Ames', calls: 12 },
      ...{ average_rating: 3.9, delta: null, focus: 'Ask what it costs' },
    },
  ],
  team_drill: 'Answer the price with a question.',
  evidence: [],
};

/** A stored period, as the list and by itself. */
async function stored(given: Partial<PeriodRecord> = {}) {
  const id = await records.insertPeriod(integrationId, given);
  const one = await api.client.GET('/coaching/periods/{periodId}', { params: { path: { periodId: id } } });
  const list = await api.get('/coaching/periods?limit=100&sort=desc');
  const listed = list.body.data.find((period: { id: string }) => period.id === id);
  return { id, listed, detail: (one.data ?? {}) as Record<string, unknown> };
}

/** So many days from today in UTC. */
function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

t.test('the fields of a CoachingPeriod', async (t) => {
  const given = {
    cadence: 'semimonthly',
    period_start: '2024-02-16',
    period_end: '2024-02-29',
    review_period_end: '2024-03-07',
    created_date: '2024-03-01T00:00:05.123456Z',
  } as const;
  const { id, listed, detail } = await stored(given);
  const rows: [field: string, sentence: string, value: unknown][] = [
    ['id', 'is the UUID of the period', id],
    ['cadence', 'is weekly, semimonthly or monthly', 'semimonthly'],
    ['period_start', 'is the inclusive first day as YYYY-MM-DD', '2024-02-16'],
    ['period_end', 'is the inclusive last day as YYYY-MM-DD', '2024-02-29'],
    ['review_period_end', 'is the inclusive last day to complete agendas as YYYY-MM-DD', '2024-03-07'],
    ['review_status', 'is open or closed', 'closed'],
    ['digest_status', 'is pending or completed', 'pending'],
    ['created_date', 'is an ISO-8601 instant', '2024-03-01T00:00:05.123Z'],
  ];
  for (const [field, sentence, value] of rows) {
    t.test(`CoachingPeriod.${field} ${sentence}`, async (t) => {
      t.equal(listed[field], value);
      t.equal(detail[field], value);
    });
  }
  t.test('CoachingPeriod.updated_date is an ISO-8601 instant', async (t) => {
    t.equal(new Date(listed.updated_date).toISOString(), listed.updated_date);
    t.equal(detail.updated_date, listed.updated_date);
  });
  t.test('a CoachingPeriod has these nine fields in a list', async (t) => {
    const names = [...rows.map(([field]) => field), 'updated_date'];
    t.strictSame(Object.keys(listed).sort(), names.sort());
    t.equal(names.length, 9);
    t.match(listed.id, uuid);
  });
  t.test('a CoachingPeriodDetail has the same fields and the digest', async (t) => {
    t.strictSame(detail, { ...listed, digest: null });
  });
});

t.test('review_status is open on the last day of the review (UTC)', async (t) => {
  const dates = { period_start: day(-9), period_end: day(-3), review_period_end: day(0) };
  const { listed, detail } = await stored(dates);
  // Had the day ended meanwhile, the review would have too.
  if (dates.review_period_end !== day(0)) return;
  t.equal(listed.review_status, 'open');
  t.equal(detail.review_status, 'open');
});

t.test('review_status is open while the last day of the review is yet to come', async (t) => {
  const dates = { period_start: day(-8), period_end: day(-2), review_period_end: day(5) };
  t.equal((await stored(dates)).detail.review_status, 'open');
});

t.test('review_status is closed when the last day of the review has passed (UTC)', async (t) => {
  const dates = { period_start: day(-10), period_end: day(-4), review_period_end: day(-1) };
  const { listed, detail } = await stored(dates);
  t.equal(listed.review_status, 'closed');
  t.equal(detail.review_status, 'closed');
});

t.test('digest_status is pending and the detail has no digest until one was generated', async (t) => {
  const { listed, detail } = await stored();
  t.equal(listed.digest_status, 'pending');
  t.match(detail, { digest_status: 'pending', digest: null });
});

t.test('digest_status is completed and the detail has the digest once it was generated', async (t) => {
  const { listed, detail } = await stored({ digest });
  t.equal(listed.digest_status, 'completed');
  t.equal(listed.digest, undefined, 'the list goes without it');
  t.equal(detail.digest_status, 'completed');
  t.strictSame(detail.digest, digest);
});

t.test('a digest says nothing of the review, nor the review of the digest', async (t) => {
  const past = { period_start: day(-40), period_end: day(-34), review_period_end: day(-30) };
  t.match((await stored({ ...past, digest })).detail, {
    review_status: 'closed',
    digest_status: 'completed',
  });
  const now = { period_start: day(-7), period_end: day(-1), review_period_end: day(6) };
  t.match((await stored({ ...now, digest })).detail, { review_status: 'open', digest_status: 'completed' });
});

const cadences = ['weekly', 'semimonthly', 'monthly'] as const;
for (const cadence of cadences) {
  t.test(`cadence ${cadence} lists the periods of that cadence alone`, async (t) => {
    const mine = await debrief.createIntegration();
    for (const each of [...cadences, ...cadences]) await records.insertPeriod(mine.id, { cadence: each });
    const listed = await mine.api.client.GET('/coaching/periods', { params: { query: { cadence } } });
    t.strictSame(
      listed.data?.data.map((period) => period.cadence),
      [cadence, cadence],
    );
    t.equal((await mine.api.get('/coaching/periods')).body.data.length, 6, 'omitted means all');
  });
}

t.test('cadence of any other value is 400 and named', async (t) => {
  for (const cadence of ['daily', 'WEEKLY', '', 'weekly,monthly', 'all', 'weekly&cadence=weekly']) {
    const reply = await api.get(`/coaching/periods?cadence=${cadence}`);
    t.equal(reply.status, 400, cadence);
    t.match(String(reply.body.message), /cadence/);
  }
});

t.test('{periodId} is a UUID, in capitals too', async (t) => {
  const { id } = await stored();
  t.equal((await api.get(`/coaching/periods/${id.toUpperCase()}`)).body.id, id);
});

t.test('400: a malformed {periodId}', async (t) => {
  const { id } = await stored();
  const unhyphenated = id.replaceAll('-', '');
  const wrong = ['nobody', '1', `id:${id}`, `period_id:${id}`, unhyphenated, `${id}0`, `%20${id}`, `{${id}}`];
  for (const periodId of [...wrong, `urn:uuid:${id}`, '%00']) {
    const { status, body } = await api.get(`/coaching/periods/${periodId}`);
    t.equal(status, 400, periodId);
    t.match(body, { statusCode: 400, message: String });
  }
});

t.test('404: a period that is not there, or is of another integration', async (t) => {
  const { id } = await stored();
  for (const reply of [
    await api.get(`/coaching/periods/${unknownId}`),
    await empty.api.get(`/coaching/periods/${id}`),
  ]) {
    t.equal(reply.status, 404);
    t.match(reply.body, { statusCode: 404, message: String });
  }
});

t.test('401: a missing or an invalid key', async (t) => {
  const { id } = await stored();
  for (const key of ['', 'nonsense']) {
    t.equal((await api.withKey(key).get(`/coaching/periods/${id}`)).status, 401);
  }
});

t.test('200: a read-only key lists and reads periods too', async (t) => {
  const { id } = await stored();
  t.equal((await readOnlyApi.get('/coaching/periods')).status, 200);
  t.equal((await readOnlyApi.get(`/coaching/periods/${id}`)).status, 200);
});

t.test('the pagination rules hold for GET /coaching/periods', async (t) => {
  for (let index = 0; index < 103; index += 1) {
    await records.insertPeriod(crowded.id, { cadence: index % 3 === 0 ? 'monthly' : 'weekly' });
  }
  listRules(t, {
    ...{ path: '/coaching/periods', defaultSort: 'desc', api: crowded.api, emptyApi: empty.api },
    add: () => records.insertPeriod(crowded.id),
    filters: ['sort=asc&cadence=monthly', 'sort=asc&cadence=weekly'],
  });
});
