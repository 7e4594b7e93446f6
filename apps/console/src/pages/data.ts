import {
  getOwnIntegration,
  setOwnCoaching,
  setOwnRetention,
} from '@debrief/contracts/operations/directory-own';
import type { Integration } from '@debrief/contracts/resources/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, card, field, heading, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
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
import { expectedIn, overtaken, versionField } from './expected-version.ts';

const DAYS_MAX = 36_500;

/** How long data is kept, whom to erase before that, when agents are coached, and the other settings. */
export const dataPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: { done?: string; faults?: string[]; given?: Given; coaching?: GivenCoaching; status?: number } = {},
  ): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const integration = await visitor.ask(getOwnIntegration, {});
    const token = html`${formToken(cookies, request, reply)}${versionField(integration.version)}`;
    const content = html`${heading('Data and settings')}${alertOf(o.faults ?? [])}${o.done !== undefined && alertOf([o.done], 'success')}
${card('How long data is kept', retention(integration, { visitor, token, given: o.given ?? givenOf(integration) }), 'retention')}
${card('Erase somebody', await erasureSearch(visitor, textOf(request.query, 'find')?.trim() ?? ''), 'erase')}
${card('When agents are coached', coachingForm(o.coaching ?? coachingOf(integration), token), 'coaching')}
${card('Profiles of agents', signalsForm(integration, { visitor, token }), 'signals')}
${card(`Settings of ${integration.name}`, facts(integration))}`;
    return send(request, reply, { title: 'Data and settings', content, status: o.status ?? 200 });
  }

  server.get('/settings/data', async (request, reply) => {
    visitorOf(request).requireRole('admin');
    return show(request, reply);
  });

  server.post('/settings/data/retention', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('owner');
    const given = readGiven(request.body);
    const [text_days, audio_days] = [daysOf(given.text_days, 1), daysOf(given.audio_days, 0)];
    const faults = [
      ...(text_days === undefined
        ? [`Texts are kept for 1 to ${DAYS_MAX} days, or for good: leave it empty.`]
        : []),
      ...(audio_days === undefined
        ? [`Sound is kept for 0 to ${DAYS_MAX} days, or as your operator set: leave it empty.`]
        : []),
    ];
    if (text_days === undefined || audio_days === undefined)
      return show(request, reply, { faults, given, status: 422 });
    const change = { text_days, audio_days, ...expectedIn(request.body) };
    const late = await visitor.ask(setOwnRetention, change).then(() => [], overtaken);
    if (late.length > 0) return show(request, reply, { faults: late, status: 422 });
    return show(request, reply, { done: 'The time is changed. What is older is deleted within the day.' });
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

interface Given {
  text_days: string;
  audio_days: string;
}

const givenOf = ({ text_days, audio_days }: Integration): Given => ({
  text_days: String(text_days ?? ''),
  audio_days: String(audio_days ?? ''),
});

function readGiven(body: unknown): Given {
  const text = (name: string) => textOf(body, name)?.trim() ?? '';
  return { text_days: text('text_days'), audio_days: text('audio_days') };
}

/** Undefined: no number of days. */
function daysOf(text: string, least: number): number | null | undefined {
  if (text === '') return null;
  const days = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return days >= least && days <= DAYS_MAX ? days : undefined;
}

function retention(
  { text_days, audio_days }: Integration,
  { visitor, token, given }: { visitor: Visitor; token: Html; given: Given },
): Html {
  const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);
  const now = html`<dl class="facts mb-3"><dt>Texts</dt><dd>${text_days === null ? 'Kept for good' : `Kept for ${days(text_days)}`}</dd>
<dt>Sound</dt><dd>${audio_days === null ? 'As your operator has set it' : audio_days === 0 ? 'Not kept' : `Kept for ${days(audio_days)}`}</dd></dl>`;
  if (!visitor.isAtLeast('owner'))
    return html`<div class="card-body">${now}<p class="mb-0">An owner of the organization can change it.</p></div>`;
  return html`<form class="card-body" method="post" action="/settings/data/retention">${token}${now}
${field({ name: 'text_days', label: 'Days to keep transcripts and coaching', value: given.text_days, hint: 'Counted from the day a recording arrives. Empty: for good', autocomplete: 'off' })}
${field({ name: 'audio_days', label: 'Days to keep sound', value: given.audio_days, hint: '0: none is kept. Empty: as your operator has set it', autocomplete: 'off' })}
<p>What is older is deleted for good, and counts in insights stay.</p>
<button class="btn btn-primary">Change</button></form>`;
}

function facts({ crm, categories, removes_card_numbers }: Integration): Html {
  return html`<div class="card-body"><dl class="facts"><dt>CRM</dt><dd>${crm ?? 'None is set'}</dd>
<dt>Categories of calls</dt><dd>${categories === null ? 'Any' : categories.map(({ name }) => name).join(', ')}</dd>
<dt>Card numbers are removed</dt><dd>${removes_card_numbers ? 'Yes' : 'No'}</dd></dl>
<p class="text-secondary mt-3 mb-0">Categories are changed where you set <a href="/settings/judging">how calls are judged</a>, and the others by your operator with <code>debrief integrations update</code>.</p></div>`;
}
