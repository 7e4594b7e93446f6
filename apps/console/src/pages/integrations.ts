import { getOwnIntegration, listOwnMembers } from '@debrief/contracts/operations/directory-own';
import { listUsers } from '@debrief/contracts/operations/directory-people';
import { listPlaces } from '@debrief/contracts/operations/directory-sessions';
import { listCallOverviews } from '@debrief/contracts/operations/ingest';
import { PAGE_SIZE_MAX } from '@debrief/contracts/paging';
import type { Place } from '@debrief/contracts/resources/member';
import type { Pages } from '../console-deps.ts';
import { time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { badge, card, heading } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { agentsAmong } from './agents.ts';
import { cadences } from './coaching-settings.ts';

/** Four questions each. */
const SHOWN = 50;

/** The integrations whose settings somebody may change, of the organization that they are in. */
export const integrationPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);
  server.get('/settings/integrations', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const { organization } = visitor.place;
    const { data } = await visitor.askConsole(listPlaces, { token_sha256: visitor.tokenSha256 });
    const own = data.filter((place) => place.organization.id === organization.id && place.role !== 'member');
    const token = formToken(cookies, request, reply);
    const zone = zoneOf(request.cookies.zone);
    const rows = await Promise.all(own.slice(0, SHOWN).map((place) => row(visitor, place, token, zone)));
    const content = html`${heading('Integrations')}
<p>Each is one system that sends calls, with people, keys and settings of its own.</p>
${card(`Integrations of ${organization.name}`, table(rows))}
<p class="text-secondary">${own.length > SHOWN && `The first ${SHOWN} of ${own.length} are shown. `}Your operator adds one with <code>debrief integrations create</code>.</p>`;
    return send(request, reply, { title: 'Integrations', content });
  });
};

async function row(visitor: Visitor, place: Place, token: Html, zone: string): Promise<Html> {
  const [settings, members, users, calls] = await Promise.all([
    visitor.ask(getOwnIntegration, {}, place),
    visitor.ask(listOwnMembers, {}, place),
    visitor.ask(listUsers, { limit: PAGE_SIZE_MAX, sort: 'asc' }, place),
    visitor.ask(listCallOverviews, { limit: 1, sort: 'desc' }, place),
  ]);
  const agents = await agentsAmong(users.data, members.data, visitor, place);
  const count = (number: number, one: string, isMore = false) =>
    `${number}${isMore ? ' or more' : ''} ${one}${number === 1 ? '' : 's'}`;
  const zones = new Set(agents.flatMap(({ timezone }) => timezone ?? []));
  const often = settings.cadences.map((cadence) => cadences[cadence]).join(', ');
  const [last] = calls.data;
  return html`<tr><th scope="row">${place.integration.name}</th>
<td data-label="People">${count(members.data.length, 'member')}, ${count(agents.length, 'agent', users.next !== null)}</td>
<td data-label="Zone of its agents">${[...zones].join(', ') || 'Not told'}</td>
<td data-label="Coached">${often || 'Not at fixed times'}</td>
<td data-label="Last call">${last === undefined ? 'None yet' : time(last.occurred_at, zone)}</td>
<td>${settingsOf(place, visitor, token)}</td></tr>`;
}

/** Settings are those of the integration that somebody is in: to others they go first. */
function settingsOf({ integration }: Place, visitor: Visitor, token: Html): Html {
  if (integration.id === visitor.place.integration.id)
    return html`${badge('You are here', 'blue')} <a href="/settings/data">Settings of ${integration.name}</a>`;
  return html`<form method="post" action="/places">${token}<input type="hidden" name="next" value="settings">
<button class="btn btn-sm" name="integration" value="${integration.id}">Go to the settings of ${integration.name}</button></form>`;
}

function table(rows: readonly Html[]): Html {
  return html`<div class="table-responsive"><table class="table table-vcenter card-table stacked"><caption class="visually-hidden">Integrations</caption>
<thead><tr><th scope="col">Name</th><th scope="col">People</th><th scope="col">Zone of its agents</th><th scope="col">Coached</th><th scope="col">Last call</th><th scope="col">Settings</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
