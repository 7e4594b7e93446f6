import {
  getOwnIntegration,
  setOwnCoaching,
  setOwnRetention,
} from '@debrief/contracts/operations/directory-own';
import { countRemovals } from '@debrief/contracts/operations/ingest-audio';
import type { Integration } from '@debrief/contracts/resources/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, card, heading, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import {
  checkCoaching,
  coachingForm,
  coachingIn,
  coachingOf,
  type GivenCoaching,
  setSignals,
  signalsForm,
} from './coaching-settings.ts';
import { erasureSearch } from './erasures.ts';
import { expectedIn, givenVersion, overtaken, versionField } from './expected-version.ts';
import {
  checkKeeping,
  confirmRemovals,
  type GivenKeeping,
  isConfirmed,
  keepingForm,
  keepingIn,
  keepingOf,
  whatFollows,
} from './retention.ts';

/** How long data is kept, whom to erase before that, when agents are coached, and the other settings. */
export const dataPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: {
      done?: string;
      faults?: string[];
      given?: GivenKeeping;
      coaching?: GivenCoaching;
      status?: number;
    } = {},
  ): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const integration = await visitor.ask(getOwnIntegration, {});
    const token = html`${formToken(cookies, request, reply)}${versionField(integration.version)}`;
    const content = html`${heading('Data and settings')}${alertOf(o.faults ?? [])}${o.done !== undefined && alertOf([o.done], 'success')}
${card('How long data is kept', keepingForm(integration, { visitor, token, given: o.given ?? keepingOf(integration) }), 'retention')}
${card('Erase somebody', await erasureSearch(visitor, textOf(request.query, 'find')?.trim() ?? ''), 'erase')}
${card('When agents are coached', coachingForm(o.coaching ?? coachingOf(integration), token), 'coaching')}
${card('Profiles of agents', signalsForm(integration, { visitor, token }), 'signals')}
${card(`Settings of ${integration.name}`, facts(integration))}`;
    return send(request, reply, { title: 'Data and settings', content, status: o.status ?? 200 });
  }

  // Where forms were answered: reloading by the address leads back.
  for (const form of ['retention', 'coaching', 'signals'])
    server.get(`/settings/data/${form}`, async (_, reply) => reply.redirect(`/settings/data#${form}`, 303));

  server.get('/settings/data', async (request, reply) => {
    visitorOf(request).requireRole('admin');
    return show(request, reply);
  });

  server.post('/settings/data/retention', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('owner');
    const given = keepingIn(request.body);
    const checked = checkKeeping(given);
    if (Array.isArray(checked)) return show(request, reply, { faults: checked, given, status: 422 });
    const removals = await visitor.ask(countRemovals, checked);
    if (!isConfirmed(request.body, removals)) {
      const token = html`${formToken(cookies, request, reply)}${givenVersion(request.body)}`;
      return send(request, reply, {
        title: 'Keep data for less time',
        ...confirmRemovals(given, removals, {
          token,
          isAgain: textOf(request.body, 'confirm') !== undefined,
        }),
      });
    }
    const change = { ...checked, ...expectedIn(request.body) };
    const late = await visitor.ask(setOwnRetention, change).then(() => [], overtaken);
    if (late.length > 0) return show(request, reply, { faults: late, status: 422 });
    return show(request, reply, { done: whatFollows(removals) });
  });

  server.post('/settings/data/coaching', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const coaching = coachingIn(request.body);
    const checked = checkCoaching(coaching);
    if (typeof checked === 'string')
      return show(request, reply, { faults: [checked], coaching, status: 422 });
    const change = { ...checked, ...expectedIn(request.body) };
    const late = await visitor.ask(setOwnCoaching, change).then(() => [], overtaken);
    if (late.length > 0) return show(request, reply, { faults: late, status: 422 });
    return show(request, reply, { done: 'Agents are coached like this from now on.' });
  });

  server.post('/settings/data/signals', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('owner');
    const done = await setSignals(visitor, request.body).catch(overtaken);
    if (Array.isArray(done)) return show(request, reply, { faults: done, status: 422 });
    return show(request, reply, { done });
  });
};

function facts({ crm, categories, removes_card_numbers }: Integration): Html {
  return html`<div class="card-body"><dl class="facts"><dt>CRM</dt><dd>${crm ?? 'None is set'}</dd>
<dt>Categories of calls</dt><dd>${categories === null ? 'Any' : categories.map(({ name }) => name).join(', ')}</dd>
<dt>Card numbers are removed</dt><dd>${removes_card_numbers ? 'Yes' : 'No'}</dd></dl>
<p class="text-secondary mt-3 mb-0">Categories are changed where you set <a href="/settings/judging">how calls are judged</a>, and the others by your operator with <code>debrief integrations update</code>.</p></div>`;
}
