import type { InputOf, OutputOf } from '@debrief/contracts/define';
import type { listPeriods as operation } from '@debrief/contracts/operations/coaching';
import { CoachingPeriod } from '@debrief/contracts/resources/coaching-period';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { listPeriods } from '../../src/periods/list-periods.ts';
import {
  ask,
  coachingDatabase,
  counted,
  digest,
  storedPeriod,
  tenant,
} from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
type Op = typeof operation;
const now = () => new Date('2026-11-20T10:00:00.000Z');
const list = listPeriods(db, now);

async function page(caller: ReturnType<typeof tenant>, input: Partial<InputOf<Op>>): Promise<OutputOf<Op>> {
  const [answer] = await ask<Op>(list, [{ caller, input: { limit: 100, sort: 'desc', ...input } }]);
  return answer as OutputOf<Op>;
}

const idsOf = ({ data }: OutputOf<Op>) => data.map(({ id }) => id);

t.test('lists periods with the fields of the contract, without their digests', async (t) => {
  const caller = tenant();
  const row = await storedPeriod(db, caller, {
    review_period_end: '2026-11-19',
    digest: JSON.stringify(digest),
  });
  const { data, next } = await page(caller, {});
  t.equal(next, null);
  t.match(data, [{ id: row.id, cadence: 'weekly', review_status: 'closed', digest_status: 'completed' }]);
  t.strictSame(Object.keys(data[0] as object), Object.keys(CoachingPeriod.properties));
  t.ok(Value.Check(CoachingPeriod, data[0]));
});

t.test('pages walk every period once in either order, also where many are of one millisecond', async (t) => {
  const caller = tenant();
  const rows = [];
  for (let index = 0; index < 23; index += 1) {
    const created_date = `2026-11-20T10:00:00.12300${Math.floor(index / 10)}Z`;
    rows.push(await storedPeriod(db, caller, { created_date }));
  }
  const ordered = rows
    .toSorted((a, b) => (`${a.created_date} ${a.id}` < `${b.created_date} ${b.id}` ? -1 : 1))
    .map(({ id }) => id);
  for (const sort of ['asc', 'desc'] as const) {
    const walked: string[] = [];
    let after: OutputOf<Op>['next'] | undefined;
    let pages = 0;
    do {
      const answer: OutputOf<Op> = await page(caller, { limit: 4, sort, ...(after && { after }) });
      walked.push(...idsOf(answer));
      after = answer.next;
      pages += 1;
    } while (after !== null);
    t.strictSame(walked, sort === 'asc' ? ordered : ordered.toReversed());
    t.equal(pages, 6);
  }
});

t.test('a page that ends with the last period has no next one', async (t) => {
  const caller = tenant();
  await storedPeriod(db, caller);
  await storedPeriod(db, caller);
  t.equal((await page(caller, { limit: 2 })).next, null);
  t.not((await page(caller, { limit: 1 })).next, null);
});

t.test('a cadence lists its own periods, page by page', async (t) => {
  const caller = tenant();
  const ids: Record<string, string[]> = { weekly: [], semimonthly: [], monthly: [] };
  for (const cadence of ['weekly', 'monthly', 'semimonthly', 'monthly'] as const) {
    ids[cadence]?.push((await storedPeriod(db, caller, { cadence })).id);
  }
  for (const cadence of ['weekly', 'semimonthly', 'monthly'] as const) {
    t.strictSame(idsOf(await page(caller, { cadence, sort: 'asc' })), ids[cadence]);
  }
  const first = await page(caller, { cadence: 'monthly', sort: 'asc', limit: 1 });
  t.ok(first.next);
  const second = await page(caller, {
    cadence: 'monthly',
    sort: 'asc',
    limit: 1,
    ...(first.next && { after: first.next }),
  });
  t.strictSame([...idsOf(first), ...idsOf(second)], ids.monthly);
  t.equal(second.next, null);
});

t.test('a batch answers each tenant its own periods, and asks equal questions once', async (t) => {
  const callers = [tenant(), tenant(), tenant()];
  const [first, second] = callers as [(typeof callers)[0], (typeof callers)[0]];
  const [mine, other] = [await storedPeriod(db, first), await storedPeriod(db, second)];
  const input = { limit: 10, sort: 'desc' as const };
  const counting = counted(db);
  const answers = (await ask<Op>(
    listPeriods(counting.db, now),
    [0, 1, 2, 1, 0].map((index) => ({ caller: callers[index] as (typeof callers)[0], input })),
  )) as OutputOf<Op>[];
  t.strictSame(answers.map(idsOf), [[mine.id], [other.id], [], [other.id], [mine.id]]);
  t.equal(counting.statements(), 3);
});
