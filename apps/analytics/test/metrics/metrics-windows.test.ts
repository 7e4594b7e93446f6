import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { previousWindow } from '../../src/metrics/metrics-window.ts';
import { figuresOf } from '../../src/record-calls.ts';
import {
  analysed,
  analyticsDatabase,
  call,
  type Fact,
  keep,
  metricsOf,
  question,
  tenant,
} from '../fixtures/analytics-database.ts';

const { db } = await analyticsDatabase(t);
const caller = tenant();

async function callsAt(...instants: string[]): Promise<string> {
  const user_id = uuidv7();
  await keep(db, ...instants.map((occurred_at) => call(caller, { user_id, occurred_at })));
  return user_id;
}

t.test('a window has both its first and the whole of its last millisecond', async (t) => {
  for (const [occurred_at, current, previous] of [
    ['2026-11-19T23:59:59.999999Z', 0, 1],
    ['2026-11-20T00:00:00.000000Z', 1, 0],
    ['2026-11-20T23:59:59.999000Z', 1, 0],
    ['2026-11-20T23:59:59.999999Z', 1, 0],
    ['2026-11-21T00:00:00.000000Z', 0, 0],
    ['2026-11-19T00:00:00.000000Z', 0, 1],
    ['2026-11-18T23:59:59.999999Z', 0, 0],
  ] as const) {
    const user = await callsAt(occurred_at);
    const { calls, previous_period } = await metricsOf(db, caller, question(user));
    t.strictSame([calls.total, previous_period.calls_total], [current, previous], occurred_at);
  }
});

t.test('a window of one millisecond has the one before it', async (t) => {
  const user = await callsAt(
    '2026-11-20T10:00:00.000999Z',
    '2026-11-20T10:00:00.001000Z',
    '2026-11-20T10:00:00.001999Z',
    '2026-11-20T10:00:00.002000Z',
  );
  const instant = '2026-11-20T10:00:00.001Z';
  const { calls, previous_period } = await metricsOf(
    db,
    caller,
    question(user, { date_gte: instant, date_lte: instant }),
  );
  t.equal(calls.total, 2);
  t.match(previous_period, {
    date_gte: '2026-11-20T10:00:00.000Z',
    date_lte: '2026-11-20T10:00:00.000Z',
    calls_total: 1,
  });
});

t.test('the period before is compared as it is shown', async (t) => {
  const user_id = uuidv7();
  const of = (day: string, change: Partial<Fact>) =>
    call(caller, { user_id, occurred_at: `2026-11-${day}T12:00:00Z`, ...change });
  const said = (talk_ratio: number | null) => ({ ...analysed, ...figuresOf({ talk_ratio }) });
  await keep(
    db,
    of('20', { ...said(0.4), duration_seconds: 10, rating: 4 }),
    of('20', { duration_seconds: 20 }),
    of('19', { ...said(0.6), duration_seconds: 90, rating: 3 }),
    of('19', { ...said(0.7), duration_seconds: 10.5, rating: 3.5 }),
    of('19', { ...said(null), duration_seconds: 1 }),
    of('18', { ...said(1), duration_seconds: 999, rating: 1 }),
  );
  const { previous_period } = await metricsOf(db, caller, question(user_id));
  t.strictSame(previous_period, {
    date_gte: '2026-11-19T00:00:00.000Z',
    date_lte: '2026-11-19T23:59:59.999Z',
    calls_total: 3,
    calls_analyzed: 3,
    average_duration_seconds: 33.8,
    average_rating: 3.25,
    talk_ratio: 0.65,
    diff_pct: {
      calls_total: -33.3,
      calls_analyzed: -66.7,
      average_duration_seconds: -55.6,
      average_rating: 23.1,
      talk_ratio: -38.5,
    },
  });
});

t.test('there is no change from null, from 0, or to null', async (t) => {
  const user_id = uuidv7();
  const silent = { ...analysed, user_id, ...figuresOf({ talk_ratio: 0 }) };
  await keep(
    db,
    call(caller, { ...analysed, user_id, rating: 3, ...figuresOf({ talk_ratio: 0.5 }) }),
    call(caller, { ...silent, occurred_at: '2026-11-19T12:00:00Z' }),
  );
  const today = await metricsOf(db, caller, question(user_id));
  t.match(today.previous_period, { talk_ratio: 0, average_rating: null });
  t.match(today.previous_period.diff_pct, { talk_ratio: null, average_rating: null, calls_total: 0 });
  const tomorrow = question(user_id, {
    date_gte: '2026-11-21T00:00:00.000Z',
    date_lte: '2026-11-21T23:59:59.999Z',
  });
  t.match((await metricsOf(db, caller, tomorrow)).previous_period.diff_pct, {
    calls_total: -100,
    calls_analyzed: -100,
    average_duration_seconds: null,
    average_rating: null,
    talk_ratio: null,
  });
});

t.test('the trend has each UTC day with a call, in order', async (t) => {
  const user_id = uuidv7();
  const of = (occurred_at: string, rating: number | null) =>
    call(caller, { ...analysed, user_id, occurred_at, rating });
  await keep(
    db,
    of('2026-11-20T00:30:00+01:00', 2),
    of('2026-11-17T23:59:59.999999Z', 4),
    of('2026-11-17T00:00:00Z', 4.5),
    call(caller, { user_id, occurred_at: '2026-11-20T00:00:00Z' }),
    of('2026-11-16T23:59:59.999999Z', 1),
  );
  const { trend } = await metricsOf(db, caller, question(user_id, { date_gte: '2026-11-17T00:00:00.000Z' }));
  t.strictSame(trend, [
    { date: '2026-11-17', calls: 2, analyzed: 2, average_rating: 4.25 },
    { date: '2026-11-19', calls: 1, analyzed: 1, average_rating: 2 },
    { date: '2026-11-20', calls: 1, analyzed: 0, average_rating: null },
  ]);
});

t.test('windows at the ends of time are answered', async (t) => {
  const user = await callsAt('0001-01-01T00:00:00Z', '2026-11-20T10:00:00Z', '9999-12-31T23:59:59.999999Z');
  const [first, last] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
  const of = (date_gte: string, date_lte: string) =>
    metricsOf(db, caller, question(user, { date_gte, date_lte }));

  const all = await of(first, last);
  t.match(all.window, { date_gte: first, date_lte: last });
  t.equal(all.calls.total, 3);
  t.match(all.previous_period, { date_gte: first, date_lte: first, calls_total: 0 });
  t.strictSame(
    all.trend.map(({ date }) => date),
    ['0001-01-01', '2026-11-20', '9999-12-31'],
  );
  t.equal((await of(first, first)).calls.total, 1);
  t.match(await of(last, last), { calls: { total: 1 }, previous_period: { calls_total: 0 } });
  t.match(await of('2000-01-01T00:00:00.000Z', last), {
    calls: { total: 2 },
    previous_period: { date_gte: first, date_lte: '1999-12-31T23:59:59.999Z', calls_total: 1 },
  });
});

t.test('the period before a month of days is as many days', async (t) => {
  t.strictSame(
    previousWindow({ date_gte: '2026-03-01T00:00:00.000Z', date_lte: '2026-03-31T23:59:59.999Z' }),
    { date_gte: '2026-01-29T00:00:00.000Z', date_lte: '2026-02-28T23:59:59.999Z' },
  );
});
