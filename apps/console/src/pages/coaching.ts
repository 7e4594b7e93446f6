import { getPeriod, listAgendas, listPeriods } from '@debrief/contracts/operations/coaching';
import type { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import type { CoachingPeriod } from '@debrief/contracts/resources/coaching-period';
import type { FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { calendarDay, endOfDay, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { badge, card, empty, heading } from '../html/parts.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { afterOf, asNotFound, idOf, pageLinks } from './addresses.ts';
import { agentTable, digestCards } from './period-digest.ts';

const PAGE_SIZE = 25;
const OWN_MAX = 10;
const AGENDAS_MAX = 100;

const listed = { limit: AGENDAS_MAX, sort: 'asc' } as const;

export const coachingPages: Pages = (server, deps) => {
  const send = pageSender(deps);

  server.get('/coaching', async (request, reply) => {
    const visitor = visitorOf(request);
    const content = visitor.isAtLeast('admin') ? await forManager(request) : await forAgent(request);
    return send(request, reply, { title: 'Coaching', content: html`${heading('Coaching')}${content}` });
  });

  server.get('/coaching/periods/:id', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const id = idOf(request);
    const [period, { data: agendas }] = await Promise.all([
      visitor.ask(getPeriod, { id }).catch(asNotFound),
      visitor.ask(listAgendas, { period_id: id, ...listed }).catch(asNotFound),
    ]);
    const zone = zoneOf(request.cookies.zone);
    const { digest } = period;
    const names = new Map(digest?.agents.map((agent) => [agent.user_id, agent.name]));
    const title = `${cadences[period.cadence]} of the team`;
    const content = html`${heading(title)}
<p class="lead">${span(period)}. ${reviewOf(period, zone)}</p>
${digest === null ? empty('The digest is being written', 'It sums up what the team did in these days. Reload the page in a few minutes.') : digestCards(digest, agendas)}
${card(
  'Agendas',
  agendaList(agendas, zone, (agenda) => nameOf(agenda, names)),
  'agendas',
)}`;
    return send(request, reply, { title, content });
  });
};

/** Who works on what next, as the newest digest has it, and the periods of the team; before them what whoever reads has to answer as an agent. */
async function forManager(request: FastifyRequest): Promise<Html> {
  const visitor = visitorOf(request);
  const zone = zoneOf(request.cookies.zone);
  const [{ data, next }, own] = await Promise.all([
    visitor.ask(listPeriods, { limit: PAGE_SIZE, sort: 'desc', ...afterOf(request) }),
    ownAgendas(visitor),
  ]);
  const rows = data.map(
    (period) => html`<tr><th scope="row"><a href="/coaching/periods/${period.id}">${span(period)}</a></th>
<td data-label="Kind">${cadences[period.cadence]}</td>
<td data-label="Digest">${period.digest_status === 'completed' ? badge('Ready', 'green') : badge('Being written', 'blue')}</td>
<td data-label="Agendas can be answered">${period.review_status === 'open' ? 'Until' : 'No more, since'} ${endOfDay(period.review_period_end, zone)}</td></tr>`,
  );
  const list =
    rows.length === 0
      ? empty(
          'There is no finished period yet',
          'A period is made when the first week, half month or month with calls is over. Until then, look at single calls.',
        )
      : html`<div class="table-responsive"><table class="table table-vcenter card-table stacked">
<caption class="visually-hidden">Periods</caption>
<thead><tr><th scope="col">Days</th><th scope="col">Kind</th><th scope="col">Digest of the team</th><th scope="col">Agendas can be answered</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
  return html`<p>When a period is over, the calls of its days are summed up in a digest for the team, and each agent gets an agenda: moments to listen to, and questions about them.</p>
${own.length > 0 && card('Your agendas', agendaList(own, zone))}
${afterOf(request).after === undefined && (await agentsNow(visitor, data))}
${card('Periods of the team', list)}${pageLinks('/coaching', request, next)}`;
}

async function agentsNow(visitor: Visitor, periods: readonly CoachingPeriod[]): Promise<Html | null> {
  const newest = periods
    .filter(({ digest_status }) => digest_status === 'completed')
    .toSorted((a, b) => b.period_end.localeCompare(a.period_end))[0];
  if (newest === undefined) return null;
  const [{ digest }, { data: agendas }] = await Promise.all([
    visitor.ask(getPeriod, { id: newest.id }),
    visitor.ask(listAgendas, { period_id: newest.id, ...listed }),
  ]);
  if (digest === null || digest.agents.length === 0) return null;
  return card(html`What each agent works on: ${span(newest)}`, agentTable(digest, agendas));
}

async function ownAgendas(visitor: Visitor): Promise<CoachingAgenda[]> {
  const { user_id } = visitor.place;
  if (user_id === null) return [];
  return (await visitor.ask(listAgendas, { user_id, limit: OWN_MAX, sort: 'desc' })).data;
}

async function forAgent(request: FastifyRequest): Promise<Html> {
  const zone = zoneOf(request.cookies.zone);
  const visitor = visitorOf(request);
  const { user_id } = visitor.place;
  const input = { limit: PAGE_SIZE, sort: 'desc', ...afterOf(request) } as const;
  const { data, next } = await visitor.ask(listAgendas, input);
  const list =
    data.length === 0
      ? empty(
          'You have no agenda yet',
          'When the first week, half month or month with calls of yours is over, you find here which moments to listen to, and questions about them.',
        )
      : agendaList(data, zone);
  return html`<p>After each period you get an agenda from your own calls: moments to listen to, and questions that you answer for yourself and your manager.</p>
${card('Your agendas', list)}${pageLinks('/coaching', request, next)}
${user_id !== null && html`<p><a href="/coaching/agents/${user_id}">Your profile</a>: how you come across in calls, inferred from how you speak.</p>`}`;
}

const cadences = {
  weekly: 'A week',
  semimonthly: 'Half a month',
  monthly: 'A month',
} as const;

export function span({
  period_start,
  period_end,
}: Pick<CoachingPeriod, 'period_start' | 'period_end'>): Html {
  return html`${calendarDay(period_start)} to ${calendarDay(period_end)}`;
}

function reviewOf({ review_status, review_period_end }: CoachingPeriod, zone: string): Html {
  return review_status === 'open'
    ? html`Agendas can be answered until ${endOfDay(review_period_end, zone)}.`
    : html`Agendas could be answered until ${endOfDay(review_period_end, zone)}.`;
}

function nameOf({ user_id, external_user_id }: CoachingAgenda, names: ReadonlyMap<string, string>): string {
  return (user_id !== null && names.get(user_id)) || external_user_id;
}

function agendaList(
  agendas: readonly CoachingAgenda[],
  zone: string,
  agentOf?: (agenda: CoachingAgenda) => string,
): Html {
  if (agendas.length === 0)
    return empty('There is no agenda', 'No agent had calls that could be coached in these days.');
  const items = agendas.map((agenda) => {
    const title = agenda.title ?? 'Agenda';
    const agent = agentOf?.(agenda);
    return html`<li class="list-group-item place"><div>
${agenda.generation_status === 'ready' ? html`<a href="/coaching/agendas/${agenda.id}">${title}</a>` : html`<strong>${title}</strong>`}
<div class="text-secondary">${agent ?? span(agenda)}</div></div><div>${agendaState(agenda, zone)}</div></li>`;
  });
  return html`<ul class="list-group list-group-flush">${items}</ul>`;
}

/** How far the agenda is, for the agent and their manager alike. */
export function agendaState(agenda: CoachingAgenda, zone: string): Html {
  const { generation_status, is_completed, completed_on_time, review_period_end } = agenda;
  if (generation_status === 'not_eligible') return html`${badge('Too few calls to coach', 'secondary')}`;
  if (generation_status === 'failed') return html`${badge('Could not be written', 'red')}`;
  if (generation_status !== 'ready') return html`${badge('Being written', 'blue')}`;
  if (is_completed) return badge(completed_on_time === false ? 'Handed in late' : 'Handed in', 'green');
  if (Date.parse(`${review_period_end}T24:00:00Z`) <= Date.now())
    return html`${badge('Not handed in', 'secondary')}`;
  return html`${badge('Open', 'yellow')} <span class="text-secondary">until ${endOfDay(review_period_end, zone)}</span>`;
}
