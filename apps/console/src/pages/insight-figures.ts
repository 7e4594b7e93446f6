import type { ConversationMetrics, Metrics } from '@debrief/contracts/resources/metrics';
import { calendarDay, duration, signed } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { card, empty } from '../html/parts.ts';
import { bars, line } from '../html/plots.ts';

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
${await trendCard(metrics, behind)}
${await ratingCard(metrics, behind)}
${await labelCard('Outcomes', 'How is it told how a call ended?', 'outcome', metrics.outcomes, behind)}
${await labelCard('Objections', 'What counts as an objection?', 'objection', metrics.objections, behind)}
${conversationCard(metrics.conversation, everybody)}`;
}

/** Of fewer a change says nothing. */
const COMPARED_CALLS = 5;

function overview({ calls, rating, previous_period: before }: Metrics, behind: CallsBehind): Html {
  const seconds = (value: number | null) => (value === null ? 'None' : duration(value));
  const stars = (value: number | null) => value?.toFixed(1) ?? 'None';
  const { diff_pct: change } = before;
  const rows: [string, Html | string | number, string | number, number | null][] = [
    ['Calls', html`<a href="${behind({})}">${calls.total}</a>`, before.calls_total, change.calls_total],
    ['Coached calls', calls.analyzed, before.calls_analyzed, change.calls_analyzed],
    [
      'Average length',
      seconds(calls.average_duration_seconds),
      seconds(before.average_duration_seconds),
      change.average_duration_seconds,
    ],
    ['Average rating, 1 to 5', stars(rating.average), stars(before.average_rating), change.average_rating],
  ];
  const isCompared = before.calls_total >= COMPARED_CALLS;
  const lines = rows.map(
    ([name, value, earlier, percent]) =>
      html`<tr><th scope="row">${name}</th><td data-label="These days">${value}</td><td data-label="As many days before">${earlier}${isCompared && percent !== null && html` <span class="text-secondary">(${signed(percent, 1)} %)</span>`}</td></tr>`,
  );
  return card(
    'In short',
    html`<div class="table-responsive"><table class="table card-table stacked"><caption class="visually-hidden">Figures in short</caption>
<thead><tr><th scope="col">Figure</th><th scope="col">These days</th><th scope="col">As many days before${isCompared ? ' (change)' : ''}</th></tr></thead><tbody>${lines}</tbody></table></div>${!isCompared && html`<p class="card-body mb-0 text-secondary">There were too few calls before to compare with.</p>`}`,
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
    html`<div class="card-body">${meaning('What does the rating mean?', ratingMeaning)}${await line(points, { min: 1, max: 5 })}
<details><summary>The same as a table, with the calls of each day</summary><div class="table-responsive"><table class="table stacked"><caption class="visually-hidden">Rating of each day with calls</caption>
<thead><tr><th scope="col">Day (UTC)</th><th scope="col">Rating</th><th scope="col">Calls</th></tr></thead><tbody>${rows}</tbody></table></div></details></div>`,
  );
}

const ratingMeaning =
  'From 1 to 5: the share of points that a call got for what its rubric looks for, such as asking open questions, each criterion with its weight. Open a call to see where each point was won or lost. Calls without a conversation are not rated.';

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
    'How calls are rated',
    html`<div class="card-body">${meaning('How are these counted?', 'Each rated call counts once, at its rating rounded to a whole number.')}${await bars(points)}${countTable('Rating', rows)}</div>`,
  );
}

const labelMeanings = {
  outcome:
    'Each coached call gets a label for what was settled last, from the words of the call. A call may have more than one.',
  objection: 'From the contact’s words only. An objection that comes up several times in a call counts once.',
};

async function labelCard(
  title: string,
  question: string,
  kind: 'outcome' | 'objection',
  labels: readonly { label: string; count: number; rate?: number }[],
  behind: CallsBehind,
): Promise<Html> {
  if (labels.length === 0)
    return card(
      title,
      empty('None in these days', 'Choose more days, or wait until calls have been coached.'),
    );
  const rows = labels.map(({ label, count }) => [label, count, behind({ [kind]: label })] as const);
  const points = labels.map(({ label, count }) => ({ name: label, value: count }));
  return card(
    title,
    html`<div class="card-body">${meaning(question, labelMeanings[kind])}${await bars(points)}${countTable(title, rows)}</div>`,
  );
}

function countTable(name: string, rows: readonly (readonly [string, number, string])[]): Html {
  return html`<div class="table-responsive"><table class="table table-sm mb-0"><caption class="visually-hidden">${name}: calls behind each bar</caption>
