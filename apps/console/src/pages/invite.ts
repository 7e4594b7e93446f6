import type { InputOf, OutputOf } from '@debrief/contracts/define';
import type { createOwnInvitation } from '@debrief/contracts/operations/directory-own';
import { isEmail, isExternalId, isStorableText, TEXT_MAX_LENGTH } from '@debrief/contracts/text';
import { type Html, html } from '../html/html.ts';
import { field, select, textOf } from '../html/parts.ts';
import { Fault } from '../http/fault.ts';

type Invitation = InputOf<typeof createOwnInvitation>;

const roles = [
  { value: 'MEMBER', name: 'Member' },
  { value: 'ADMIN', name: 'Admin' },
];

interface Agent {
  id: string;
  name: string;
  email: string;
  external_user_id: string;
}

/** `given`: what was refused. */
export function inviteForm(token: Html, agents: readonly Agent[], given: unknown): Html {
  const value = (name: string) => ({ name, value: textOf(given, name), autocomplete: 'off' });
  const whose = [
    { value: '', name: 'By their e-mail' },
    ...agents.map(({ id, name, email }) => ({ value: id, name: `${name} (${email})` })),
    { value: 'external', name: 'By their id in your CRM' },
  ];
  return html`<form class="card-body" method="post" action="/settings/people">${token}<div class="filter-fields">
${field({ ...value('email'), label: 'E-mail', type: 'email', required: true, hint: 'Who is invited' })}
${field({ ...value('invited-name'), label: 'Name of the person' })}
${select('role', 'Invited as', roles, textOf(given, 'role'), 'A member sees their own calls, an admin everything in this integration')}
${select('agent', 'Whose calls are theirs', whose, textOf(given, 'agent'))}
${field({ ...value('external'), label: 'Their id in your CRM', hint: 'Only if their calls come with it' })}
</div><button class="btn" name="do" value="invite">Invite</button></form>`;
}

/** @throws Fault naming what is wrong. */
export function inviteIn(body: unknown, agents: readonly Agent[]): Invitation {
  const text = (name: string) => textOf(body, name)?.trim() ?? '';
  const [email, name] = [text('email'), text('invited-name')];
  const whose = text('agent');
  const agent = agents.find(({ id }) => id === whose);
  if (agent === undefined && whose !== '' && whose !== 'external')
    throw new Fault('That agent is not here any more. Choose again whose calls are theirs.');
  const typed = text('external');
  if (whose === 'external' && typed === '') throw new Fault('Give their id in your CRM.');
  if (agent !== undefined && typed !== '' && typed !== agent.external_user_id)
    throw new Fault(`Choose ${agent.name} or give an id in your CRM, not both.`);
  const external = agent?.external_user_id ?? typed;
  if (!isEmail(email) || !isExternalId(email)) throw new Fault('Give a whole e-mail address.');
  if (name.length > TEXT_MAX_LENGTH || !isStorableText(name)) throw new Fault('The name is too long.');
  if (external !== '' && !isExternalId(external))
    throw new Fault('The id in your CRM has at most 255 printable characters.');
  return {
    ...{ email, name: name || null, external_user_id: external || null },
    role: text('role') === 'ADMIN' ? 'ADMIN' : 'MEMBER',
  };
}

/** With the link, for where no mail arrives. An open invitation stays as it is, whatever was given this time. */
export function invited(
  { created, invitation }: OutputOf<typeof createOwnInvitation>,
  given: Invitation,
): Html {
  const { email, invitation_link } = invitation;
  const mail = created
    ? 'An e-mail with this link is on its way. You can hand it over yourself as well:'
    : html`No other e-mail is written: “Send again” under <a href="#invitations">Open invitations</a> sends it once more. You can hand this link over yourself as well:`;
  return html`<section class="card mb-3 made-key" aria-labelledby="invited-title"><div class="card-body">
<h2 class="h3" id="invited-title">${created ? `${email} is invited` : `${email} was invited before`}</h2>
<p>${mail} whoever has it joins as ${email}.</p>${!created && staying(invitation, given)}
<label class="form-label" for="invitation-link">Link</label>
<div class="input-group"><input class="form-control" id="invitation-link" value="${invitation_link}" readonly>
<button type="button" class="btn needs-script" data-copy="invitation-link">Copy</button></div>
<p class="mb-0" role="status" data-copied></p></div></section>`;
}

/** What the first invitation says otherwise. */
function staying(first: Pick<Invitation, 'name' | 'role'>, { name, role }: Invitation): Html | null {
  const isNamed = name === null || name === first.name;
  if (isNamed && role === first.role) return null;
  return html`<p>The first invitation stays: ${!isNamed && (first.name === null ? 'it gives no name' : `the name it gives is ${first.name}`)}${!isNamed && role !== first.role && ', and '}${
    role !== first.role && `they are invited as ${first.role === 'ADMIN' ? 'an admin' : 'a member'}`
  }. To change that, withdraw it, then invite again.</p>`;
}
