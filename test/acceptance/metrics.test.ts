import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { identifierForms } from './harness/identifier-forms.ts';
import { day, type Measured, measuredCalls, newPeople, noon } from './harness/measured-calls.ts';
import { encoded, parameterRules } from './harness/metrics-parameters.ts';
import { serveRecordings } from './harness/recordings.ts';
import { newId, submit, submitAndRead } from './harness/submissions.ts';

const debrief = await sharedDebrief(t);
const [integration, other] = await Promise.all([
  debrief.createIntegration({ source: 'Dialer', source_id: 'dialer' }),
  debrief.createIntegration(),
]);
const { api, readOnlyApi } = integration;
const recordings = await serveRecordings(t, {});
const place = { api, missing: `${recordings}/missing.mp3` };
const both: Measured[] = ['users', 'contacts'];

const stages = { Lead: { contact_stage_id: 'lead' }, Customer: { contact_stage_id: 'customer' } };
const calls = [
  { occurred_at: noon(1), incoming: true, duration_seconds: 100, ...stages.Lead },
  { occurred_at: noon(1), incoming: true, duration_seconds: 50.5, ...stages.Lead },
  { occurred_at: noon(3), incoming: false, duration_seconds: 200, ...stages.Customer },
  { occurred_at: noon(5), duration_seconds: 60, ...stages.Customer },
  { occurred_at: noon(40), incoming: false, duration_seconds: 30, ...stages.Lead },
  { occurred_at: noon(400), incoming: true, duration_seconds: 70, ...stages.Lead },
];
const { user, contact, metrics, people } = await measuredCalls(place, calls);
const { missing: recording_url } = place;
await submit(api, { ...people, recording_url, ai_category: 'roleplay' });
await submit(other.api, { ...people, recording_url });

/** How many calls a query counts. */
async function total(of: Measured, query: string): Promise<number> {
  return (await metrics(of, query)).body.calls?.total;
}

const noConversation = {
  ...{ talk_ratio: null, longest_monologue_seconds: null, longest_customer_story_seconds: null },
  ...{ interactivity: null, patience_seconds: null, questions_per_hour: null, filler_words_per_minute: null },
  ...{ words_per_minute: null, interruptions_per_hour: null, overlap_ratio: null, silence_ratio: null },
  sample_size: 0,
};

