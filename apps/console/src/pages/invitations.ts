import type { OutputOf } from '@debrief/contracts/define';
import { DebriefError, INVITATION_NOT_FOUND, INVITATION_NOT_PENDING } from '@debrief/contracts/errors';
import { acceptInvitation, openInvitation } from '@debrief/contracts/operations/directory-sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleDeps, Pages } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, field, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { askAsConsole, originOf } from '../session/visitor.ts';
import { centred, newPasswordField, passwordFaults } from './links.ts';
import { refusalOf } from './sign-in.ts';

type Opened = OutputOf<typeof openInvitation>;

/** What to do with an invitation that cannot be accepted any more. */
const endings: Record<Exclude<Opened['status'], 'PENDING'>, Html> = {
  ACCEPTED: html`<p>This invitation was accepted before.</p>`,
  EXPIRED: html`<p>This invitation has expired. Ask whoever invited you to send it again.</p>`,
  REVOKED: html`<p>This invitation was withdrawn. If you think that is a mistake, ask whoever invited you.</p>`,
};

export const invitationPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: { token: string; name?: string; faults?: string[]; status?: number },
  ): Promise<FastifyReply> {
    const invitation = await askAsConsole(deps.messaging, request, openInvitation, { token: o.token });
    const { organization_name, status, email } = invitation;
    const title = `Join ${organization_name}`;
    const head = html`<h1 class="h2 mb-3">${title}</h1>`;
    const answer = (content: Html, code: number) =>
      send(request, reply, { title, content: centred(content), status: code });
    const signedIn = request.visitor?.session.account.email;
    if (status !== 'PENDING')
      return answer(
        html`${head}${endings[status]}${status === 'ACCEPTED' && whereTo(signedIn !== undefined)}`,
        410,
      );
    const fields = formToken(cookies, request, reply);
    if (signedIn !== undefined && signedIn.toLowerCase() !== email.toLowerCase())
      return answer(
        html`${head}<p>The invitation is for ${email}, and you are signed in as ${signedIn}. Sign out, then open its link again.</p>
<form method="post" action="/sign-out">${fields}<button class="btn btn-primary">Sign out</button></form>`,
        409,
      );
    const form = html`${head}<p>${organization_name} invites you to Debrief, where calls are listened to and coached.</p>${alertOf(o.faults ?? [])}
<form method="post" action="/invitations/${encodeURIComponent(o.token)}">${fields}
${field({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username', readonly: true })}
${invitation.has_account ? knownFields() : newFields(o.name ?? invitation.name ?? '')}
<button class="btn btn-primary w-100">Join ${organization_name}</button></form>${openIdForm(deps, { fields, organization_name, token: o.token })}`;
    return answer(form, o.status ?? 200);
  }

  function refused(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    if (!(error instanceof DebriefError) || error.definition.code !== INVITATION_NOT_FOUND.code) throw error;
    const content = html`<h1 class="h2">This link leads to no invitation</h1>
<p>It may be cut off, or from another Debrief. Open it from the e-mail again, or ask whoever invited you for the link.</p>
<p class="mb-0"><a class="btn" href="/sign-in">Sign in</a></p>`;
    return send(request, reply, { title: 'No invitation', content: centred(content), status: 404 });
  }

  server.get('/invitations/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    return show(request, reply, { token }).catch((error) => refused(request, reply, error));
  });

  server.post('/invitations/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const password = textOf(request.body, 'password') ?? '';
    const name = textOf(request.body, 'name')?.trim() ?? '';
    const again = (faults: string[], status: number) =>
      show(request, reply, { token, name, faults, status }).catch((error) => refused(request, reply, error));
    const isKnown = textOf(request.body, 'known') !== undefined;
    const faults = [...(name === '' && !isKnown ? ['Say your name.'] : []), ...passwordFaults(password)];
    if (faults.length > 0) return again(faults, 422);
    try {
      const given = { token, password, name: name || 'Unnamed', origin: originOf(request) };
      const accepted = await askAsConsole(deps.messaging, request, acceptInvitation, given);
      cookies.setSession(reply, accepted.token);
      return reply.redirect('/calls', 303);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) return again([refusal.text], refusal.status);
      const isOver = error instanceof DebriefError && error.definition.code === INVITATION_NOT_PENDING.code;
      return isOver ? again([], 410) : refused(request, reply, error);
    }
  });
};

function whereTo(isSignedIn: boolean): Html {
  const [href, name] = isSignedIn ? ['/calls', 'Go to the calls'] : ['/sign-in', 'Sign in'];
  return html`<p><a class="btn btn-primary" href="${href}">${name}</a></p>`;
}

function newFields(name: string): Html {
  return html`${field({ name: 'name', label: 'Name', value: name, autocomplete: 'name', required: true, maxlength: 512, autofocus: true })}
${newPasswordField()}`;
}

/** Another way than a password, where there is one. */
function openIdForm(
  { openId }: ConsoleDeps,
  { fields, organization_name, token }: { fields: Html; organization_name: string; token: string },
): Html | null {
  if (openId === null) return null;
  return html`<p class="text-center text-secondary my-3">or</p>
<form method="post" action="/sign-in/openid">${fields}<input type="hidden" name="invitation" value="${token}">
<button class="btn w-100">Join ${organization_name} with ${openId.name}</button></form>`;
}

/** The link alone must not do: others than the person may have it. */
function knownFields(): Html {
  return html`<input type="hidden" name="known" value="yes"><p>You have an account here already.</p>
${field({ name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password', required: true, autofocus: true })}
<p><a href="/recovery">Forgotten it?</a></p>`;
}
