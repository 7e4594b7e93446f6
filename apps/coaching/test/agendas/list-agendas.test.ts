import type { InputOf, OutputOf } from '@debrief/contracts/define';
import type { listAgendas as operation } from '@debrief/contracts/operations/coaching';
import { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { listAgendas } from '../../src/agendas/list-agendas.ts';
import { ask, coachingDatabase, storedAgenda, storedPeriod, tenant } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
type Op = typeof operation;
const list = listAgendas(db, 'http://localhost:3000/');

type Asked = Partial<InputOf<Op>>;

async function page(caller: ReturnType<typeof tenant>, input: Asked) {
  const [answer] = await ask<Op>(list, [{ caller, input: { limit: 100, sort: 'asc', ...input } }]);
  return answer as OutputOf<Op>;
}

/** Agendas of one period, each of an agent of its own. */
async function periodWith(caller: ReturnType<typeof tenant>, agents: readonly string[]) {
  const period = await storedPeriod(db, caller);
  const agendas = [];
  for (const external_user_id of agents)
    agendas.push(
      await storedAgenda(db, caller, { period_id: period.id, user_id: uuidv7(), external_user_id }),
    );
  return { period_id: period.id, agendas };
}

t.test('lists the agendas of the period alone, with the fields of the contract', async (t) => {
  const caller = tenant();
  const { period_id, agendas } = await periodWith(caller, ['ann', 'bob']);
  await periodWith(caller, ['ann']);
  const { data, next } = await page(caller, { period_id });
  t.equal(next, null);
  t.strictSame(
    data.map(({ id }) => id),
    agendas.map(({ id }) => id),
  );
  for (const agenda of data) t.ok(Value.Check(CoachingAgenda, agenda));
  t.strictSame(
    Object.keys(data[0] as object),
    Object.keys(CoachingAgenda.properties),
    'and nothing of its content',
  );
});

t.test('pages walk every agenda once in either order', async (t) => {
  const caller = tenant();
  const { period_id, agendas } = await periodWith(caller, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  const ids = agendas.map(({ id }) => id);
  for (const sort of ['asc', 'desc'] as const) {
    const walked: string[] = [];
    let after: OutputOf<Op>['next'] | undefined;
    do {
      const answer: OutputOf<Op> = await page(caller, { period_id, sort, limit: 3, ...(after && { after }) });
      walked.push(...answer.data.map(({ id }) => id));
      after = answer.next;
    } while (after !== null);
    t.strictSame(walked, sort === 'asc' ? ids : ids.toReversed());
  }
});

t.test('without a period it lists those of every period of the integration', async (t) => {
  const caller = tenant();
  const first = await periodWith(caller, ['ann']);
  const second = await periodWith(caller, ['ann']);
  await periodWith(tenant(), ['ann']);
  const { data } = await page(caller, {});
  t.strictSame(
    data.map(({ id }) => id),
    [...first.agendas, ...second.agendas].map(({ id }) => id),
  );
});

t.test('filters by state and agent combine, and leave a period without such agendas empty', async (t) => {
  const caller = tenant();
  const { period_id, agendas } = await periodWith(caller, ['ann', 'bob']);
  const [ann, bob] = agendas as [(typeof agendas)[0], (typeof agendas)[0]];
  const failed = await storedAgenda(db, caller, {
    ...{ period_id, user_id: null, external_user_id: 'gone', generation_status: 'failed', content: null },
  });
  const found = async (given: Asked) =>
    (await page(caller, { period_id, ...given })).data.map(({ id }) => id);
  t.strictSame(await found({ generation_status: 'ready' }), [ann.id, bob.id]);
  t.strictSame(await found({ generation_status: 'failed' }), [failed.id]);
  t.strictSame(await found({ user_id: bob.user_id as string }), [bob.id]);
  t.strictSame(await found({ external_user_id: 'gone' }), [failed.id]);
  t.strictSame(await found({ external_user_id: 'gone', generation_status: 'ready' }), []);
});

t.test('an unknown period and one of another integration are not found; an empty one is empty', async (t) => {
  const [mine, theirs] = [tenant(), tenant()];
  const { period_id } = await periodWith(theirs, ['ann']);
  const empty = await storedPeriod(db, mine);
  const input = { limit: 10, sort: 'asc' as const };
  const answers = await ask<Op>(
    list,
    [uuidv7(), period_id, empty.id].map((id) => ({ caller: mine, input: { ...input, period_id: id } })),
  );
  t.strictSame(answers, ['PERIOD_NOT_FOUND', 'PERIOD_NOT_FOUND', { data: [], next: null }]);
});
