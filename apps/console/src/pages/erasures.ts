import { CALL_NOT_FOUND, DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import type { Erasure } from '@debrief/contracts/events/erasures';
import { getContact, getUser, listContacts, listUsers } from '@debrief/contracts/operations/directory-people';
import {
  beginErasure,
  eraseContact,
  eraseRecording,
  eraseUser,
} from '@debrief/contracts/operations/erasures';
import { getCallOverview } from '@debrief/contracts/operations/ingest';
import { isStorableText, TEXT_MAX_LENGTH } from '@debrief/contracts/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, card, empty, field, heading, select, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { asNotFound, idOf } from './addresses.ts';

const FOUND_MAX = 20;

/** Somebody whose data is erased: who they are, what goes, and how. */
interface Erasable {
  name: string;
  /** What is deleted and what stays, before the field that confirms it. */
  about(id: string, name: string): Html;
  erase(visitor: Visitor, id: string, body: unknown): Promise<string>;
}

const kinds: Record<'contacts' | 'agents', (visitor: Visitor, id: string) => Promise<Erasable>> = {
  async contacts(visitor, id) {
    const { name } = await visitor.ask(getContact, { by: 'id', value: id });
    return { name, about: aboutContact, erase: theContact };
  },
  async agents(visitor, id) {
    const { name } = await visitor.ask(getUser, { by: 'id', value: id });
    return { name, about: aboutAgent, erase: theAgent };
  },
};

/** Erasing a person once their name is typed, and one call. */
export const erasurePages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function confirm(
    request: FastifyRequest,
    reply: FastifyReply,
    { action, erasable, faults = [] }: { action: string; erasable: Erasable; faults?: string[] },
  ): Promise<FastifyReply> {
    const { name, about } = erasable;
    const form = html`<form class="card-body" method="post" action="${action}">${formToken(cookies, request, reply)}
${about(idOf(request), name)}
${field({ name: 'name', label: `Type “${name}” to confirm`, required: true, autocomplete: 'off' })}
<button class="btn tint-red">Erase ${name} for good</button> <a class="btn" href="/settings/data">Keep</a></form>`;
    const content = html`${heading(`Erase ${name}`)}${alertOf(faults)}${card('This cannot be undone', form)}`;
    return send(request, reply, { title: `Erase ${name}`, content, status: faults.length > 0 ? 422 : 200 });
  }

  function done(request: FastifyRequest, reply: FastifyReply, whatHappened: string): FastifyReply {
    const content = html`${heading('Erased')}${alertOf([whatHappened], 'success')}
<p><a class="btn" href="/calls">Go to the calls</a> <a class="btn" href="/settings/data">Data and settings</a></p>`;
    return send(request, reply, { title: 'Erased', content });
  }

  for (const [kind, find] of Object.entries(kinds)) {
    const path = `/settings/data/${kind}`;
    server.get(`${path}/:id`, async (request, reply) => {
      const visitor = visitorOf(request);
      visitor.requireRole('admin');
      const erasable = await find(visitor, idOf(request)).catch(asNotFound);
      return confirm(request, reply, { action: `${path}/${idOf(request)}`, erasable });
    });
    server.post(`${path}/:id`, async (request, reply) => {
      const visitor = visitorOf(request);
      visitor.requireRole('admin');
      const id = idOf(request);
      const erasable = await find(visitor, id).catch(asNotFound);
      if (textOf(request.body, 'name')?.trim() !== erasable.name.trim()) {
        const faults = ['That is not the name, so nothing was erased.'];
        return confirm(request, reply, { action: `${path}/${id}`, erasable, faults });
      }
      return done(request, reply, await erasable.erase(visitor, id, request.body).catch(asNotFound));
    });
  }

  server.get('/calls/:id/erase', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const overview = await visitor.ask(getCallOverview, { by: 'id', value: idOf(request) }).catch(asNotFound);
    const { call, user_name, contact_name, occurred_at } = overview;
    const form = html`<form class="card-body" method="post" action="/calls/${call.id}/erase">${formToken(cookies, request, reply)}
<p>The recording of ${user_name} with ${contact_name}, ${time(occurred_at, zoneOf(request.cookies.zone))}, is deleted with its transcript, coaching and sound, in every part of Debrief. Counts in insights stay, without a name.</p>
<button class="btn tint-red">Erase this call for good</button> <a class="btn" href="/calls/${call.id}">Keep</a></form>`;
    const content = html`${heading('Erase this call')}${card('This cannot be undone', form)}`;
    return send(request, reply, { title: 'Erase this call', content });
  });

  server.post('/calls/:id/erase', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const input = { kind: 'call', by: 'id', value: idOf(request) } as const;
    const erased = await visitor.ask(eraseRecording, input).catch((error: unknown) => {
      // Sent twice.
      if (error instanceof DebriefError && error.definition.code === CALL_NOT_FOUND.code) asNotFound(error);
      throw error;
    });
    return done(request, reply, `The call is erased. ${receipt(erased.erasure_id)}`);
  });
};

