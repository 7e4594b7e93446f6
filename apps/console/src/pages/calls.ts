import { getAnalysisOverview } from '@debrief/contracts/operations/coaching';
import { listCallOverviews } from '@debrief/contracts/operations/ingest';
import type { PagePosition } from '@debrief/contracts/paging';
import type { CallOverview, FoundWords } from '@debrief/contracts/resources/call';
import type { Pages } from '../console-deps.ts';
import { duration, length, time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, empty, heading } from '../html/parts.ts';
import type { Seen } from '../http/change-streams.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { agentChoices } from './agents.ts';
import { type CallQuery, filterForm, queryString, readCallQuery } from './call-query.ts';
import { followed, outcomesOf, progressOf, ratingOf, stateOf } from './call-state.ts';

const PAGE_SIZE = 25;
/** Characters of what was said. */
const SHOWN_BEFORE = 60;
const SHOWN_MAX = 180;

type Overview = { rating: number | null; outcomes: string[] } | null;
export interface Row {
  overview: CallOverview;
  analysis: Overview;
}

export const callsPage: Pages = (server, deps) => {
  const send = pageSender(deps);
  server.get('/calls', async (request, reply) => {
    const visitor = visitorOf(request);
    const zone = zoneOf(request.cookies.zone);
    const query = readCallQuery(request.query, zone);
    const [agents, { rows, next }] = await Promise.all([agentsFor(visitor), findRows(visitor, query)]);
    const seen = listProgress(
      rows.map(({ overview }) => overview),
      query,
    );
    const progress = request.url.replace(/^\/calls/, '/calls/progress');
    const moving = followed({ url: request.url, id: 'call-list', progress }, seen);
    const content = html`${heading('Calls', uploadLink(visitor))}${insightsLink(query)}${alertOf(query.faults)}${filterForm(query, agents)}
${!seen.isQuiet && html`<noscript><p>Reload the page to see how far they are.</p></noscript>`}
<div${moving.around}><div${moving.part}>${rows.length === 0 ? nothing(query, visitor) : table(rows, zone)}
${pages(query, next)}</div></div>`;
    return send(request, reply, { title: 'Calls', content, scripts: ['progress.js'] });
  });
};

function uploadLink(visitor: Visitor): Html | undefined {
  return visitor.isAtLeast('admin') ? html`<a class="btn" href="/calls/upload">Upload a call</a>` : undefined;
}

/** The figures of whose calls are listed. */
function insightsLink({ given: { contact, agent } }: CallQuery): Html | null {
  const [who, of] = contact === undefined ? [`user:${agent}`, 'agent'] : [`contact:${contact}`, 'contact'];
  if (contact === undefined && agent === undefined) return null;
  return html`<p><a href="/insights?who=${who}">Insights of this ${of}</a></p>`;
}

/** Whom calls can be filtered by; a member has only their own. */
async function agentsFor(visitor: Visitor): Promise<{ value: string; name: string }[]> {
  if (!visitor.isAtLeast('admin')) return [];
  return agentChoices(visitor);
}

/** A page of the list. */
export function findOverviews(visitor: Visitor, { filters, sort, after }: CallQuery) {
  return visitor.ask(listCallOverviews, { limit: PAGE_SIZE, sort, ...filters, ...(after && { after }) });
}

async function findRows(
  visitor: Visitor,
  query: CallQuery,
): Promise<{ rows: Row[]; next: PagePosition | null }> {
  const { data, next } = await findOverviews(visitor, query);
  const rows = data.map(async (overview) => {
    if (overview.status !== 'COMPLETED') return { overview, analysis: null };
    return { overview, analysis: await visitor.ask(getAnalysisOverview, { recording_id: overview.call.id }) };
  });
  return { rows: await Promise.all(rows), next };
}

/** Of its first page: calls may come in at any time. */
export function listProgress(overviews: readonly CallOverview[], { after }: CallQuery): Seen {
  return progressOf(overviews, after === undefined);
}

