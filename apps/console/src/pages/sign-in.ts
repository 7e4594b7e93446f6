import { DebriefError, SIGN_IN_LIMITED, SIGN_IN_REFUSED, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { createSession, endSession } from '@debrief/contracts/operations/directory-sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleDeps, Pages } from '../console-deps.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, field, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { safeNext } from '../session/sign-in-hooks.ts';
import { askAsConsole, originOf } from '../session/visitor.ts';

export const signInPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: { next: string; email?: string | undefined; faults?: string[]; said?: string; status?: number },
  ): FastifyReply {
    const { next, email, faults = [], said, status = 200 } = o;
    const content = html`<div class="card card-md"><div class="card-body">
<h1 class="h2 mb-3">Sign in</h1>
${alertOf(said === undefined ? [] : [said], 'success')}${alertOf(faults)}
<form method="post" action="/sign-in">${formToken(cookies, request, reply)}
<input type="hidden" name="next" value="${next}">
${field({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username', required: true, autofocus: true })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', required: true })}
<button class="btn btn-primary w-100">Sign in</button></form>${openIdLink(deps, next)}
</div></div>
<p class="text-center mt-3"><a href="/recovery">Forgotten your password?</a></p>`;
    return send(request, reply, { title: 'Sign in', content, status });
  }

  server.get('/sign-in', async (request, reply) => {
    const next = safeNext(textOf(request.query, 'next'));
    if (request.visitor !== null) return reply.redirect(next, 303);
    const said = textOf(request.query, 'out') === undefined ? {} : { said: 'You are signed out.' };
    return show(request, reply, { next, ...said });
  });

  server.post('/sign-in', async (request, reply) => {
    const { body } = request;
    const next = safeNext(textOf(body, 'next'));
    const email = textOf(body, 'email')?.trim() ?? '';
    try {
      const { token } = await askAsConsole(deps.messaging, request, createSession, {
        ...{ email, password: textOf(body, 'password') ?? '', origin: originOf(request) },
      });
      cookies.setSession(reply, token);
      return reply.redirect(next, 303);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      return show(request, reply, { next, email, faults: [refusal.text], status: refusal.status });
    }
  });

  server.get('/', async (_, reply) => reply.redirect('/calls', 303));

  server.post('/sign-out', async (request, reply) => {
    const isEverywhere = textOf(request.body, 'everywhere') !== undefined;
    const { visitor } = request;
    if (visitor !== null) {
      const which = isEverywhere ? 'all' : 'this';
      await visitor.askConsole(endSession, { token_sha256: visitor.tokenSha256, which });
    }
    cookies.clearSession(reply);
    return reply.redirect('/sign-in?out', 303);
  });
};

/** Another way than the password, where there is one. */
function openIdLink({ openId }: ConsoleDeps, next: string): Html | null {
  if (openId === null) return null;
  const href = `/sign-in/openid?${new URLSearchParams({ next })}`;
  return html`<p class="text-center text-secondary my-3">or</p>
<a class="btn w-100" href="${href}">Sign in with ${openId.name}</a>`;
}

/** What a person is told whose e-mail and password do not go together; null for anything else. */
export function refusalOf(error: unknown): { text: string; status: number } | null {
  if (!(error instanceof DebriefError)) return null;
  const { code, status } = error.definition;
  if (code === SIGN_IN_LIMITED.code) return { text: `${String(error.publicMessage)}.`, status };
  // A field that cannot be an e-mail or a password belongs to nobody either.
  if (code === SIGN_IN_REFUSED.code || code === VALIDATION_FAILED.code)
    return { text: `${String(SIGN_IN_REFUSED.message)}.`, status: SIGN_IN_REFUSED.status };
  return null;
}
