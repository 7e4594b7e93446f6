import type { ConversationMetrics, Metrics } from '@debrief/contracts/resources/metrics';
import t from 'tap';
import { metricsCsv } from '../src/pages/metrics-csv.ts';

const conversation = { sample_size: 2, talk_ratio: 0.6, patience_seconds: null };
const metrics = {
  window: { date_gte: '2026-11-01T00:00:00Z', date_lte: '2026-11-28T23:59:59Z' },
  calls: { total: 2, analyzed: 2 },
  rating: { average: 3.4, count: 2, distribution: [] },
  outcomes: [],
  objections: [{ label: '=price, "high"', count: 1 }],
  conversation,
  trend: [],
  previous_period: {
    calls_total: 5,
    average_rating: 3.1,
    diff_pct: { calls_total: -60, average_rating: 9.7 },
  },
} as unknown as Metrics;
const linesOf = (given: Metrics, everybody: ConversationMetrics | null = null) =>
  metricsCsv(given, everybody).split('\r\n');

t.test('the days before are compared as the page does, once there were five calls in them', async (t) => {
  const change = ['previous_period,diff_pct,calls_total,-60', 'previous_period,diff_pct,average_rating,9.7'];
  const lines = linesOf(metrics);
  for (const line of ['previous_period,,calls_total,5', 'previous_period,,average_rating,3.1', ...change])
    t.ok(lines.includes(line), line);
  const few = { ...metrics.previous_period, calls_total: 4 };
  const without = linesOf({ ...metrics, previous_period: few });
  t.ok(without.includes('previous_period,,calls_total,4'));
  t.notOk(without.some((line) => line.includes('diff_pct')));
});

t.test('everybody stands beside those who are looked at, where the page compares them', async (t) => {
  const everybody = { ...conversation, talk_ratio: 0.5 } as unknown as ConversationMetrics;
  const lines = linesOf(metrics, everybody);
  t.ok(lines.includes('conversation,,talk_ratio,0.6'));
  t.ok(lines.includes('conversation,everybody,talk_ratio,0.5'));
  t.ok(lines.includes('conversation,everybody,patience_seconds,'), 'without a sample it is empty');
  t.notOk(linesOf(metrics).some((line) => line.includes('everybody')));
});

t.test('what somebody named is neither a formula nor the end of its cell', async (t) => {
  t.ok(linesOf(metrics).includes(`objections,"'=price, ""high""",count,1`));
});