export function table(rows: readonly Row[], zone: string): Html {
  return html`<div class="card"><div class="table-responsive"><table class="table table-vcenter card-table stacked">
<caption class="visually-hidden">Calls</caption>
<thead><tr><th scope="col">Contact and agent</th><th scope="col">Took place</th><th scope="col">Length</th><th scope="col">State</th><th scope="col">Outcome</th><th scope="col">Rating</th></tr></thead>
<tbody>${rows.map((one) => row(one, zone))}</tbody></table></div></div>`;
}

function row({ overview, analysis }: Row, zone: string): Html {
  const { call, user_name, contact_name, occurred_at } = overview;
  const direction = call.incoming === null ? null : call.incoming ? ' · inbound' : ' · outbound';
  return html`<tr><th scope="row"><a id="call-${call.id}" href="/calls/${call.id}">${contact_name}</a>
<div class="text-secondary fw-normal">${user_name}${direction}</div>${overview.found != null && saidWhere(call.id, overview.found)}</th>
<td>${time(occurred_at, zone)}</td>
<td>${duration(call.duration)}</td>
<td>${stateOf(overview)}</td>
<td>${outcomesOf(analysis?.outcomes ?? [])}</td>
<td>${ratingOf(overview, analysis?.rating ?? null)}</td></tr>`;
}

/** The sentence with the words that were searched for, which leads to its place in the call. */
function saidWhere(id: string, { text, speaker, segment_index, start_time }: FoundWords): Html {
  const [from, to] = around(text);
  const shown = text.slice(from, to);
  // Words stand between the two marks, so that every second piece is one.
  const pieces = shown
    .split(/[\ue000\ue001]/)
    .map((piece, index) => (index % 2 === 0 ? html`${piece}` : html`<mark>${piece}</mark>`));
  return html`<blockquote class="quote fw-normal"><a href="/calls/${id}#segment-${segment_index}">${from > 0 && '…'}${pieces}${to < text.length && '…'}</a><footer>${speaker}, ${length(start_time)}</footer></blockquote>`;
}

/** Of a long text the part around its first mark, which it does not cut. */
function around(text: string): [number, number] {
  const first = text.indexOf('\ue000');
  const from = first < SHOWN_BEFORE ? 0 : text.indexOf(' ', first - SHOWN_BEFORE) + 1;
  const end = text.indexOf(' ', Math.max(from + SHOWN_MAX, text.indexOf('\ue001', first) + 1));
  if (end < 0) return [from, text.length];
  // Behind a word, where the cut is within one.
  const open = text.lastIndexOf('\ue000', end);
  const close = text.indexOf('\ue001', open);
  return [from, close > end ? close + 1 : end];
}

function nothing(query: CallQuery, visitor: Visitor): Html {
  const { words, order: _, ...filters } = query.given;
  if (words !== undefined)
    return empty(
      'Nothing was found for these words',
      html`All of them have to be in one call${Object.keys(filters).length > 0 && ' that fits the filter'}. Try fewer words. Calls that are not ready yet are not searched. <a href="/calls">Show all calls</a>`,
    );
  if (query.isFiltered) return empty('No call fits these filters', html`<a href="/calls">Show all calls</a>`);
  if (!visitor.isAtLeast('admin'))
    return empty(
      'You have no calls yet',
      'Calls appear here as soon as recordings of yours arrive. If there should be some, ask who invited you which agent you are.',
    );
  return empty(
    'No calls yet',
    html`<a href="/calls/upload">Upload a recording</a>, or have them sent over the API:
<a href="/settings/keys">make a key</a> and send the first one, <code>POST /calls</code>.`,
  );
}

function pages(query: CallQuery, next: PagePosition | null): Html | null {
  if (next === null && query.after === undefined) return null;
  return html`<nav class="d-flex gap-2 mt-3" aria-label="Pages">
${query.after !== undefined && html`<a class="btn" href="/calls${queryString(query, null)}">First page</a>`}
${next !== null && html`<a class="btn" rel="next" href="/calls${queryString(query, next)}">Next page</a>`}</nav>`;
}
