import t from 'tap';
import { dueWork } from '../../src/periods/due-work.ts';
import { coachedTeam } from '../fixtures/coached-team.ts';
import { coachingDatabase } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const DAY_MS = 86_400_000;
const YEAR = Date.UTC(2026, 0, 1);
const FIRST_CALL = 20;
/** Days on which no replica runs. */
const isDown = (day: number) => day >= 100 && day < 117;
const isoDay = (day: number) => new Date(YEAR + day * DAY_MS).toISOString().slice(0, 10);

/** By which days of one period are alike; not how the calendar computes them. */
const labels = {
  weekly: (day: number) => String(Math.floor((YEAR / DAY_MS + day + 3) / 7)),
  semimonthly: (day: number) => `${isoDay(day).slice(0, 7)}:${Number(isoDay(day).slice(8)) > 15}`,
  monthly: (day: number) => isoDay(day).slice(0, 7),
};
type Cadence = keyof typeof labels;

/** The last days of the periods that end between two days of the year. */
function endsBetween(cadence: Cadence, from: number, to: number): number[] {
  const label = labels[cadence];
  return Array.from({ length: to - from }, (_, index) => from + index).filter(
    (day) => label(day) !== label(day + 1),
  );
}

t.test(
  'a year under two replicas, with absences and leavers, gives the periods and agendas of the rules',
  async (t) => {
    const team = await coachedTeam(db, { cadences: ['weekly', 'monthly'] });
    const agents: { name: string; id: string; leaves: number }[] = [];
    for (let number = 0; number < 25; number += 1) {
      const name = `agent-${String(number).padStart(2, '0')}`;
      const leaves = number % 5 === 0 ? 60 + number * 11 : Number.POSITIVE_INFINITY;
      agents.push({ name, id: await team.agent(name), leaves });
    }
    await team.call(agents[1]?.id ?? '', `${isoDay(FIRST_CALL)}T15:00:00Z`);
    const SWITCHED_ON = 200;
    for (let day = FIRST_CALL; day < 365; day += 1) {
      for (const { id, name, leaves } of agents) if (leaves === day) await team.leaves(id, name);
      if (day === SWITCHED_ON) await team.settings({ cadences: ['weekly', 'monthly', 'semimonthly'] });
      const now = new Date(YEAR + day * DAY_MS + 7 * 3_600_000);
      // One of the two is away every third day.
      const replicas = isDown(day) ? 0 : day % 3 === 0 ? 1 : 2;
      await Promise.all(Array.from({ length: replicas }, () => dueWork(db, now, { graceHours: 6 })));
    }
    const created = (end: number) => {
      let day = end + 1;
      while (isDown(day)) day += 1;
      return day;
    };
    const expected = [
      ...endsBetween('weekly', FIRST_CALL, 364).map((end) => ({ cadence: 'weekly', end, on: created(end) })),
      ...endsBetween('monthly', FIRST_CALL, 364).map((end) => ({
        cadence: 'monthly',
        end,
        on: created(end),
      })),
      ...endsBetween('semimonthly', 0, SWITCHED_ON)
        .slice(-3)
        .map((end) => ({ cadence: 'semimonthly', end, on: SWITCHED_ON })),
      ...endsBetween('semimonthly', SWITCHED_ON, 364).map((end) => ({
        ...{ cadence: 'semimonthly', end, on: created(end) },
      })),
    ].map(({ cadence, end, on }) => ({
      key: `${cadence} ${isoDay(end)} until ${isoDay(on + 7)}`,
      agents: agents.filter(({ leaves }) => leaves > on).map(({ name }) => name),
    }));
    const agendas = Map.groupBy(await team.agendas(), ({ period_id }) => period_id);
    const found = (await team.periods()).map(({ id, cadence, period_end, review_period_end }) => ({
      key: `${cadence} ${period_end} until ${review_period_end}`,
      agents: (agendas.get(id) ?? []).map(({ external_user_id }) => external_user_id).sort(),
    }));
    const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key);
    t.strictSame(found.sort(byKey), expected.sort(byKey));
  },
);
