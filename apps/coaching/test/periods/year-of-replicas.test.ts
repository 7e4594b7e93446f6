import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { createLogger } from '@debrief/service-kit/logger';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { recordUserChange } from '../../src/agendas/record-user-change.ts';
import { coachedCall, coachedTeam } from '../fixtures/coached-team.ts';
import { coachingDatabase, userChange } from '../fixtures/coaching-database.ts';
import {
  type Cadence,
  expectedPeriods,
  instantOf,
  isLastDay,
  type PlainCall,
  plainAgents,
  plainCalls,
  type YearRules,
} from '../fixtures/plain-year.ts';
import { twoReplicas, until } from '../fixtures/two-replicas.ts';

const isLong = process.env.TEST_LONG !== undefined;
t.setTimeout(isLong ? 600_000 : 300_000);
const DAYS = isLong ? 365 : 93;
const FIRST_DAY = 10;
const AGENTS = isLong ? 25 : 8;
/** On the first of these days one replica is killed and the other one’s clock stands still, until the second one. */
const DOWN = [47, 64] as const;
const SWITCHED_ON = 75;
/** One of the two is killed at every so manyth end of periods. */
const KILLED_EVERY = isLong ? 7 : 9;
/** Each gives at least two moments to ask about, so that three calls are enough for an agenda. */
const samples = ['payroll-proposal', 'insurance-callback', 'solar-appointment', 'kitchen-measure-visit'];

const [{ url, db }, nats] = await Promise.all([coachingDatabase(t), testNats(t)]);
const env = { DATABASE_URL: url, NATS_URL: nats.url };
// The replicas wait for the streams, which the operator or ingest makes.
const operator = await connect({ url: nats.url, log: createLogger({ name: 'test', level: 'silent' }) });
t.teardown(() => operator.close());
const agents = plainAgents(AGENTS, DAYS);
const ids = agents.map(() => uuidv7());
const calls = plainCalls(agents, FIRST_DAY, DAYS);
const isDown = (day: number) => day >= DOWN[0] && day < DOWN[1];
const rules: YearRules = {
  ...{ agents, calls, firstDay: FIRST_DAY, days: DAYS, reviewDays: 7 },
  switchedOn: { weekly: 0, monthly: 0, semimonthly: SWITCHED_ON },
  createdAt: (day) => instantOf(isDown(day + 1) ? DOWN[1] : day + 1, 6),
};

type Team = Awaited<ReturnType<typeof coachedTeam>>;

async function storeCalls({ integration_id }: Team, some: readonly PlainCall[]): Promise<void> {
  const rows = some.map(({ agent, at }) => ({
    ...{ recording_id: uuidv7(), analysis_id: uuidv7(), user_id: ids[agent] },
    ...{ occurred_at: new Date(at).toISOString(), sample: 1 + (calls.findIndex((c) => c.at === at) % 4) },
  }));
  const bodies = samples.map((name) => coachedCall(name));
  await sql`
    insert into analyses (integration_id, recording_id, analysis_id, attempt, kind, user_id, contact_id, occurred_at, rating,
      body)
    select ${integration_id}, recording_id, analysis_id, 1, 'call', user_id, gen_random_uuid(), occurred_at, sample.rating, sample.body
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as call (recording_id uuid, analysis_id uuid, user_id uuid, occurred_at timestamptz, sample integer)
    join unnest(
      ${bodies.map(({ rating }) => rating?.outcome ?? null)}::float8[],
      ${bodies.map((body) => JSON.stringify(body))}::json[]
    ) with ordinality as sample (rating, body, number) on sample.number = call.sample
  `.execute(db);
}

/** What directory and the analyses of calls have told by an instant. */
function worldOf(team: Team) {
  let [storedCalls, settings] = [0, 0];
  const known = agents.map(() => 0);
  const change = async (number: number, version: number, external: string[]) => {
    known[number] = version;
    const { name, zone: timezone } = agents[number] as (typeof agents)[0];
    const user = { user_id: ids[number] as string, name, external_user_id: name, timezone, version };
    const payload = userChange(team.caller, { ...user, external_user_ids: external });
    await recordUserChange(db)({ payload });
  };
  const late = calls.toSorted((a, b) => a.analyzedAt - b.analyzedAt);
  return async (instant: number) => {
    for (const [number, { name, from, until }] of agents.entries()) {
      if (known[number] === 0 && instantOf(from) <= instant) await change(number, 1, [name]);
      if (known[number] === 1 && instantOf(until) <= instant) await change(number, 2, []);
    }
    if (settings === 0 && instant >= instantOf(SWITCHED_ON, 12)) {
      settings += 1;
      await team.settings({ cadences: ['weekly', 'monthly', 'semimonthly'], review_days: rules.reviewDays });
    }
    const told = late.slice(storedCalls).filter(({ analyzedAt }) => analyzedAt <= instant);
    storedCalls += told.length;
    if (told.length > 0) await storeCalls(team, told);
  };
}

const count = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(db)).rows[0]?.n ?? 0;
const jobs = (state: 'waiting' | 'running') =>
  count(sql`select count(*) as n from coaching_jobs._private_jobs
    where ${state === 'running' ? sql`locked_at is not null` : sql`true`}`);
