import type { closePeriod as operation } from '@debrief/contracts/operations/coaching';
import { CoachingPeriod } from '@debrief/contracts/resources/coaching-period';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { closePeriod } from '../../src/periods/close-period.ts';
import { dueWork } from '../../src/periods/due-work.ts';
import { coachedTeam } from '../fixtures/coached-team.ts';
import { ask, coachingDatabase } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const now = new Date('2026-11-16T00:00:00Z');
const close = closePeriod(
  db,
  () => now,
  () => {},
);
const closing = async (integration_id: string, cadence: 'weekly' | 'monthly', end: string) => {
  const input = { integration_id, cadence, end };
  const [answer] = await ask<typeof operation>(close, [{ caller: {} as never, input }]);
  return answer;
};

t.test('closes a period that is over at once, and the same one again changes nothing', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  await team.call(await team.agent('Ada'), '2026-11-10T10:00:00Z');
  const first = await closing(team.integration_id, 'weekly', '2026-11-15');
  t.match(first, { created: true, period: { cadence: 'weekly', period_end: '2026-11-15' } });
  t.ok(Value.Check(CoachingPeriod, (first as { period: unknown }).period));
  t.strictSame(await closing(team.integration_id, 'weekly', '2026-11-15'), {
    ...(first as object),
    created: false,
  });
  await dueWork(db, new Date('2026-11-16T08:00:00Z'), { graceHours: 6 });
  t.equal((await team.periods()).length, 1);
  t.equal((await team.agendas()).length, 1);
});

t.test('refuses a day that ends no period, and a period that is not over', async (t) => {
  const { integration_id } = await coachedTeam(db);
  t.equal(await closing(integration_id, 'weekly', '2026-11-14'), 'NOT_A_PERIOD_END');
  t.equal(await closing(integration_id, 'monthly', '2026-11-30'), 'PERIOD_NOT_OVER');
  t.equal(await closing(integration_id, 'weekly', '2026-11-22'), 'PERIOD_NOT_OVER');
});

t.test('refuses an integration that does not exist', async (t) => {
  t.equal(await closing(uuidv7(), 'weekly', '2026-11-15'), 'INTEGRATION_NOT_FOUND');
});