const whatRestsOnThem =
  'Agendas and digests lose what rests on these calls, also where it is all that a piece of advice rests on; profiles of agents are inferred again without them, and may change their type.';

function aboutContact(id: string, name: string): Html {
  return html`<p>All recordings with ${name} are deleted, with their transcripts, coaching and sound, in every part of Debrief. Counts in insights stay, without a name. ${whatRestsOnThem} <a href="/calls?contact=${id}">Look at these calls first</a>.</p>`;
}

function aboutAgent(id: string, name: string): Html {
  const choices = [
    { value: '', name: 'Stay without their name' },
    { value: 'yes', name: 'Are deleted as well' },
  ];
  return html`<p>${name} is deleted with their agendas and what was inferred of them, in every part of Debrief. Who signs in as ${name} stays a member until you remove them. <a href="/calls?agent=${id}">Look at their calls first</a>.</p>
${select('recordings', 'Their calls', choices, '', 'Calls that stay lose their sound as well')}`;
}

async function theContact(visitor: Visitor, id: string): Promise<string> {
  const erasure = await visitor.ask(eraseContact, { by: 'id', value: id });
  await hideRecordings(visitor, erasure);
  return `The contact is erased. ${receipt(erasure.erasure_id)}`;
}

async function theAgent(visitor: Visitor, id: string, body: unknown): Promise<string> {
  const with_recordings = textOf(body, 'recordings') === 'yes';
  const erasure = await visitor.ask(eraseUser, { identifier: { by: 'id', value: id }, with_recordings });
  await hideRecordings(visitor, erasure);
  return `The agent is erased${with_recordings ? ' with their calls' : '; their calls stay without a name'}. ${receipt(erasure.erasure_id)}`;
}

function receipt(erasureId: string): string {
  return `Every part of Debrief deletes what it holds within minutes; the receipt is ${erasureId}.`;
}

/** As the API does: ingest is told by an event as well, and while it does not answer, nobody reads the recordings. */
async function hideRecordings(visitor: Visitor, { integration_id: _, ...erasure }: Erasure): Promise<void> {
  const away: string[] = [UNAVAILABLE.code, TIMED_OUT.code];
  await visitor.ask(beginErasure, erasure).catch((error: unknown) => {
    if (!(error instanceof DebriefError) || !away.includes(error.definition.code)) throw error;
  });
}

/** A form that finds contacts and agents by any part of their name, and who was found. */
export async function erasureSearch(visitor: Visitor, find: string): Promise<Html> {
  const isAsked = find !== '' && find.length <= TEXT_MAX_LENGTH && isStorableText(find);
  const page = { limit: FOUND_MAX, sort: 'desc', name: find } as const;
  const [contacts, agents] = isAsked
    ? await Promise.all([visitor.ask(listContacts, page), visitor.ask(listUsers, page)])
    : [{ data: [] }, { data: [] }];
  const item = (kind: string, id: string, name: string, about: readonly (string | null)[]) =>
    html`<li class="list-group-item place"><div><strong>${name}</strong>
<div class="text-secondary">${about.filter((one) => one !== null).join(' · ')}</div></div>
<a class="btn btn-sm" href="/settings/data/${kind}/${id}">Erase<span class="visually-hidden"> ${name}</span>…</a></li>`;
  const items = [
    ...contacts.data.map(({ id, name, phone, emails }) =>
      item('contacts', id, name, ['Contact', phone, ...emails]),
    ),
    ...agents.data.map(({ id, name, email }) => item('agents', id, name, ['Agent', email])),
  ];
  const isCut = [contacts, agents].some(({ data }) => data.length === FOUND_MAX);
  return html`<form class="card-body" method="get" action="/settings/data#erase"><p>Somebody who asks for it has a right to be erased. Find them here; you are asked once more before anything is deleted. One call is erased from its page.</p>
${field({ name: 'find', label: 'Name of a contact or an agent', value: find, maxlength: TEXT_MAX_LENGTH, autocomplete: 'off' })}<button class="btn">Find</button></form>
${isAsked && items.length === 0 && empty('Nobody is found by this name', 'Any part of a name is found. Try a shorter one.')}
${items.length > 0 && html`<ul class="list-group list-group-flush">${items}</ul>`}
${isCut && html`<p class="card-body mb-0">The newest ${FOUND_MAX} of a kind are shown. Give more of the name to find others.</p>`}`;
}
