import type { ConversationMetrics, Metrics } from '@debrief/contracts/resources/metrics';
import { isCompared } from './insight-figures.ts';

type Cell = string | number | null;

/** What the page shows, a line a figure, by the names of the API: all in its plots and tables. Empty: no sample. */
export function metricsCsv(metrics: Metrics, everybody: ConversationMetrics | null): string {
  const { window, calls, rating, outcomes, objections, conversation, trend } = metrics;
  const { diff_pct, ...before } = metrics.previous_period;
  const all = (part: string, figures: object, name: string | null = null): Cell[][] =>
    Object.entries(figures).map(([figure, value]) => [part, name, figure, value as Cell]);
  const rows: Cell[][] = [
    ['part', 'name', 'figure', 'value'],
    ...all('window', window),
    ...all('calls', calls),
    ...all('previous_period', before),
    ...(isCompared(metrics) ? all('previous_period', diff_pct, 'diff_pct') : []),
    ['rating', null, 'average', rating.average],
    ['rating', null, 'count', rating.count],
    ...rating.distribution.map((one): Cell[] => ['rating', one.rating, 'count', one.count]),
    ...outcomes.flatMap(({ label, count, rate }): Cell[][] => [
      ['outcomes', label, 'count', count],
      ['outcomes', label, 'rate', rate],
    ]),
    ...objections.map(({ label, count }): Cell[] => ['objections', label, 'count', count]),
    ...all('conversation', conversation),
    ...(everybody === null ? [] : all('conversation', everybody, 'everybody')),
    ...trend.flatMap(({ date, ...figures }) =>
      Object.entries(figures).map(([figure, value]): Cell[] => ['trend', date, figure, value]),
    ),
  ];
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  // A spreadsheet would take a label that begins so for a formula.
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
