import type { ConversationMetrics, Metrics } from '@debrief/contracts/resources/metrics';
import { formatDuration } from './format-duration.ts';

const LABEL_WIDTH = 28;

const conversationLabels: readonly [
  name: Exclude<keyof ConversationMetrics, 'sample_size'>,
  label: string,
  unit: string,
][] = [
  ['talk_ratio', 'Talk ratio', ''],
  ['longest_monologue_seconds', 'Longest monologue', ' s'],
  ['longest_customer_story_seconds', 'Longest customer story', ' s'],
  ['interactivity', 'Interactivity', ' per 5 min'],
  ['patience_seconds', 'Patience', ' s'],
  ['questions_per_hour', 'Questions', ' per hour'],
  ['filler_words_per_minute', 'Filler words', ' per minute'],
  ['words_per_minute', 'Words', ' per minute'],
  ['interruptions_per_hour', 'Interruptions', ' per hour'],
  ['overlap_ratio', 'Overlap', ''],
  ['silence_ratio', 'Silence', ''],
];

/** Metrics as lines for people, the change against the period before beside what is compared with it. */
export function formatMetrics(title: string, metrics: Metrics): string {
  const { window, calls, previous_period: before } = metrics;
  const lines = [
    title,
    `${shown(window.date_gte)} to ${shown(window.date_lte)} UTC${filtersOf(metrics)}`,
    comparedLine(before),
    '',
    line('Calls', `${calls.total}`, before.diff_pct.calls_total),
    line('  analysed', `${calls.analyzed}`, before.diff_pct.calls_analyzed),
    line('  failed', `${calls.failed}`),
    line('  inbound, outbound', `${calls.inbound}, ${calls.outbound}`),
    line(
      '  length on average',
      duration(calls.average_duration_seconds),
      before.diff_pct.average_duration_seconds,
    ),
    line('  length of all', duration(calls.total_duration_seconds)),
    ...ratingLines(metrics),
    ...labelLines('Outcomes', metrics.outcomes),
    ...labelLines('Objections', metrics.objections),
    ...conversationLines(metrics),
    ...trendLines(metrics),
  ];
  return `${lines.join('\n')}\n`;
}

function comparedLine({ date_gte, date_lte, diff_pct }: Metrics['previous_period']): string {
  const window = `${shown(date_gte)} to ${shown(date_lte)} UTC`;
  return diff_pct.calls_total === null
    ? `Nothing to compare with: no call from ${window}`
    : `Compared with ${window}`;
}

function ratingLines({ rating, previous_period: { diff_pct } }: Metrics): string[] {
  if (rating.average === null) return [line('Rating', 'no rated call')];
  const spread = rating.distribution.map(({ rating: stars, count }) => `${stars}: ${count}`).join(', ');
  return [
    line('Rating', rating.average.toFixed(2), diff_pct.average_rating),
    line('  rated calls', `${rating.count} (${spread})`),
  ];
}

function labelLines(
  title: string,
  found: readonly { label: string; count: number; rate?: number }[],
): string[] {
  if (found.length === 0) return [];
  const share = (rate?: number) => (rate === undefined ? '' : ` (${(rate * 100).toFixed(1)} %)`);
  return ['', title, ...found.map(({ label, count, rate }) => line(`  ${label}`, `${count}${share(rate)}`))];
}

function conversationLines({ conversation, previous_period: { diff_pct } }: Metrics): string[] {
  if (conversation.sample_size === 0) return [];
  return [
    '',
    `Conversation, mean of ${conversation.sample_size} ${conversation.sample_size === 1 ? 'call' : 'calls'}`,
    ...conversationLabels.map(([name, label, unit]) => {
      const value = conversation[name];
      const change = name === 'talk_ratio' ? diff_pct.talk_ratio : null;
      return line(`  ${label}`, value === null ? '-' : `${value}${unit}`, change);
    }),
  ];
}

function trendLines({ trend }: Metrics): string[] {
  if (trend.length === 0) return [];
  const row = (...cells: string[]) => `  ${cells.map((cell) => cell.padEnd(12)).join('')}`.trimEnd();
  return [
    '',
    'Days (UTC)',
    row('DATE', 'CALLS', 'ANALYSED', 'RATING'),
    ...trend.map(({ date, calls, analyzed, average_rating }) =>
      row(date, `${calls}`, `${analyzed}`, average_rating === null ? '-' : average_rating.toFixed(2)),
    ),
  ];
}

function filtersOf({ filters: { type, ...lists } }: Metrics): string {
  const given = Object.entries(lists).filter(([, ids]) => ids.length > 0);
  const parts = [
    ...(type === 'all' ? [] : [`${type} calls`]),
    ...given.map(([name, ids]) => `${name} ${ids.join(', ')}`),
  ];
  return parts.length === 0 ? '' : `; only ${parts.join('; ')}`;
}

function line(label: string, value: string, change: number | null = null): string {
  const shownChange = change === null ? '' : `  (${change > 0 ? '+' : ''}${change} %)`;
  return `${label.padEnd(LABEL_WIDTH)}${value}${shownChange}`;
}

function duration(seconds: number | null): string {
  return seconds === null ? '-' : formatDuration(seconds);
}

/** `2026-11-20 10:00`. */
function shown(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ');
}
