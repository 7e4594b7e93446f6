import type { ConversationMetrics, Metrics } from '@debrief/contracts/resources/metrics';
import { calendarDay, duration, signed } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { card, empty } from '../html/parts.ts';
import { bars, line } from '../html/plots.ts';
import { figureMeanings } from './figure-meanings.ts';

/** The address of the calls behind a figure. */
export type CallsBehind = (of: Record<string, string>) => string;

/** Everything that `getMetrics` answers, as plots with a table of the same numbers under each. */
export async function figureCards(
  metrics: Metrics,
  everybody: ConversationMetrics | null,
  behind: CallsBehind,
  objectionHelp: Html | null,
): Promise<Html> {
  return html`${overview(metrics, behind)}
${objectionHelp}
<div class="side-by-side">${await trendCard(metrics, behind)}
${await ratingCard(metrics, behind)}
${await labelCard('outcome', 'How is it told how a call ended?', metrics.outcomes, behind)}
${await labelCard('objection', 'What counts as an objection?', metrics.objections, behind)}</div>
${conversationCard(metrics.conversation, everybody)}`;
}

/** Of fewer a change says nothing. */
const COMPARED_CALLS = 5;
export const isCompared = ({ previous_period }: Metrics) => previous_period.calls_total >= COMPARED_CALLS;

function overview(metrics: Metrics, behind: CallsBehind): Html {
  const { calls, rating, previous_period: before } = metrics;
  const seconds = (value: number | null) => (value === null ? 'None' : duration(value));
  const stars = (value: number | null) => value?.toFixed(1) ?? 'None';
  const { diff_pct: change } = before;
  const rows: [keyof typeof figureMeanings, Html | string | number, string | number, number | null][] = [
    ['calls.total', html`<a href="${behind({})}">${calls.total}</a>`, before.calls_total, change.calls_total],
    ['calls.analyzed', calls.analyzed, before.calls_analyzed, change.calls_analyzed],
    [
      'calls.average_duration_seconds',
      seconds(calls.average_duration_seconds),
      seconds(before.average_duration_seconds),
      change.average_duration_seconds,
    ],
    ['rating.average', stars(rating.average), stars(before.average_rating), change.average_rating],
  ];
  const hasChange = isCompared(metrics);
  const lines = rows.map(
    ([figure, value, earlier, percent]) =>
      html`<tr><th scope="row">${named(figure)}</th><td data-label="These days">${value}</td><td data-label="As many days before">${earlier}${hasChange && percent !== null && html` <span class="text-secondary">(${signed(percent, 1)} %)</span>`}</td></tr>`,
  );
  return card(
    'In short',
    html`<div class="table-responsive"><table class="table card-table stacked"><caption class="visually-hidden">Figures in short</caption>
<thead><tr><th scope="col">Figure</th><th scope="col">These days</th><th scope="col">As many days before${hasChange ? ' (change)' : ''}</th></tr></thead><tbody>${lines}</tbody></table></div>${!hasChange && html`<p class="card-body mb-0 text-secondary">There were too few calls before to compare with.</p>`}`,
  );
}

async function trendCard({ trend }: Metrics, behind: CallsBehind): Promise<Html> {
  const points = trend.map(({ date, average_rating }) => ({ name: date, value: average_rating }));
  const rows = trend.map(
    ({ date, calls, average_rating }) =>
      html`<tr><th scope="row">${calendarDay(date)}</th><td data-label="Rating">${average_rating?.toFixed(1) ?? 'Not rated'}</td>
<td data-label="Calls"><a href="${behind({ day: date })}">${calls}<span class="visually-hidden"> calls on ${date}</span></a></td></tr>`,
  );
  return card(
    'Rating from day to day',
    html`<div class="card-body">${meaning('What does the rating mean?', 'rating.average')}${await line(points, { min: 1, max: 5 })}
<details><summary>The same as a table, with the calls of each day</summary><div class="table-responsive"><table class="table stacked"><caption class="visually-hidden">Rating of each day with calls</caption>
<thead><tr><th scope="col">Day (UTC)</th><th scope="col">Rating</th><th scope="col">Calls</th></tr></thead><tbody>${rows}</tbody></table></div></details></div>`,
  );
}

