import { endSession, listSessions } from '@debrief/contracts/operations/directory-sessions';
import type { OpenSession } from '@debrief/contracts/resources/member';
import { isUuid } from '@debrief/contracts/text';
import type { Pages } from '../console-deps.ts';
import { time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { badge, card, heading, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';

export const accountPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  server.get('/account', async (request, reply) => {
    const visitor = visitorOf(request);
    const { name, email } = visitor.session.account;
    const { data } = await visitor.askConsole(listSessions, { token_sha256: visitor.tokenSha256 });
    const zone = zoneOf(request.cookies.zone);
    const token = formToken(cookies, request, reply);
    const content = html`${heading('Your account')}
${card(
  'You',
  html`<dl class="card-body facts"><dt>Name</dt><dd>${name}</dd><dt>E-mail</dt><dd>${email}</dd>
<dt>Password</dt><dd><a href="/recovery">Set a new one by e-mail</a></dd></dl>`,
)}
${card(
  'Where you are signed in',
  html`<ul class="list-group list-group-flush">${data.map((one) => item(one, zone, token))}</ul>
<div class="card-footer"><form method="post" action="/sign-out">${token}
<button class="btn tint-red" name="everywhere" value="yes">Sign out everywhere</button></form></div>`,
)}`;
    return send(request, reply, { title: 'Your account', content });
  });

  server.post('/account/sessions/end', async (request, reply) => {
    const visitor = visitorOf(request);
    const which = textOf(request.body, 'session') ?? '';
    if (isUuid(which)) await visitor.askConsole(endSession, { token_sha256: visitor.tokenSha256, which });
    return reply.redirect('/account', 303);
  });
};

function item({ id, is_this, browser, address, seen_date }: OpenSession, zone: string, token: Html): Html {
  const action = is_this
    ? badge('This one', 'blue')
    : html`<form method="post" action="/account/sessions/end">${token}
<button class="btn btn-sm" name="session" value="${id}">Sign out<span class="visually-hidden"> ${browserName(browser)} at ${address}</span></button></form>`;
  return html`<li class="list-group-item place"><div><strong>${browserName(browser)}</strong>
<div class="text-secondary">${address} · last seen ${time(seen_date, zone)}</div></div>${action}</li>`;
}

/** `Firefox on Linux`: enough to know one's own. */
function browserName(browser: string): string {
  const names = [/Edg\//, /OPR\//, /Firefox\//, /Chrome\//, /Safari\//];
  const shown = ['Edge', 'Opera', 'Firefox', 'Chrome', 'Safari'];
  const systems = [/Android/, /iPhone|iPad/, /Windows/, /Mac OS X/, /Linux/];
  const named = ['Android', 'iOS', 'Windows', 'macOS', 'Linux'];
  const name = shown[names.findIndex((pattern) => pattern.test(browser))] ?? 'A browser';
  const system = named[systems.findIndex((pattern) => pattern.test(browser))];
  return system === undefined ? name : `${name} on ${system}`;
}
