import { DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import { getOwnIntegration, setOwnRetention } from '@debrief/contracts/operations/directory-own';
import { getContact, listContacts } from '@debrief/contracts/operations/directory-people';
import { beginErasure, eraseContact } from '@debrief/contracts/operations/erasures';
import type { Integration } from '@debrief/contracts/resources/access';
import { isStorableText, TEXT_MAX_LENGTH } from '@debrief/contracts/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, card, empty, field, heading, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { asNotFound, idOf } from './addresses.ts';

const FOUND_MAX = 20;
const DAYS_MAX = 36_500;

/** How long data is kept, and what is erased before that. */
export const dataPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: { done?: string; faults?: string[]; given?: Given; status?: number } = {},
  ): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const token = formToken(cookies, request, reply);
    const integration = await visitor.ask(getOwnIntegration, {});
    const content = html`${heading('Data and settings')}${alertOf(o.faults ?? [])}${o.done !== undefined && alertOf([o.done], 'success')}
${card('How long data is kept', retention(integration, { visitor, token, given: o.given ?? givenOf(integration) }), 'retention')}
${card('Erase a contact', await erasureSearch(visitor, textOf(request.query, 'find')?.trim() ?? ''), 'erase')}
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
    await visitor.ask(setOwnRetention, { text_days, audio_days });
    return show(request, reply, { done: 'The time is changed. What is older is deleted within the day.' });
  });

  server.get('/settings/data/contacts/:id', async (request, reply) => confirm(request, reply));

  async function confirm(request: FastifyRequest, reply: FastifyReply, faults: string[] = []) {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const contact = await visitor.ask(getContact, { by: 'id', value: idOf(request) }).catch(asNotFound);
    const { id, name } = contact;
    const token = formToken(cookies, request, reply);
    const content = html`${heading(`Erase ${name}`)}${alertOf(faults)}
${card(
  'This cannot be undone',
  html`<form class="card-body" method="post" action="/settings/data/contacts/${id}">${token}
<p>All recordings with ${name} are deleted, with their transcripts, coaching and sound, in every part of Debrief. Counts in insights stay, without a name. <a href="/calls?contact=${id}">Look at these calls first</a>.</p>
${field({ name: 'name', label: `Type “${name}” to confirm`, required: true, autocomplete: 'off' })}
<button class="btn tint-red">Erase ${name} for good</button> <a class="btn" href="/settings/data">Keep</a></form>`,
)}`;
    return send(request, reply, { title: `Erase ${name}`, content, status: faults.length > 0 ? 422 : 200 });
  }

  server.post('/settings/data/contacts/:id', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const identifier = { by: 'id', value: idOf(request) } as const;
    const { name } = await visitor.ask(getContact, identifier).catch(asNotFound);
    if (textOf(request.body, 'name')?.trim() !== name.trim())
      return confirm(request, reply, ['That is not the name of the contact, so nothing was erased.']);
    const { integration_id: _, ...erasure } = await visitor.ask(eraseContact, identifier).catch(asNotFound);
    await visitor.ask(beginErasure, erasure).catch(onlyAway);
    return show(request, reply, {
      done: `The contact is erased. Every part of Debrief deletes what it holds within minutes; the receipt is ${erasure.erasure_id}.`,
    });
  });
};

/** As the API does: ingest is told by an event as well, and while it does not answer, nobody reads the recordings. */
function onlyAway(error: unknown): void {
  const codes: string[] = [UNAVAILABLE.code, TIMED_OUT.code];
  if (!(error instanceof DebriefError) || !codes.includes(error.definition.code)) throw error;
}

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

async function erasureSearch(visitor: Visitor, find: string): Promise<Html> {
  const isAsked = find !== '' && find.length <= TEXT_MAX_LENGTH && isStorableText(find);
  const found = isAsked
    ? (await visitor.ask(listContacts, { limit: FOUND_MAX, sort: 'desc', name: find })).data
    : [];
  const items = found.map(
    ({ id, name, phone, emails }) => html`<li class="list-group-item place"><div><strong>${name}</strong>
<div class="text-secondary">${[phone, ...emails].filter((one) => one !== null).join(' · ')}</div></div>
<a class="btn btn-sm" href="/settings/data/contacts/${id}">Erase<span class="visually-hidden"> ${name}</span>…</a></li>`,
  );
  return html`<form class="card-body" method="get" action="/settings/data"><p>Somebody who asks for it has a right to be erased. Find them here; you are asked once more before anything is deleted.</p>
${field({ name: 'find', label: 'Name of the contact', value: find, autocomplete: 'off' })}<button class="btn">Find</button></form>
${isAsked && found.length === 0 && empty('Nobody is found by this name', 'Any part of a name is found. Try a shorter one.')}
${items.length > 0 && html`<ul class="list-group list-group-flush">${items}</ul>`}`;
}

function facts({
  crm,
  cadences,
  review_days,
  categories,
  removes_card_numbers,
  signals,
  agenda_mails,
}: Integration): Html {
  const yes = (is: boolean) => (is ? 'Yes' : 'No');
  return html`<div class="card-body"><dl class="facts"><dt>CRM</dt><dd>${crm ?? 'None is set'}</dd>
<dt>Coaching periods</dt><dd>${cadences.length === 0 ? 'None' : cadences.join(', ')}</dd>
<dt>Days to answer an agenda</dt><dd>${review_days}</dd>
<dt>Categories of calls</dt><dd>${categories === null ? 'Any' : categories.map(({ name }) => name).join(', ')}</dd>
<dt>Card numbers are removed</dt><dd>${yes(removes_card_numbers)}</dd>
<dt>Profiles of agents are inferred</dt><dd>${yes(signals)}</dd>
<dt>Agents are mailed about agendas</dt><dd>${yes(agenda_mails)}</dd></dl>
<p class="text-secondary mt-3 mb-0">Your operator changes these with <code>debrief integrations update</code>.</p></div>`;
}