for (const of of both) {
  const path = `/${of}/{identifier}/metrics`;
  const window = `date_gte=${day(20)}`;

  t.test(`${path} counts the calls in the window, which failed, by direction and length`, async (t) => {
    const { body } = await metrics(of, window);
    t.strictSame(body.calls, {
      ...{ total: 4, analyzed: 0, failed: 4, inbound: 2, outbound: 1 },
      ...{ total_duration_seconds: 410.5, average_duration_seconds: 102.6 },
    });
  });

  t.test(`${path} is null, never 0, where there is no sample`, async (t) => {
    const failed = (await metrics(of, window)).body;
    t.strictSame(failed.rating, { average: null, count: 0, distribution: [] });
    t.strictSame([failed.outcomes, failed.objections], [[], []]);
    t.strictSame(failed.conversation, noConversation);
    const none = (await metrics(of, 'date_gte=2001-01-01&date_lte=2001-01-31')).body;
    t.match(none.calls, { total: 0, total_duration_seconds: null, average_duration_seconds: null });
    t.strictSame(none.trend, []);
    t.match(none.previous_period, { calls_total: 0, average_duration_seconds: null, average_rating: null });
    t.match(none.previous_period.diff_pct, { calls_total: null, talk_ratio: null });
  });

  parameterRules(t, {
    path,
    window,
    metrics: (query) => metrics(of, query),
    total: (query) => total(of, query),
  });

  t.test(`${path} compares with the period of the same length directly before`, async (t) => {
    const { body } = await metrics(of, `date_gte=${day(2)}&date_lte=${day(1)}`);
    t.strictSame(body.previous_period, {
      ...{ date_gte: `${day(4)}T00:00:00.000Z`, date_lte: `${day(3)}T23:59:59.999Z` },
      ...{ calls_total: 1, calls_analyzed: 0, average_duration_seconds: 200 },
      ...{ average_rating: null, talk_ratio: null },
      diff_pct: {
        ...{ calls_total: 100, calls_analyzed: null, average_duration_seconds: -62.4 },
        ...{ average_rating: null, talk_ratio: null },
      },
    });
  });

  t.test(`${path} trend has an entry for each UTC day with a call, in order`, async (t) => {
    const { trend } = (await metrics(of, window)).body;
    const entry = (daysAgo: number, count: number) => ({
      ...{ date: day(daysAgo), calls: count, analyzed: 0, average_rating: null },
    });
    t.strictSame(trend, [entry(5, 1), entry(3, 1), entry(1, 2)]);
  });

  t.test(`${path} with a missing or an invalid key is 401, and a read-only key reads`, async (t) => {
    const own = `/${of}/${of === 'users' ? user.id : contact.id}/metrics`;
    for (const key of ['', 'nonsense']) t.equal((await api.withKey(key).get(own)).status, 401);
    t.equal((await readOnlyApi.get(own)).status, 200);
    t.equal((await other.api.get(own)).status, 404, 'another integration finds nobody');
  });

  const external = of === 'users' ? 'external_user_id' : 'external_contact_id';
  const expected = `count the calls of that ${of === 'users' ? 'user' : 'contact'}`;
  t.test(`${path}: all forms of identifier ${expected}`, async (t) => {
    const { id, ...ids } = (of === 'users' ? user : contact) as Record<string, string>;
    for (const identifier of [id, `id:${id}`, `${external}:${encodeURIComponent(String(ids[external]))}`]) {
      const reply = await api.get(`/${of}/${identifier}/metrics?${window}`);
      t.equal(reply.body.calls?.total, 4, String(identifier));
    }
  });
  identifierForms(t, {
    name: path,
    prefix: external,
    make: async (id) =>
      (await submitAndRead(api, { recording_url, [external]: id }))[of === 'users' ? 'user' : 'contact'],
    reach: (identifier) => api.get(`/${of}/${identifier}/metrics`),
    isAbout: (reply) => reply.body.definitions_version === 1,
  });
}

t.test("a contact's metrics equal the user's where all calls are of the two", async (t) => {
  const query = `date_gte=${day(500)}&date_lte=${day(0)}`;
  t.strictSame((await metrics('contacts', query)).body, (await metrics('users', query)).body);
});

t.test('a user and a contact have their own calls alone', async (t) => {
  const shared = newPeople();
  const mine = await measuredCalls(place, [{}, {}], shared);
  const colleague = newPeople();
  const contact = { external_contact_id: String(shared.external_contact_id) };
  await measuredCalls(place, [{}], { ...colleague, ...contact });
  t.equal((await mine.metrics('users')).body.calls.total, 2);
  t.equal((await mine.metrics('contacts')).body.calls.total, 3);
});

t.test('team counts the calls of agents of those teams, of a user and of a contact', async (t) => {
  const contact = { external_contact_id: newId('contact') };
  const [one, two] = [
    await measuredCalls(place, [{}, {}], { ...newPeople(), ...contact }),
    await measuredCalls(place, [{}], { ...newPeople(), ...contact }),
  ];
  const teams: string[] = [];
  for (const { user } of [one, two]) {
    const of = { integration_id: integration.id };
    const { id } = await debrief.operate('createTeam', { ...of, name: newId('team') });
    await debrief.operate('assignTeam', { ...of, team_id: id, user_id: user.id });
    teams.push(id);
  }
  const counted = async (of: Measured, team: string): Promise<number> =>
    (await one.metrics(of, encoded({ team }))).body.calls.total;
  await eventually(
    () => counted('contacts', teams.join()),
    (count) => count === 3,
  );
  const counts = [];
  for (const of of both) for (const team of [...teams, teams.join()]) counts.push(await counted(of, team));
  t.strictSame(counts, [2, 0, 2, 2, 1, 3]);
});

t.test('a call without occurred_at counts when it was ingested', async (t) => {
  const { metrics } = await measuredCalls(place, [{}]);
  t.equal((await metrics('users', `date_gte=${day(0)}`)).body.calls.total, 1);
});
