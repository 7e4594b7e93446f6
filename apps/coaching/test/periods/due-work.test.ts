import { sql } from 'kysely';
import t from 'tap';
import { dueWork } from '../../src/periods/due-work.ts';
import { coachedTeam } from '../fixtures/coached-team.ts';
import { coachingDatabase } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const due = (instant: string) => dueWork(db, new Date(instant), { graceHours: 6 });
const ends = (periods: readonly { period_end: string }[]) => periods.map(({ period_end }) => period_end);

t.test(
  'a period is created six hours after its end, with an agenda for each agent and the event',
  async (t) => {
    const team = await coachedTeam(db, { cadences: ['weekly'], review_days: 5 });
    const [ada, ben] = [await team.agent('Ada'), await team.agent('Ben')];
    await team.call(ada, '2026-11-10T10:00:00Z');
    await due('2026-11-16T05:59:59Z');
    t.strictSame(await team.periods(), []);
    await due('2026-11-16T06:00:00Z');
    const [period, ...others] = await team.periods();
    t.strictSame(others, []);
    t.match(period, {
      ...{ cadence: 'weekly', period_start: '2026-11-09', period_end: '2026-11-15' },
      review_period_end: '2026-11-21',
      digest: null,
    });
    const agendas = await team.agendas();
    t.strictSame(
      agendas.map(({ user_id, external_user_id, generation_status }) => [
        user_id,
        external_user_id,
        generation_status,
      ]),
      [
        [ada, 'ada', 'queued'],
        [ben, 'ben', 'queued'],
      ],
    );
    const { rows: jobs } = await sql<{ key: string }>`
    select key from coaching_jobs.jobs where key like any (${[`digest:${period?.id}`, ...agendas.map(({ id }) => `agenda:${id}`)]}::text[])
  `.execute(db);
    t.equal(jobs.length, 3);
    const events = await db
      .selectFrom('outbox')
      .select(['subject', 'payload'])
      .where('message_id', '=', `${period?.id}:closed`)
      .execute();
    t.match(events, [{ subject: 'period.closed', payload: { period_id: period?.id, agendas: 2 } }]);
  },
);

t.test('replicas at once, and again and again, create each period once', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly', 'monthly'] });
  const ada = await team.agent('Ada');
  await team.call(ada, '2026-10-20T10:00:00Z');
  await Promise.all(Array.from({ length: 6 }, () => due('2026-11-16T06:00:00Z')));
  await due('2026-11-17T06:00:00Z');
  const periods = await team.periods();
  t.strictSame(ends(periods.filter(({ cadence }) => cadence === 'monthly')), ['2026-10-31']);
  t.strictSame(ends(periods.filter(({ cadence }) => cadence === 'weekly')), [
    '2026-11-01',
    '2026-11-08',
    '2026-11-15',
  ]);
  t.equal((await team.agendas()).length, 4);
});

t.test('what ended during a downtime is made up, however much it is', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  await team.call(await team.agent('Ada'), '2026-01-06T10:00:00Z');
  await due('2026-01-12T07:00:00Z');
  t.strictSame(ends(await team.periods()), ['2026-01-11']);
  await due('2026-04-06T07:00:00Z');
  const periods = await team.periods();
  t.equal(periods.length, 13);
  t.ok(periods.slice(1).every(({ review_period_end }) => review_period_end === '2026-04-13'));
});

t.test('a cadence that is switched on later gets at most three past periods', async (t) => {
  const team = await coachedTeam(db, { cadences: [] });
  await team.call(await team.agent('Ada'), '2026-01-06T10:00:00Z');
  await due('2026-05-01T12:00:00Z');
  t.strictSame(await team.periods(), []);
  await team.settings({ cadences: ['semimonthly'] });
  await due('2026-05-01T12:00:00Z');
  t.strictSame(ends(await team.periods()), ['2026-03-31', '2026-04-15', '2026-04-30']);
  await team.settings({ cadences: [] });
  await due('2026-05-20T12:00:00Z');
  t.equal((await team.periods()).length, 3, 'none while it is switched off');
  await team.settings({ cadences: ['semimonthly'] });
  await due('2026-06-20T12:00:00Z');
  t.strictSame(ends((await team.periods()).slice(3)), ['2026-05-15', '2026-05-31', '2026-06-15']);
});

t.test('there is no period before the first call', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  const ada = await team.agent('Ada');
  for (const monday of ['2026-01-05', '2026-01-12', '2026-03-02', '2026-06-01'])
    await due(`${monday}T07:00:00Z`);
  t.strictSame(await team.periods(), []);
  await team.call(ada, '2026-06-03T10:00:00Z');
  await due('2026-06-05T07:00:00Z');
  t.strictSame(await team.periods(), []);
  await due('2026-06-08T07:00:00Z');
  t.strictSame(ends(await team.periods()), ['2026-06-07']);
});

t.test('an agent who has left gets no agenda, and of two with one external id one does', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  const [ada, ben] = [await team.agent('Ada'), await team.agent('Ben')];
  const twin = await team.agent('Ada B', 'ada');
  await team.leaves(ben, 'Ben');
  await team.call(ada, '2026-11-10T10:00:00Z');
  await due('2026-11-16T06:00:00Z');
  const agendas = await team.agendas();
  t.strictSame(
    agendas.map(({ user_id }) => user_id),
    [[ada, twin].sort().at(-1)],
  );
});
