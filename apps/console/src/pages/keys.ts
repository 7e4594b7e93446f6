import { DebriefError, QUOTA_EXCEEDED, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { createOwnKey, listOwnKeys, revokeOwnKey } from '@debrief/contracts/operations/directory-access';
import { listPlaces } from '@debrief/contracts/operations/directory-sessions';
import type { ApiKey } from '@debrief/contracts/resources/access';
import type { Place } from '@debrief/contracts/resources/member';
import { isCalendarDate, isStorableText, isUuid, TEXT_MAX_LENGTH } from '@debrief/contracts/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { day, dayBound, time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, badge, card, empty, field, heading, select, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';

interface Form {
  name: string;
  integration: string;
  access: string;
  expires: string;
}

const accesses = [
  { value: 'read-only', name: 'Read only' },
  { value: 'read-write', name: 'Read and write' },
];

export const keyPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: { form?: Form; faults?: string[]; made?: Html; status?: number } = {},
  ): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const zone = zoneOf(request.cookies.zone);
    const [{ data: keys }, places] = await Promise.all([
      visitor.ask(listOwnKeys, {}),
      managedPlaces(visitor),
    ]);
    const token = formToken(cookies, request, reply);
    const form = o.form ?? {
      name: '',
      integration: visitor.place.integration.id,
      access: 'read-only',
      expires: '',
    };
    const content = html`${heading('API keys')}${o.made}
${card(`Keys of ${visitor.place.integration.name}`, keyList(keys, { zone, token }))}
${card('Make a key', newKeyForm(form, { places, token, faults: o.faults ?? [], api: apiOf(deps.config.PUBLIC_API_URL) }), 'new-key')}`;
    return send(request, reply, { title: 'API keys', content, status: o.status ?? 200 });
  }

  server.get('/settings', async (_, reply) => reply.redirect('/settings/keys', 303));

  server.get('/settings/keys', async (request, reply) => {
    visitorOf(request).requireRole('admin');
    return show(request, reply);
  });

  server.post('/settings/keys', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const form = readForm(request.body);
    const place = (await managedPlaces(visitor)).find(
      ({ integration }) => integration.id === form.integration,
    );
    const zone = zoneOf(request.cookies.zone);
    const faults = faultsOf(form, zone);
    if (place === undefined) faults.push('Choose an integration that you manage.');
    if (faults.length > 0 || place === undefined) return show(request, reply, { form, faults, status: 422 });
    const access = form.access === 'read-write' ? 'read-write' : 'read-only';
    const expires_at = form.expires === '' ? null : dayBound(form.expires, zone, 'end').toISOString();
    try {
      const { key } = await visitor.ask(createOwnKey, { name: form.name, access, expires_at }, place);
      return show(request, reply, {
        made: madeKey(form.name, key, { place, apiUrl: deps.config.PUBLIC_API_URL }),
        status: 201,
      });
    } catch (error) {
      const refused =
        error instanceof DebriefError &&
        [QUOTA_EXCEEDED.code, VALIDATION_FAILED.code].includes(error.definition.code as never);
      if (!refused) throw error;
      return show(request, reply, { form, faults: [error.publicMessage].flat(), status: 422 });
    }
  });

  server.post('/settings/keys/revoke', async (request, reply) => {
    const id = textOf(request.body, 'key') ?? '';
    if (isUuid(id)) await visitorOf(request).ask(revokeOwnKey, { id });
    return reply.redirect('/settings/keys', 303);
  });
};

/** Integrations whose keys the person may manage. */
async function managedPlaces(visitor: Visitor): Promise<Place[]> {
  const { data } = await visitor.askConsole(listPlaces, { token_sha256: visitor.tokenSha256 });
  return data.filter(({ role }) => role !== 'member');
}

function readForm(body: unknown): Form {
  const text = (name: string) => textOf(body, name)?.trim() ?? '';
  return {
    name: text('name'),
    integration: text('integration'),
    access: text('access'),
    expires: text('expires'),
  };
}

function faultsOf({ name, access, expires }: Form, zone: string): string[] {
  const faults: string[] = [];
  if (name === '') faults.push('Give the key a name that says who uses it.');
  if (name.length > TEXT_MAX_LENGTH || !isStorableText(name))
    faults.push(`The name has at most ${TEXT_MAX_LENGTH} characters, and none that cannot be stored.`);
  if (!accesses.some(({ value }) => value === access)) faults.push('Choose what the key may do.');
  if (expires === '') return faults;
  if (!isCalendarDate(expires)) faults.push('The day on which it expires must be a day such as 2027-01-31.');
  else if (dayBound(expires, zone, 'end').getTime() <= Date.now())
    faults.push('The day on which it expires is over. Choose a later one, or none.');
  return faults;
}

