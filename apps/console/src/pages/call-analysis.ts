import type {
  AnalysisBody,
  Evidence,
  RatedIndicator,
  RatingCriterion,
} from '@debrief/contracts/resources/analysis';
import { calendarDay, length } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { badge, card } from '../html/parts.ts';
import { objectionList, type Quotes } from './call-objections.ts';
import { type Heard, startOfQuote } from './call-transcript.ts';

/** What came of the call, to be read before all else: each claim with the words that it rests on. */
export function resultCards(analysis: AnalysisBody, transcript: Heard, contest: Contest): Html {
  const quotes = quoting(analysis.evidence, transcript, contest);
  const { coaching } = analysis;
  return html`
${coaching.conduct.length > 0 && card('What must not happen', claims('coaching.conduct', coaching.conduct, quotes))}
<div class="row"><div class="col-lg-5">${card('Summary', summaryOf(analysis, quotes))}</div>
<div class="col-lg-7">${card('Action items', actionItems(analysis, quotes))}</div></div>`;
}

/** How it was led, in the same way. */
export function coachingCards(analysis: AnalysisBody, transcript: Heard, contest: Contest): Html {
  const quotes = quoting(analysis.evidence, transcript, contest);
  const { coaching, objections, speakers } = analysis;
  return html`
${speakers.user_name !== '' && html`<p class="text-secondary mb-2">Written to ${speakers.user_name}, who is “you” in it.</p>`}
${
  coaching.possible_improvements.length > 0 &&
  card('What to do better', claims('coaching.possible_improvements', coaching.possible_improvements, quotes))
}
${rating(analysis, quotes)}
${objections.outcomes.length > 0 && card('Objections', objectionList(analysis, quotes))}
${coaching.top_moments.length > 0 && card('What went well', claims('coaching.top_moments', coaching.top_moments, quotes))}`;
}

function summaryOf(
  { summary, appointment, disposition, texts_removed_at }: AnalysisBody,
  quotes: Quotes,
): Html {
  const { outcomes, reasoning } = disposition;
  const instead = texts_removed_at === undefined ? 'Nothing to sum up.' : 'Its texts were removed.';
  const isThere = texts_removed_at === undefined;
  return html`<div class="card-body"><p class="mb-1">${summary.outcome.summary || instead}</p>${summary.outcome.summary !== '' && folded(quotes('summary'))}
${isThere && outcomes.length > 0 && html`<p class="mt-3 mb-1"><strong>${outcomes.join(', ')}${reasoning !== '' && ':'}</strong> ${reasoning}</p>${folded(quotes('disposition.outcomes.0'))}`}
${appointment !== null && html`<p class="mt-3 mb-1"><strong>Agreed:</strong> ${appointment.as_agreed}${whenAgreed(appointment.at)}</p>${isThere && folded(quotes('appointment'))}`}</div>`;
}

/** To be read at a glance: the words come when asked for. */
function folded(given: readonly Html[]): Html {
  const words = given.slice(0, -1);
  return html`${words.length > 0 && html`<details><summary class="link small">The words it rests on</summary>${words}</details>`}${given.at(-1)}`;
}

/** As the clocks show it where the agent is. */
function whenAgreed(at: string | null): Html | null {
  const [date, clock] = at?.split('T') ?? [];
  if (date === undefined) return null;
  return html`, which is ${calendarDay(date)}${clock !== undefined && `, ${clock}`}`;
}

type Contest = (claimId: string, indicator: string | undefined) => Html;

/** With a transcript each quote leads to its segment, and plays it. */
function quoting(evidence: readonly Evidence[], transcript: Heard, contest: Contest): Quotes {
  return (claimId, indicator) => [
    ...evidence
      .filter((one) => one.claim_id === claimId && one.indicator === indicator)
      .map(({ quote, speaker, start_time, segment_index }) => {
        const at = length(start_time);
        const start = startOfQuote(transcript, segment_index, quote);
        const words =
          start === null
            ? html`${quote}`
            : html`<a href="#segment-${segment_index}" data-play="${start}">${quote}</a>`;
        return html`<blockquote class="quote">${words}<footer>${speaker}, ${at}</footer></blockquote>`;
      }),
    contest(claimId, indicator),
  ];
}

function claims(place: string, texts: readonly string[], quotes: Quotes): Html {
  const items = texts.map((text, index) => html`<li>${text}${quotes(`${place}.${index}`)}</li>`);
  return html`<ul class="card-body claims">${items}</ul>`;
}

function actionItems(
  { action_items: { primary, secondary, days = [] }, speakers }: AnalysisBody,
  quotes: Quotes,
): Html {
  if (primary.length + secondary.length === 0)
    return html`<p class="card-body mb-0">No promise was heard clearly. One may have been missed: the transcript has the last word.</p>`;
  const text = [...primary, ...secondary].map((item) => `- ${item}`).join('\n');
  const withDays: Quotes = (claimId) => {
    const dates = days
      .filter(({ claim_id }) => claim_id === claimId)
      .map(({ day, date }, index) => html`${index > 0 && ', '}${day} is ${calendarDay(date)}`);
    return [
      ...(dates.length > 0
        ? [html`<div class="text-secondary">Counted from the day of the call: ${dates}.</div>`]
        : []),
      ...quotes(claimId),
    ];
  };
  const agent = speakers.user_name || 'the agent';
  const contact = speakers.client_name || 'the contact';
  return html`${primary.length > 0 && whose(agent, claims('action_items.primary', primary, withDays))}${
    secondary.length > 0 && whose(contact, claims('action_items.secondary', secondary, withDays))
  }<p class="card-body border-0 pt-0 mb-0 needs-script"><button type="button" class="btn btn-sm" data-copy-text="${text}">Copy the action items</button> <span data-copied role="status"></span></p>`;
}

