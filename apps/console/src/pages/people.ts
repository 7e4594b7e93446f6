import { DebriefError, INVITATION_CONFLICT } from '@debrief/contracts/errors';
import { listInvitations, resendInvitation } from '@debrief/contracts/operations/directory-invitations';
import {
  changeOwnTeam,
  createOwnInvitation,
  createOwnTeam,
  listOwnMembers,
  listOwnTeams,
  makeOwner,
  removeOwnMember,
  revokeOwnInvitation,
} from '@debrief/contracts/operations/directory-own';
import type { Member } from '@debrief/contracts/resources/member';
import { isStorableText, isUuid, TEXT_MAX_LENGTH } from '@debrief/contracts/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { day, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, card, empty, field, heading, select, textOf } from '../html/parts.ts';
import { Fault } from '../http/fault.ts';
import { actionOf } from '../http/form-actions.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { listAgents } from './agents.ts';
import { invited, inviteForm, inviteIn } from './invite.ts';

const PAGE_SIZE = 100;

/** What each form does, by the value of its button. */
const actions: Record<string, (visitor: Visitor, body: unknown) => Promise<string | Html>> = {
  invite: async (visitor, body) => {
    const given = inviteIn(body, await listAgents(visitor));
    return invited(await visitor.ask(createOwnInvitation, given), given);
  },
  remove: async (visitor, body) => {
    const { account } = await visitor.ask(removeOwnMember, { id: idIn(body, 'id') });
    return `${account.name} has been removed, and is signed out of here.`;
  },
  'make-owner': async (visitor, body) => {
    const { account } = await visitor.ask(makeOwner, { id: idIn(body, 'id') });
    return `${account.name} is an owner of the organization now.`;
  },
  resend: async (visitor, body) => {
    const { email } = await visitor.ask(resendInvitation, { id: idIn(body, 'id') });
    return `The invitation goes to ${email} again, and can be accepted for as long as a new one.`;
  },
  withdraw: async (visitor, body) => {
    const { email } = await visitor.ask(revokeOwnInvitation, { id: idIn(body, 'id') });
    return `The invitation of ${email} has been withdrawn: its link leads nowhere any more.`;
  },
  'new-team': async (visitor, body) => {
    const name = textOf(body, 'name')?.trim() ?? '';
    if (name === '' || name.length > TEXT_MAX_LENGTH || !isStorableText(name))
      throw new Fault(`Give the team a name of at most ${TEXT_MAX_LENGTH} characters.`);
    const { data } = await visitor.ask(listOwnTeams, {});
    if (data.some((team) => team.name === name)) throw new Fault('There is a team of this name already.');
    await visitor.ask(createOwnTeam, { name });
    return `The team ${name} is made. Now put agents into it.`;
  },
  'put-in': async (visitor, body) => {
    await visitor.ask(changeOwnTeam, { ...membershipIn(body), is_in: true });
    return 'The agent is in the team now.';
  },
  'take-out': async (visitor, body) => {
    await visitor.ask(changeOwnTeam, { ...membershipIn(body), is_in: false });
    return 'The agent is not in the team any more.';
  },
};

/** The API says it in its own terms. */
function inWords({ definition, publicMessage }: DebriefError): string[] {
  if (definition.code !== INVITATION_CONFLICT.code) return [publicMessage].flat();
  return [
    'There is an open invitation for this e-mail that says something else. Withdraw it above, then invite again.',
  ];
}

function idIn(body: unknown, name: string): string {
  const id = textOf(body, name) ?? '';
  if (!isUuid(id)) throw new Fault('Choose one from the list.');
  return id;
}

function membershipIn(body: unknown) {
  return { team_id: idIn(body, 'team'), user_id: idIn(body, 'user') };
}

export const peoplePages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: { done?: string | Html; faults?: string[]; status?: number } = {},
  ): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const zone = zoneOf(request.cookies.zone);
    const page = { limit: PAGE_SIZE, sort: 'asc' } as const;
    const [members, invitations, teams, users] = await Promise.all([
      visitor.ask(listOwnMembers, {}),
      visitor.ask(listInvitations, page),
      visitor.ask(listOwnTeams, {}),
      listAgents(visitor),
    ]);
    const token = formToken(cookies, request, reply);
    // What was refused is still there; what was done makes room for the next.
    const given = o.faults === undefined ? undefined : request.body;
    const content = html`${heading('People and teams')}${alertOf(o.faults ?? [])}${typeof o.done === 'string' ? alertOf([o.done], 'success') : o.done}
${card('Members', memberTable(members.data, { visitor, zone, token }))}
${card('Open invitations', html`${invitationList(invitations.data, zone, token)}${inviteForm(token, users, given)}`, 'invitations')}
${card('Teams', teamList(teams.data, users, { token, given }), 'teams')}`;
    return send(request, reply, { title: 'People and teams', content, status: o.status ?? 200 });
  }

  server.get('/settings/people', async (request, reply) => {
    visitorOf(request).requireRole('admin');
    return show(request, reply);
  });

  server.post('/settings/people', { config: { does: Object.keys(actions) } }, async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const act = actions[actionOf(request) ?? ''];
    try {
      if (act === undefined) throw new Fault('Choose what to do by one of the buttons.');
      return show(request, reply, { done: await act(visitor, request.body) });
    } catch (error) {
      const isRefused = error instanceof DebriefError && [404, 409, 429].includes(error.definition.status);
      if (!isRefused && !(error instanceof Fault)) throw error;
      const faults = error instanceof DebriefError ? inWords(error) : [error.message];
      return show(request, reply, { faults, status: 422 });
    }
  });
};