function newKeyForm(
  form: Form,
  {
    places,
    token,
    faults,
    api,
  }: { places: readonly Place[]; token: Html; faults: string[]; api: ReturnType<typeof apiOf> },
): Html {
  const integrations = places.map(({ integration, organization }) => ({
    value: integration.id,
    name: `${integration.name} (${organization.name})`,
  }));
  return html`<form class="card-body" method="post" action="/settings/keys">${alertOf(faults)}${token}
${field({ name: 'name', label: 'Name', value: form.name, hint: 'Who uses it, such as the system that sends recordings', required: true, maxlength: TEXT_MAX_LENGTH, autocomplete: 'off' })}
${select('integration', 'Integration', integrations, form.integration)}
${select('access', 'Access', accesses, form.access)}
${field({ name: 'expires', label: 'Last day on which it works', type: 'date', value: form.expires, hint: 'Empty: until it is revoked' })}
${api !== null && html`<p>Keys are for the API at <code>${api.base}</code>; <a href="${api.reference}">its reference</a> says what can be asked and sent.</p>`}
<button class="btn btn-primary">Make the key</button></form>`;
}

/** Where systems reach the API, and what describes it; null where the operator has not said. */
export function apiOf(apiUrl: string): { base: string; reference: string } | null {
  const base = apiUrl.replace(/\/+$/, '');
  return base === '' ? null : { base, reference: `${base.replace(/\/api\/v\d+$/, '')}/docs` };
}

/** The only time that anybody sees it. */
function madeKey(
  name: string,
  key: string,
  { place: { integration }, apiUrl }: { place: Place; apiUrl: string },
): Html {
  const api = apiOf(apiUrl);
  const how =
    api === null
      ? html`<p class="mb-0">Send it as the header <code>x-api-key</code> with each request to the API. The page <code>/docs</code> at the API’s own address, which your operator knows, says what can be asked and sent.</p>`
      : html`<p>Send it as the header <code>x-api-key</code> with each request to the API at <code>${api.base}</code>. <a href="${api.reference}">Its reference</a> says what can be asked and sent. To try it:</p>
<pre class="mb-0" tabindex="0" aria-label="A command to try it">curl -H 'x-api-key: ${key}' '${api.base}/calls?limit=1'</pre>`;
  return html`<section class="card mb-3 made-key" aria-labelledby="made-title"><div class="card-body">
<h2 class="h3" id="made-title">The key “${name}” of ${integration.name} is made</h2>
<p>Copy it now: it is shown this once and stored nowhere.</p>
<label class="form-label" for="made">Key</label>
<div class="input-group"><input class="form-control font-monospace" id="made" value="${key}" readonly autofocus>
<button type="button" class="btn needs-script" data-copy="made">Copy</button></div>
<p role="status" data-copied></p>
${how}</div></section>`;
}

function keyList(keys: readonly ApiKey[], { zone, token }: { zone: string; token: Html }): Html {
  if (keys.length === 0)
    return empty(
      'There is no key yet',
      html`<a href="#new-key">Make one</a> for the system that sends recordings.`,
    );
  const rows = [...keys].reverse().map(
    (key) => html`<tr><th scope="row">${key.name}</th>
<td data-label="Access">${key.access === 'read-only' ? 'Read only' : 'Read and write'}</td>
<td data-label="Made">${day(key.created_date, zone)}</td>
<td data-label="Last used">${key.last_used_at === null ? 'Never' : time(key.last_used_at, zone)}</td>
<td data-label="Works until">${key.expires_at === null ? 'No end' : day(key.expires_at, zone)}</td>
<td data-label="State">${stateOf(key, token)}</td></tr>`,
  );
  return html`<div class="table-responsive"><table class="table table-vcenter card-table stacked">
<caption class="visually-hidden">API keys</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Access</th><th scope="col">Made</th><th scope="col">Last used</th><th scope="col">Works until</th><th scope="col">State</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function stateOf(key: ApiKey, token: Html): Html {
  if (key.revoked_at !== null) return badge('Revoked', 'secondary');
  if (key.expires_at !== null && Date.parse(key.expires_at) <= Date.now())
    return badge('Expired', 'secondary');
  return html`<details><summary>${badge('Works', 'green')} <span class="link">Revoke<span class="visually-hidden"> ${key.name}</span>…</span></summary>
<form class="mt-2" method="post" action="/settings/keys/revoke">${token}<p>Whatever uses it is refused at once.</p>
<button class="btn btn-sm tint-red" name="key" value="${key.id}">Revoke “${key.name}”</button></form></details>`;
}
