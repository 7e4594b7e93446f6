import { choosePlace, listPlaces } from '@debrief/contracts/operations/directory-sessions';
import type { Place } from '@debrief/contracts/resources/member';
import { isUuid } from '@debrief/contracts/text';
import type { Pages } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { badge, heading, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';

const roles = { owner: 'Owner', admin: 'Admin', member: 'Member' };

export const placePages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  server.get('/places', async (request, reply) => {
    const visitor = visitorOf(request);
    const { data } = await visitor.askConsole(listPlaces, { token_sha256: visitor.tokenSha256 });
    const here = visitor.session.place?.integration.id;
    const token = formToken(cookies, request, reply);
    const items = data.map((place) => item(place, place.integration.id === here, token));
    const content = html`${heading('Switch organization or integration')}
<ul class="list-group">${items}</ul>`;
    return send(request, reply, { title: 'Switch', content });
  });

  server.post('/places', async (request, reply) => {
    const visitor = visitorOf(request);
    const integration_id = textOf(request.body, 'integration') ?? '';
    if (isUuid(integration_id))
      await visitor.askConsole(choosePlace, { token_sha256: visitor.tokenSha256, integration_id });
    const isForSettings = textOf(request.body, 'next') === 'settings';
    return reply.redirect(isForSettings ? '/settings/data' : '/calls', 303);
  });
};

function item({ organization, integration, role }: Place, isHere: boolean, token: Html): Html {
  const action = isHere
    ? badge('You are here', 'blue')
    : html`<form method="post" action="/places">${token}
<button class="btn" name="integration" value="${integration.id}">Go to ${integration.name}</button></form>`;
  return html`<li class="list-group-item place"><div><strong>${integration.name}</strong>
<div class="text-secondary">${organization.name} · ${roles[role]}</div></div>${action}</li>`;
}