async function ratingCard({ rating }: Metrics, behind: CallsBehind): Promise<Html | null> {
  if (rating.count === 0) return null;
  const points = rating.distribution.map(({ rating: stars, count }) => ({
    name: `${stars} of 5`,
    value: count,
  }));
  const rows = rating.distribution.map(
    ({ rating: stars, count }) => [`${stars} of 5`, count, behind({ rating: String(stars) })] as const,
  );
  return card(
    figureMeanings['rating.distribution'][0],
    html`<div class="card-body">${meaning('How are these counted?', 'rating.distribution')}${await bars(points)}${countTable('Rating', rows)}</div>`,
  );
}

async function labelCard(
  kind: 'outcome' | 'objection',
  question: string,
  labels: readonly { label: string; count: number; rate?: number }[],
  behind: CallsBehind,
): Promise<Html> {
  const figure = `${kind}s[].count` as const;
  const [title] = figureMeanings[figure];
  if (labels.length === 0)
    return card(
      title,
      empty('None in these days', 'Choose more days, or wait until calls have been coached.'),
    );
  const rows = labels.map(({ label, count }) => [label, count, behind({ [kind]: label })] as const);
  const points = labels.map(({ label, count }) => ({ name: label, value: count }));
  return card(
    title,
    html`<div class="card-body">${meaning(question, figure)}${await bars(points)}${countTable(title, rows)}</div>`,
  );
}

function countTable(name: string, rows: readonly (readonly [string, number, string])[]): Html {
  return html`<div class="table-responsive"><table class="table table-sm mb-0"><caption class="visually-hidden">${name}: calls behind each bar</caption>
<thead><tr><th scope="col">${name}</th><th scope="col">Calls</th></tr></thead>
<tbody>${rows.map(([label, count, href]) => html`<tr><th scope="row">${label}</th><td>${count === 0 ? 0 : html`<a href="${href}">${count}<span class="visually-hidden"> calls: ${label}</span></a>`}</td></tr>`)}</tbody></table></div>`;
}

/** What a figure means, behind a question. */
function meaning(question: string, figure: keyof typeof figureMeanings): Html {
  return html`<details class="mb-2"><summary class="text-secondary">${question}</summary><p class="mb-0">${figureMeanings[figure][1]}</p></details>`;
}

/** The name of a figure, which opens on what it means. */
function named(figure: keyof typeof figureMeanings): Html {
  const [name, text] = figureMeanings[figure];
  return html`<details><summary>${name}</summary><p class="mb-0 fw-normal">${text}</p></details>`;
}

type Figure = Exclude<keyof ConversationMetrics, 'sample_size'>;
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
/** As exact as people need it; the download has all of it. */
const shown = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const seconds = (value: number) => `${shown(value)} s`;
const per = (unit: string) => (value: number) => `${shown(value)} ${unit}`;

/** How each is shown, in this order. */
const figures: Record<Figure, (value: number) => string> = {
  talk_ratio: percent,
  longest_monologue_seconds: seconds,
  longest_customer_story_seconds: seconds,
  interactivity: per('in five minutes'),
  patience_seconds: seconds,
  questions_per_hour: per('an hour'),
  filler_words_per_minute: per('a minute'),
  words_per_minute: per('words a minute'),
  interruptions_per_hour: per('an hour'),
  overlap_ratio: percent,
  silence_ratio: percent,
};

function conversationCard(own: ConversationMetrics, everybody: ConversationMetrics | null): Html {
  if (own.sample_size === 0)
    return card(
      'Conversation',
      empty('None in these days', 'It needs at least one coached call in which somebody speaks.'),
    );
  const cell = (metrics: ConversationMetrics, key: Figure) => {
    const value = metrics[key];
    return value === null ? 'No sample' : figures[key](value);
  };
  const rows = (Object.keys(figures) as Figure[]).map(
    (key) => html`<tr><th scope="row">${named(`conversation.${key}`)}</th>
<td data-label="Here">${cell(own, key)}</td>${everybody !== null && html`<td data-label="Everybody">${cell(everybody, key)}</td>`}</tr>`,
  );
  return card(
    'Conversation',
    html`<div class="table-responsive"><table class="table card-table stacked"><caption class="px-3">Means over ${own.sample_size} ${own.sample_size === 1 ? 'call' : 'calls'}; open a name to see what it means</caption>
<thead><tr><th scope="col">Figure</th><th scope="col">Here</th>${everybody !== null && html`<th scope="col">Everybody</th>`}</tr></thead><tbody>${rows}</tbody></table></div>`,
  );
}