<thead><tr><th scope="col">${name}</th><th scope="col">Calls</th></tr></thead>
<tbody>${rows.map(([label, count, href]) => html`<tr><th scope="row">${label}</th><td>${count === 0 ? 0 : html`<a href="${href}">${count}<span class="visually-hidden"> calls: ${label}</span></a>`}</td></tr>`)}</tbody></table></div>`;
}

function meaning(question: string, text: string): Html {
  return html`<details class="mb-2"><summary class="text-secondary">${question}</summary><p class="mb-0">${text}</p></details>`;
}

type Figure = Exclude<keyof ConversationMetrics, 'sample_size'>;
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
/** As exact as people need it; the download has all of it. */
const shown = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const seconds = (value: number) => `${shown(value)} s`;
const per = (unit: string) => (value: number) => `${shown(value)} ${unit}`;

/** What each figure of docs/metrics.md means, for people. */
const figures: Record<Figure, [string, (value: number) => string, string]> = {
  talk_ratio: ['Talk share', percent, 'Share of all speech that is the agent’s.'],
  longest_monologue_seconds: [
    'Longest monologue',
    seconds,
    'The longest the agent speaks without the contact taking the floor.',
  ],
  longest_customer_story_seconds: [
    'Longest customer story',
    seconds,
    'The longest the contact speaks without the agent taking the floor.',
  ],
  interactivity: [
    'Changes of speaker',
    per('in five minutes'),
    'How often the floor changes, in five minutes. Short words such as “okay” do not count.',
  ],
  patience_seconds: [
    'Patience',
    seconds,
    'How long the agent waits after the contact has finished: the middle one of all such pauses.',
  ],
  questions_per_hour: ['Questions', per('an hour'), 'Questions of the agent in an hour of calls.'],
  filler_words_per_minute: [
    'Filler words',
    per('a minute'),
    'Words such as “um”, “you know” or “basically” in a minute of the agent’s speech.',
  ],
  words_per_minute: ['Pace', per('words a minute'), 'Words in a minute of the agent’s speech.'],
  interruptions_per_hour: [
    'Interruptions',
    per('an hour'),
    'How often one begins before the other has finished, in an hour of calls, whoever does.',
  ],
  overlap_ratio: ['Speaking at once', percent, 'Share of the time with speech in which both speak.'],
  silence_ratio: ['Silence', percent, 'Share of the call in which nobody speaks.'],
};

function conversationCard(own: ConversationMetrics, everybody: ConversationMetrics | null): Html {
  if (own.sample_size === 0)
    return card(
      'Conversation',
      empty('None in these days', 'It needs at least one coached call in which somebody speaks.'),
    );
  const cell = (metrics: ConversationMetrics, key: Figure) => {
    const value = metrics[key];
    return value === null ? 'No sample' : figures[key][1](value);
  };
  const rows = (Object.keys(figures) as Figure[]).map((key) => {
    const [name, , text] = figures[key];
    return html`<tr><th scope="row"><details><summary>${name}</summary><p class="mb-0 fw-normal">${text}</p></details></th>
<td data-label="Here">${cell(own, key)}</td>${everybody !== null && html`<td data-label="Everybody">${cell(everybody, key)}</td>`}</tr>`;
  });
  return card(
    'Conversation',
    html`<div class="table-responsive"><table class="table card-table stacked"><caption class="px-3">Means over ${own.sample_size} ${own.sample_size === 1 ? 'call' : 'calls'}; open a name to see what it means</caption>
<thead><tr><th scope="col">Figure</th><th scope="col">Here</th>${everybody !== null && html`<th scope="col">Everybody</th>`}</tr></thead><tbody>${rows}</tbody></table></div>`,
  );
}