const roles = {
  owner: 'Owner: everything in the organization',
  admin: 'Admin: everything in this integration',
  member: 'Member: their own calls',
};

function memberTable(
  members: readonly Member[],
  { visitor, zone, token }: { visitor: Visitor; zone: string; token: Html },
): Html {
  const owners = new Set(members.flatMap(({ role, account }) => (role === 'owner' ? [account.id] : [])));
  const rows = members.map(({ id, account, role, created_date }) => {
    const isSelf = account.id === visitor.session.account.id;
    const mayRise = visitor.isAtLeast('owner') && role !== 'owner' && !owners.has(account.id);
    const mayRemove = !isSelf && (role !== 'owner' || visitor.isAtLeast('owner'));
    return html`<tr><th scope="row">${account.name}${isSelf && ' (you)'}<div class="text-secondary fw-normal">${account.email}</div></th>
<td data-label="May see">${roles[role]}</td><td data-label="Since">${day(created_date, zone)}</td>
<td>${mayRise && confirmed({ token, id, does: 'make-owner', name: 'Make an owner of', whom: account.name, after: 'They see and do everything in the whole organization, as you do, also removing you.' })}${mayRemove && confirmed({ token, id, does: 'remove', name: 'Remove', whom: account.name, after: 'They are signed out of here at once. Their calls stay.' })}</td></tr>`;
  });
  return html`<div class="table-responsive"><table class="table table-vcenter card-table stacked"><caption class="visually-hidden">Members</caption>
<thead><tr><th scope="col">Name</th><th scope="col">May see</th><th scope="col">Since</th><th scope="col"><span class="visually-hidden">Remove</span></th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

interface Confirmed {
  token: Html;
  id: string;
  does: string;
  name: string;
  whom: string;
  /** What becomes of it. */
  after: string;
}

/** A button that has to be asked for first. */
function confirmed({ token, id, does, name, whom, after }: Confirmed): Html {
  return html`<details><summary class="link">${name}<span class="visually-hidden"> ${whom}</span>…</summary>
<form class="mt-2" method="post" action="/settings/people">${token}<input type="hidden" name="id" value="${id}"><p>${after}</p>
<button class="btn btn-sm tint-red" name="do" value="${does}">${name} ${whom}</button></form></details>`;
}

function invitationList(
  invitations: readonly { id: string; email: string; created_date: string }[],
  zone: string,
  token: Html,
): Html {
  if (invitations.length === 0)
    return empty(
      'No open invitation',
      'Invite somebody below. Your CRM can invite people as well. Whoever accepts becomes a member above.',
    );
  const items = invitations.map(
    ({ id, email, created_date }) => html`<li class="list-group-item place"><div><strong>${email}</strong>
<div class="text-secondary">Invited ${day(created_date, zone)}</div></div><div class="d-flex flex-wrap gap-3 align-items-start">
<form method="post" action="/settings/people">${token}<input type="hidden" name="id" value="${id}"><button class="btn btn-sm" name="do" value="resend">Send again<span class="visually-hidden"> to ${email}</span></button></form>
${confirmed({ token, id, does: 'withdraw', name: 'Withdraw', whom: email, after: 'Its link stops working at once.' })}</div></li>`,
  );
  return html`<ul class="list-group list-group-flush">${items}</ul>`;
}

interface TeamWithUsers {
  id: string;
  name: string;
  users: readonly { id: string; name: string }[];
}

function teamList(
  teams: readonly TeamWithUsers[],
  users: readonly { id: string; name: string }[],
  { token, given }: { token: Html; given: unknown },
): Html {
  const items = teams.map(({ id, name, users: own }) => {
    const agents = own.map(
      (
        user,
      ) => html`<li><form method="post" action="/settings/people">${token}<input type="hidden" name="team" value="${id}"><input type="hidden" name="user" value="${user.id}">
${user.name} <button class="btn btn-sm" name="do" value="take-out">Take out<span class="visually-hidden"> ${user.name} of ${name}</span></button></form></li>`,
    );
    return html`<li class="list-group-item"><strong>${name}</strong> · <a href="/insights?who=team:${id}">Insights<span class="visually-hidden"> of ${name}</span></a>
${own.length === 0 ? html`<p class="text-secondary mb-0">Nobody is in it yet.</p>` : html`<ul class="claims">${agents}</ul>`}</li>`;
  });
  const choices = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, name }));
  return html`${
    teams.length === 0
      ? empty(
          'There is no team yet',
          'A team is a group of agents whose figures you look at together. Make one below.',
        )
      : html`<ul class="list-group list-group-flush">${items}</ul>`
  }
${
  teams.length > 0 &&
  users.length > 0 &&
  html`<form class="card-body" method="post" action="/settings/people">${token}<div class="filter-fields">
${select('user', 'Agent', choices(users), textOf(given, 'user'))}${select('team', 'Team', choices(teams), textOf(given, 'team'))}</div>
<button class="btn" name="do" value="put-in">Put the agent into the team</button></form>`
}
<form class="card-body" method="post" action="/settings/people">${token}
${field({ name: 'name', label: 'Name of a new team', value: textOf(given, 'name'), required: true, maxlength: TEXT_MAX_LENGTH, autocomplete: 'off' })}
<button class="btn" name="do" value="new-team">Make the team</button></form>`;
}
