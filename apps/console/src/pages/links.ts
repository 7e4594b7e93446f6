import { DebriefError, LINK_NOT_FOUND, LINK_SPENT } from '@debrief/contracts/errors';
import { openLink, takeLink } from '@debrief/contracts/operations/directory-sessions';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@debrief/contracts/resources/member';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, field, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { safeNext } from '../session/sign-in-hooks.ts';
import { askAsConsole, originOf } from '../session/visitor.ts';

/** Links that work once. Opening one changes nothing, because programs that read mails open links too. */
export const linkPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: { token: string; next: string; faults?: string[]; status?: number },
  ): Promise<FastifyReply> {
    const { token, next, faults = [], status = 200 } = o;
    const { purpose, email, name } = await askAsConsole(deps.messaging, request, openLink, { token });
    const fields = html`${formToken(cookies, request, reply)}<input type="hidden" name="next" value="${next}">`;
    const action = `/links/${encodeURIComponent(token)}`;
    const content =
      purpose === 'password'
        ? html`<h1 class="h2 mb-3">Set your password</h1>${alertOf(faults)}
<form method="post" action="${action}">${fields}
${field({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username', readonly: true })}
${field({ name: 'name', label: 'Name', value: name, autocomplete: 'name', required: true, maxlength: 512 })}
${newPasswordField()}
<button class="btn btn-primary w-100">Set it and sign in</button></form>
<p class="mt-3 mb-0 text-secondary">You are signed out wherever you were signed in before.</p>`
        : html`<h1 class="h2 mb-3">Sign in as ${name}</h1><p>${email}</p>
<form method="post" action="${action}" data-submit-now>${fields}<button class="btn btn-primary w-100">Sign in</button></form>`;
    return send(request, reply, { title: 'Sign in', content: centred(content), status });
  }

  function refused(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    if (!(error instanceof DebriefError)) throw error;
    const { code, status } = error.definition;
    if (code !== LINK_NOT_FOUND.code && code !== LINK_SPENT.code) throw error;
    const { reason } = (error.details ?? {}) as { reason?: 'used' | 'expired' };
    const happened =
      reason === undefined
        ? 'This link does not work: it is not complete, or a newer one replaced it.'
        : reason === 'used'
          ? 'This link was used before; each works once.'
          : 'This link has expired.';
    const content = html`<h1 class="h2">Ask for a new link</h1><p>${happened}</p>
<p class="mb-0"><a class="btn btn-primary" href="/recovery">Send me a new link</a> <a class="btn" href="/sign-in">Sign in</a></p>
<p class="mt-3 mb-0 text-secondary">Do you run this Debrief yourself? <code>npm start</code> prints a new link to the demo each time, and <code>debrief members reset E-MAIL</code> one for anybody.</p>`;
    return send(request, reply, { title: 'Ask for a new link', content: centred(content), status });
  }

  server.get('/links/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const next = safeNext(textOf(request.query, 'next'));
    return show(request, reply, { token, next }).catch((error) => refused(request, reply, error));
  });

  server.post('/links/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const { body } = request;
    const next = safeNext(textOf(body, 'next'));
    const password = textOf(body, 'password');
    const name = textOf(body, 'name')?.trim();
    const faults = password === undefined ? [] : passwordFaults(password);
    if (faults.length > 0)
      return show(request, reply, { token, next, faults, status: 422 }).catch((error) =>
        refused(request, reply, error),
      );
    try {
      const session = await askAsConsole(deps.messaging, request, takeLink, {
        ...{ token, origin: originOf(request) },
        ...(password !== undefined && { password }),
        ...(name !== undefined && name !== '' && { name }),
      });
      cookies.setSession(reply, session.token);
      return reply.redirect(next, 303);
    } catch (error) {
      return refused(request, reply, error);
    }
  });
};

export function centred(content: Html): Html {
  return html`<div class="card card-md"><div class="card-body">${content}</div></div>`;
}

export function newPasswordField(): Html {
  return field({
    ...{
      name: 'password',
      label: 'New password',
      type: 'password',
      autocomplete: 'new-password',
      required: true,
    },
    ...{ minlength: PASSWORD_MIN_LENGTH, maxlength: PASSWORD_MAX_LENGTH },
    hint: `At least ${PASSWORD_MIN_LENGTH} characters; a few words are easy to remember`,
  });
}

export function passwordFaults(password: string): string[] {
  if (password.length < PASSWORD_MIN_LENGTH)
    return [`The password must have at least ${PASSWORD_MIN_LENGTH} characters.`];
  if (password.length > PASSWORD_MAX_LENGTH)
    return [`The password must have at most ${PASSWORD_MAX_LENGTH} characters.`];
  return [];
}
