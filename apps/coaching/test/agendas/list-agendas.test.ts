import type { listAgendas as operation } from '@debrief/contracts/operations/coaching';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { listAgendas } from '../../src/agendas/list-agendas.ts';
import { ask, coachingDatabase, storedAgenda, storedPeriod, tenant } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const list = listAgendas(db, 'https://app.example/');
const page = { limit: 2, sort: 'asc' } as const;

t.test(
  'pages through the agendas of a period, and sees no other period’s and no other tenant’s',
  async (t) => {
    const [mine, other] = [tenant(), tenant()];
    const { id: period_id } = await storedPeriod(db, mine);
    const ids: string[] = [];
    for (const external_user_id of ['a', 'b', 'c'])
      ids.push((await storedAgenda(db, mine, { period_id, external_user_id })).id);
    const elsewhere = await storedAgenda(db, mine);
    await storedAgenda(db, other);
    const read = async (input: object) => {
      const [answer] = await ask<typeof operation>(list, [{ caller: mine, input: { ...page, ...input } }]);
      if (typeof answer === 'string' || answer === undefined) throw new Error(String(answer));
      return { ids: answer.data.map(({ id }) => id), next: answer.next };
    };
    const first = await read({ period_id });
    t.strictSame(first.ids, ids.slice(0, 2));
    const second = await read({ period_id, after: first.next });
    t.strictSame(second, { ids: ids.slice(2), next: null });
    t.strictSame((await read({ limit: 100, sort: 'desc' })).ids, [elsewhere.id, ...ids.toReversed()]);
  },
);

t.test('a period that does not exist, or is another tenant’s, has no agendas', async (t) => {
  const { id } = await storedPeriod(db, tenant());
  const items = [uuidv7(), id].map((period_id) => ({ caller: tenant(), input: { ...page, period_id } }));
  t.strictSame(await ask<typeof operation>(list, items), ['PERIOD_NOT_FOUND', 'PERIOD_NOT_FOUND']);
});