/** What jobs are to write, whether they were added yet or not. */
const unfinished = async () =>
  (await jobs('waiting')) +
  (await count(sql`select count(*) as n from agendas where generation_status in ('queued', 'processing')`)) +
  (await count(sql`select count(*) as n from periods where digest is null`));
t.test('two replicas, killed now and then, write exactly what the rules give', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly', 'monthly'], review_days: rules.reviewDays });
  const tell = worldOf(team);
  const iso = (instant: number) => new Date(instant).toISOString();
  const replicas = await twoReplicas(t, db, { env, at: iso(instantOf(0)) });
  let [ends, killed, interrupted] = [0, 0, 0];
  const settle = async (instant: number) => {
    await tell(instant);
    // The jobs of one period read the clock, too: only without them a replica surely has looked for all that is over.
    for (const round of [1, 2]) {
      await replicas.set(iso(instant));
      await until(
        db,
        async () => (await unfinished()) === 0,
        `all is written at ${iso(instant)}, round ${round}`,
      );
    }
  };
  const cadences: Cadence[] = ['weekly', 'semimonthly', 'monthly'];
  for (let day = 1; day < DAYS; day += 1) {
    if (day === DOWN[0]) await replicas.kill();
    if (day === DOWN[1]) {
      await tell(instantOf(day, 6));
      await replicas.start(iso(instantOf(day, 6)));
      await settle(instantOf(day, 6));
    }
    // The clock first: what is switched on is due at once.
    if (day === SWITCHED_ON) await replicas.set(iso(instantOf(day, 12)));
    if (day === SWITCHED_ON) await settle(instantOf(day, 12));
    if (isDown(day) || !cadences.some((cadence) => isLastDay(cadence, day - 1))) continue;
    await settle(instantOf(day, 6) - 1);
    ends += 1;
    if (ends % KILLED_EVERY !== 0) {
      await settle(instantOf(day, 6));
      continue;
    }
    await tell(instantOf(day, 6));
    // One of them is killed before it can answer.
    const set = replicas.set(iso(instantOf(day, 6))).catch(() => {});
    await until(db, async () => (await jobs('running')) > 0, 'a job runs');
    interrupted += await replicas.kill();
    killed += 1;
    await replicas.start(iso(instantOf(day, 6)));
    await set;
    await settle(instantOf(day, 6));
  }
  await replicas.stop();
  t.ok(killed > 0, `${killed} were killed in ${ends} ends of periods, with ${interrupted} jobs running`);
  const expected = expectedPeriods(rules);
  t.strictSame(await writtenPeriods(team), expected.sort(byEnd));
  t.strictSame(await emitted(), {
    'agenda.ready': expected.flatMap(({ agendas }) => agendas.filter(({ status }) => status === 'ready'))
      .length,
    'digest.completed': expected.length,
    'period.closed': expected.length,
  });
  t.comment(
    `${expected.length} periods, ${expected.flatMap((one) => one.agendas).length} agendas, ${calls.length} calls`,
  );
});

type Period = ReturnType<typeof expectedPeriods>[0];
const byEnd = (a: Period, b: Period) => `${a.cadence} ${a.end}`.localeCompare(`${b.cadence} ${b.end}`);

/** What stands in the database, in the words of the list that it is compared with. */
async function writtenPeriods(team: Team): Promise<Period[]> {
  const agendas = Map.groupBy(await team.agendas(), ({ period_id }) => period_id);
  const nameOf = (id: string) => agents[ids.indexOf(id)]?.name ?? id;
  const periods = await team.periods();
  return periods
    .map((period) => ({
      ...{ cadence: period.cadence, start: period.period_start, end: period.period_end },
      ...{ createdAt: Date.parse(period.created_date), reviewEnd: period.review_period_end },
      calls: period.digest?.stats.calls.value ?? -1,
      callsBefore: period.digest?.stats.calls.previous ?? -1,
      callsOf: Object.fromEntries(
        (period.digest?.agents ?? []).map(({ user_id, calls: own }) => [nameOf(user_id), own]).sort(),
      ),
      agendas: (agendas.get(period.id) ?? [])
        .map(({ external_user_id, user_id, generation_status, content }) => ({
          agent: external_user_id === nameOf(user_id ?? '') ? external_user_id : 'somebody else',
          status: generation_status as 'ready',
          calls: Number(content?.overview.match(/You had (\d+) analysed calls? /)?.[1] ?? 0),
          followsUp: content?.follow_up?.match(/^The agenda for (.*) was about/)?.[1] ?? null,
        }))
        .sort((a, b) => a.agent.localeCompare(b.agent)),
    }))
    .sort(byEnd);
}

async function emitted() {
  const { rows } = await sql<{ subject: string; n: number }>`
    select subject, count(*) as n from outbox
    where subject in ('agenda.ready', 'digest.completed', 'period.closed') group by subject order by subject
  `.execute(db);
  return Object.fromEntries(rows.map(({ subject, n }) => [subject, n]));
}