function whose(name: string, items: Html): Html {
  return html`<h3 class="h4 mt-3 mb-0 mx-3">For ${name}</h3>${items}`;
}

function rating({ rating, evidence, texts_removed_at }: AnalysisBody, quotes: Quotes): Html {
  if (rating === undefined)
    return card('Rating', html`<p class="card-body mb-0">There was no conversation to rate.</p>`);
  const quoted = new Set(evidence.flatMap(({ indicator }) => indicator ?? []));
  const hasWords = texts_removed_at === undefined ? (name: string) => quoted.has(name) : () => true;
  const criteria = rating.criteria.map((one) => criterion(one, quotes, hasWords));
  const unclear = rating.criteria.filter(({ unclear_points = 0 }) => unclear_points > 0);
  return card(
    'Rating',
    html`<div class="card-body"><p class="mb-1">${rating.reasoning}</p>${texts_removed_at === undefined && quotes('rating')}${
      unclear.length > 0 &&
      html`<p class="mt-3 mb-0">Where it is unclear whether something was done, half its points count. That is why a call can stay below 5 with full points elsewhere. Unclear here: ${unclear.map(({ title, unclear_points = 0 }) => `${title.toLowerCase()} (${pointsOf(unclear_points)})`).join(', ')}.</p>`
    }</div>${criteria}`,
  );
}

function criterion(
  {
    id,
    title,
    applicable,
    score,
    potential_score,
    unclear_points = 0,
    reasoning,
    indicators,
  }: RatingCriterion,
  quotes: Quotes,
  hasWords: (indicator: string) => boolean,
): Html {
  const isUnclear = unclear_points > 0;
  const points = [
    applicable && `${pointsOf(score)} of ${pointsOf(potential_score)}`,
    isUnclear && `${pointsOf(unclear_points)} unclear`,
    !applicable && !isUnclear && 'not judged',
  ];
  const why = isUnclear
    ? 'What was said does not show clearly whether it was done; half of its points count.'
    : 'Nothing in this call asked for it, so it does not count.';
  const own = applicable && reasoning !== '' ? quotes(`rating.criteria.${id}`) : [];
  const item = (one: RatedIndicator) => indicator(id, one, quotes, hasWords(one.indicator));
  const quoted = indicators.filter((one) => hasWords(one.indicator));
  const others = indicators.filter((one) => !hasWords(one.indicator));
  return html`<section class="criterion"><h3 class="h4 mb-0">${title} <span class="text-secondary">${points.filter(Boolean).join(', ')}</span></h3>
<p class="mb-1">${applicable ? reasoning : why}</p>${own.slice(0, -1)}
${quoted.length > 0 && html`<details><summary>What was heard<span class="visually-hidden"> of ${title}</span></summary><ul class="claims">${quoted.map(item)}</ul></details>`}
${others.length > 0 && html`<ul class="claims">${others.map(item)}</ul>`}${own.at(-1)}</section>`;
}

const results = {
  heard: badge('Heard', 'green'),
  missing: badge('Missing', 'secondary'),
};

function indicator(
  criterionId: string,
  { indicator: name, result, text }: RatedIndicator,
  quotes: Quotes,
  hasWords: boolean,
): Html {
  const basis = result === 'heard' && !hasWords;
  return html`<li>${results[result]} ${text}${basis && html` <span class="text-secondary">(judged over the call: no sentence is quoted for it)</span>`}${quotes(`rating.criteria.${criterionId}`, name)}</li>`;
}

/** Points have at most one decimal. */
function pointsOf(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

const fallbacks = {
  time_limit: 'it did not answer in time',
  daily_limit: 'its limit for the day was reached',
  unavailable: 'it could not be reached',
  rejected: 'it refused our requests',
  invalid_reply: 'its replies could not be used',
};

/** How it was told who is the agent and who the contact, by the names that transcripts have for it. */
const methods: Record<string, string> = {
  introduction: 'by how they introduce themselves',
  address: 'by what they call each other',
  phrases: 'by phrases that only one side says',
  manner: 'by how each of them speaks',
  opening: 'by who opens the call',
  questions: 'by who asks',
  none: 'by nothing: only one of them is heard',
  script: 'by the text itself',
  options: 'by whoever submitted it',
  labels: 'by the text itself',
  corrected: 'by hand',
};

function heardBy({ name, version, model }: NonNullable<Heard>['engine']): Html {
  if (name === 'script') return html`Nobody here: it came as text`;
  return html`${name} ${version}${model !== 'none' && `, ${model}`}`;
}

/** What the reader should know of how far to trust it. */
export function howItWasJudged({ engine }: AnalysisBody, transcript: Heard): Html {
  const quality = { high: 'high', medium: 'medium', low: 'low: read quotes with care' };
  return html`<details class="mt-2"><summary class="text-secondary">How this was judged</summary><dl class="facts">
<dt>Coach</dt><dd>${engine.name} ${engine.version}${engine.model !== null && `, ${engine.model}`}${
    engine.fallback_reason !== null && `, in place of a language model: ${fallbacks[engine.fallback_reason]}`
  }</dd>
<dt>Rubric</dt><dd>${engine.rubric_version.split('+').map((one, index) => html`${index > 0 && ', on top of '}<code>${one}</code>`)}</dd>
${
  transcript !== null &&
  html`<dt>Heard by</dt><dd>${heardBy(transcript.engine)}</dd>
<dt>Quality of the transcript</dt><dd>${quality[transcript.quality]}</dd>
<dt>Speakers</dt><dd>${transcript.speakers.agent} and ${transcript.speakers.contact}, told apart ${methods[transcript.speakers.method] ?? transcript.speakers.method}</dd>`
}</dl></details>`;
}
