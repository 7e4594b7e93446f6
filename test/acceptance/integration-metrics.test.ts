import t from 'tap';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { day, measuredCalls, newPeople, noon } from './harness/measured-calls.ts';
import { encoded, parameterRules } from './harness/metrics-parameters.ts';
import { serveRecordings } from './harness/recordings.ts';
import { newId } from './harness/submissions.ts';

const debrief = await sharedDebrief(t);
const source = { source: 'Dialer', source_id: 'dialer' };
const [integration, other] = await Promise.all([
  debrief.createIntegration(source),
  debrief.createIntegration(source),
]);
const { api, readOnlyApi } = integration;
const missing = `${await serveRecordings(t, {})}/missing.mp3`;

const [lead, customer] = [{ contact_stage_id: 'lead' }, { contact_stage_id: 'customer' }];
const agents = [
  await measuredCalls({ api, missing }, [
    { occurred_at: noon(1), incoming: true, duration_seconds: 100, ...lead },
    { occurred_at: noon(3), incoming: false, duration_seconds: 200, ...customer },
  ]),
  await measuredCalls({ api, missing }, [
    { occurred_at: noon(1), incoming: true, duration_seconds: 50.5, ...lead },
    { occurred_at: noon(5), duration_seconds: 60, ...customer },
    { occurred_at: noon(40), incoming: false, duration_seconds: 30, ...lead },
  ]),
] as const;
await measuredCalls({ api: other.api, missing }, [{ occurred_at: noon(1) }], newPeople());

const metrics = (query = '') => api.get(`/metrics?${query}`);
const total = async (query: string): Promise<number> => (await metrics(query)).body.calls?.total;
const window = `date_gte=${day(20)}`;

t.test('GET /metrics counts the calls of all agents of the integration and of no other', async (t) => {
  t.strictSame((await metrics(window)).body.calls, {
    ...{ total: 4, analyzed: 0, failed: 4, inbound: 2, outbound: 1 },
    ...{ total_duration_seconds: 410.5, average_duration_seconds: 102.6 },
  });
  t.equal((await other.api.get(`/metrics?${window}`)).body.calls.total, 1);
});

t.test('GET /metrics is the sum of what its users have, in the same shape', async (t) => {
  const whole = (await metrics(window)).body;
  const each = await Promise.all(agents.map(async (agent) => (await agent.metrics('users', window)).body));
  t.strictSame(Object.keys(whole), Object.keys(each[0]));
  t.equal(whole.calls.total, each[0].calls.total + each[1].calls.total);
});

parameterRules(t, { path: '/metrics', window, metrics, total });

t.test('GET /metrics team narrows to the calls of the agents of one team, or of several', async (t) => {
  const of = ['--integration', integration.id];
  const teams: string[] = [];
  for (const { user } of agents) {
    const { id } = await debrief.cli<{ id: string }>('teams', 'create', ...of, '--name', newId('team'));
    await debrief.cli('teams', 'assign', ...of, '--team', id, '--user', user.id);
    teams.push(id);
  }
  const all = `date_gte=${day(60)}`;
  const counted = (team: string) => total(`${all}&${encoded({ team })}`);
  await eventually(
    () => counted(teams.join()),
    (count) => count === 5,
  );
  t.strictSame(await Promise.all([...teams, teams.join()].map(counted)), [2, 3, 5]);
  const foreign = await other.api.get(`/metrics?${all}&${encoded({ team: teams.join() })}`);
  t.equal(foreign.body.calls.total, 0, 'teams of another integration have nobody');
});

t.test('GET /metrics without a call is null, never 0, where there is no sample', async (t) => {
  const { body } = await metrics('date_gte=2001-01-01&date_lte=2001-01-31');
  t.match(body.calls, { total: 0, total_duration_seconds: null, average_duration_seconds: null });
  t.strictSame([body.rating.average, body.trend, body.conversation.sample_size], [null, [], 0]);
});

t.test('GET /metrics with a missing or an invalid key is 401, and a read-only key reads', async (t) => {
  for (const key of ['', 'nonsense']) t.equal((await api.withKey(key).get('/metrics')).status, 401);
  t.equal((await readOnlyApi.get('/metrics')).status, 200);
});
