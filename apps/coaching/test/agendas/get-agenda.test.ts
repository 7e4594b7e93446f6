import type { getAgenda as operation } from '@debrief/contracts/operations/coaching';
import { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getAgenda } from '../../src/agendas/get-agenda.ts';
import {
  ask,
  coachingDatabase,
  counted,
  storedAgenda,
  storedPeriod,
  tenant,
} from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const get = getAgenda(db, 'http://localhost:3000');
type Op = typeof operation;

t.test('answers an agenda with the fields of the contract and its period’s days', async (t) => {
  const caller = tenant();
  const period = await storedPeriod(db, caller, {
    cadence: 'monthly',
    period_start: '2026-10-01',
    period_end: '2026-10-31',
    review_period_end: '2026-11-07',
  });
  const agenda = await storedAgenda(db, caller, {
    period_id: period.id,
    generation_status: 'queued',
    content: null,
    created_date: '2026-11-01T00:00:00.999999Z',
    updated_date: '2026-11-01T00:00:01Z',
  });
  const [answer] = await ask<Op>(get, [{ caller, input: { id: agenda.id } }]);
  t.strictSame(answer, {
    id: agenda.id,
    period_id: period.id,
    integration_id: caller.integration_id,
    user_id: agenda.user_id,
    external_user_id: 'agent-7',
    title: null,
    cadence: 'monthly',
    period_start: '2026-10-01',
    period_end: '2026-10-31',
    review_period_end: '2026-11-07',
    generation_status: 'queued',
    is_completed: false,
    completed_at: null,
    completed_on_time: null,
    analysis_ready: false,
    agenda_url: null,
    created_date: '2026-11-01T00:00:00.999Z',
    updated_date: '2026-11-01T00:00:01.000Z',
  });
  t.strictSame(Object.keys(answer as object), Object.keys(CoachingAgenda.properties));
  t.ok(Value.Check(CoachingAgenda, answer));
});

t.test('a completed agenda says when, and whether its answers have been analysed', async (t) => {
  const caller = tenant();
  const agenda = await storedAgenda(db, caller, {
    title: 'Listen longer',
    completed_at: '2026-11-03T10:00:00.5Z',
    answers: JSON.stringify(['private words']),
  });
  const read = async () => (await ask<Op>(get, [{ caller, input: { id: agenda.id } }]))[0];
  t.match(await read(), {
    title: 'Listen longer',
    is_completed: true,
    completed_at: '2026-11-03T10:00:00.500Z',
    analysis_ready: false,
  });
  await db.updateTable('agendas').set({ summary: 'Means to ask more' }).where('id', '=', agenda.id).execute();
  const answer = await read();
  t.match(answer, { analysis_ready: true });
  t.notMatch(JSON.stringify(answer), /private|Susan|Means to/, 'content, answers and summary stay inside');
});

t.test('completed on time is before the end of the review’s last day in UTC', async (t) => {
  const caller = tenant();
  const period = await storedPeriod(db, caller, {
    period_start: '2026-12-14',
    period_end: '2026-12-20',
    review_period_end: '2026-12-31',
  });
  const onTime = async (completed_at: string) => {
    const { id } = await storedAgenda(db, caller, {
      period_id: period.id,
      external_user_id: uuidv7(),
      completed_at,
      answers: '[]',
    });
    const [answer] = await ask<Op>(get, [{ caller, input: { id } }]);
    return (answer as { completed_on_time: boolean | null }).completed_on_time;
  };
  t.equal(await onTime('2026-12-22T10:00:00Z'), true);
  t.equal(await onTime('2026-12-31T00:00:00Z'), true);
  t.equal(await onTime('2026-12-31T23:59:59.999999Z'), true);
  t.equal(await onTime('2027-01-01T00:00:00Z'), false);
  t.equal(await onTime('2027-01-01T01:00:00+02:00'), true, 'in UTC, in whichever zone it is given');
});

t.test(
  'one statement answers a batch of many tenants, and none reads what is another tenant’s',
  async (t) => {
    const [mine, other] = [tenant(), tenant()];
    const [myAgenda, otherAgenda] = [await storedAgenda(db, mine), await storedAgenda(db, other)];
    const counting = counted(db);
    const answers = await ask<Op>(getAgenda(counting.db, 'http://localhost:3000'), [
      { caller: other, input: { id: myAgenda.id } },
      { caller: other, input: { id: otherAgenda.id } },
      { caller: mine, input: { id: uuidv7() } },
      { caller: mine, input: { id: myAgenda.id } },
    ]);
    t.strictSame(
      answers.map((answer) =>
        typeof answer === 'string' ? answer : [answer.id, answer.integration_id, answer.period_id],
      ),
      [
        'AGENDA_NOT_FOUND',
        [otherAgenda.id, other.integration_id, otherAgenda.period_id],
        'AGENDA_NOT_FOUND',
        [myAgenda.id, mine.integration_id, myAgenda.period_id],
      ],
    );
    t.equal(counting.statements(), 1);
  },
);

t.test('an agent has one agenda a period, also once the user was removed', async (t) => {
  const caller = tenant();
  const agenda = await storedAgenda(db, caller);
  const { period_id, user_id } = agenda;
  await t.rejects(storedAgenda(db, caller, { period_id, user_id, external_user_id: 'agent-8' }), {
    message: /agendas_once_a_user/,
  });
  await db.updateTable('agendas').set({ user_id: null }).where('id', '=', agenda.id).execute();
  await t.rejects(storedAgenda(db, caller, { period_id }), { message: /agendas_once_an_external_user/ });
  await t.resolves(storedAgenda(db, caller, { period_id, user_id: null, external_user_id: 'agent-8' }));
  await t.rejects(storedAgenda(db, tenant(), { period_id }), 'a period of the same integration');
});
