import type { IntegrationCaller } from '@debrief/contracts/caller';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { listCountedCalls } from '../../src/metrics/list-counted-calls.ts';
import {
  analysed,
  analyticsDatabase,
  call,
  keep,
  metricsOf,
  question,
  tenant,
} from '../fixtures/analytics-database.ts';

const { db } = await analyticsDatabase(t);
const caller = tenant();
const [ann, ben] = [uuidv7(), uuidv7()];
const rated = (rating: number, outcomes: string[], objections: string[] = []) => ({
  ...{ ...analysed, rating, outcomes, objections },
});
await keep(
  db,
  call(caller, { user_id: ann, ...rated(2.4, ['Sale Made'], ['price', 'price']) }),
  call(caller, { user_id: ann, ...rated(2.5, ['Sale Made', 'Unclear'], ['trust']) }),
  call(caller, { user_id: ann, ...rated(3.4, ['Unclear']) }),
  call(caller, { user_id: ann, status: 'FAILED', rating: 3, outcomes: ['Unclear'] }),
  call(caller, { user_id: ben, ...rated(3, ['Sale Made'], ['price']) }),
  call(caller, { user_id: ann, occurred_at: '2026-11-19T10:00:00.000Z', ...rated(1, ['Unclear']) }),
  call(caller, { user_id: ann, kind: 'roleplay', ...rated(5, ['Unclear']) }),
);
await keep(db, call(tenant(), { user_id: ann, ...rated(3, ['Sale Made'], ['price']) }));

const list = async (change: object, by: IntegrationCaller = caller) => {
  const input = { ...question(null, { of: 'integration' }), limit: 100, sort: 'desc' as const, ...change };
  const [answer] = await listCountedCalls(db).handler([{ caller: by, input }]);
  if (answer === undefined || !('json' in answer)) throw new Error('no list');
  return JSON.parse(String(answer.json)) as {
    data: { recording_id: string }[];
    next: { created_date: string; id: string } | null;
  };
};
const count = async (change: object, by?: IntegrationCaller) => (await list(change, by)).data.length;

t.test('behind every figure are as many calls as it counts', async (t) => {
  for (const who of [{}, { of: 'user', id: ann }, { of: 'user', id: ben }] as const) {
    const metrics = await metricsOf(db, caller, question(null, { of: 'integration', ...who }));
    t.equal(await count(who), metrics.calls.total);
    for (const { rating, count: rows } of metrics.rating.distribution)
      t.equal(await count({ ...who, rating }), rows, `rated ${rating}`);
    for (const { label, count: rows } of metrics.outcomes)
      t.equal(await count({ ...who, outcome: label }), rows, label);
    for (const { label, count: rows } of metrics.objections)
      t.equal(await count({ ...who, objection: label }), rows, label);
    for (const { date, calls } of metrics.trend) t.equal(await count({ ...who, day: date }), calls, date);
  }
  t.equal(await count({ outcome: 'Never' }), 0);
});

t.test('a member lists their own calls, whomever they ask about', async (t) => {
  const member = { ...caller, member_id: uuidv7(), role: 'member', user_id: ben } as const;
  t.equal(await count({}, member), 1);
  t.equal(await count({ of: 'user', id: ann }, member), 0);
  t.equal(await count({ objection: 'price' }, { ...member, user_id: null }), 0);
});

t.test('pages go on where the last one ended', async (t) => {
  const found: string[] = [];
  let after: object | undefined;
  for (let pages = 0; pages < 10; pages += 1) {
    const { data, next } = await list({ limit: 2, ...(after && { after }) });
    found.push(...data.map(({ recording_id }) => recording_id));
    if (next === null) break;
    after = next;
  }
  t.equal(found.length, 5);
  t.equal(new Set(found).size, 5);
});
