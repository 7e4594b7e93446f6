import { DebriefError, SIGN_IN_LIMITED, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { requestRecovery } from '@debrief/contracts/operations/directory-sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, field, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { askAsConsole, originOf } from '../session/visitor.ts';

export const recoveryPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { faults = [], status = 200 }: { faults?: string[]; status?: number } = {},
  ): FastifyReply {
    const email = request.visitor?.session.account.email;
    const content = html`<div class="card card-md"><div class="card-body">
<h1 class="h2 mb-3">Set a new password</h1>
<p>We send a link to your e-mail. It works once, within an hour.</p>${alertOf(faults)}
<form method="post" action="/recovery">${formToken(cookies, request, reply)}
${field({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username', required: true, readonly: email !== undefined, autofocus: true })}
<button class="btn btn-primary w-100">Send the link</button></form></div></div>
<p class="text-center mt-3">No e-mail at hand? Your operator can give you a link: <code>debrief members reset</code>.
${email === undefined ? html`<a href="/sign-in">Back to sign-in</a>` : html`<a href="/account">Back to your account</a>`}</p>`;
    return send(request, reply, { title: 'Set a new password', content, status });
  }

  server.get('/recovery', async (request, reply) => show(request, reply));

  server.post('/recovery', async (request, reply) => {
    const email = textOf(request.body, 'email')?.trim() ?? '';
    try {
      await askAsConsole(deps.messaging, request, requestRecovery, { email, origin: originOf(request) });
    } catch (error) {
      if (!(error instanceof DebriefError)) throw error;
      const { code, status } = error.definition;
      if (code === SIGN_IN_LIMITED.code)
        return show(request, reply, {
          faults: ['Too many links were asked for. Try again in 15 minutes.'],
          status,
        });
      if (code !== VALIDATION_FAILED.code) throw error;
      return show(request, reply, { faults: ['This is not an e-mail address.'], status: 422 });
    }
    // The same for an e-mail without an account.
    const content = html`<div class="card card-md"><div class="card-body"><h1 class="h2">Look into your mail</h1>
<p>If ${email} has an account here, a link to set a new password is on its way. It works for an hour.</p>
<p class="mb-0">Nothing came? Look among the junk, or ask your operator for a link.</p></div></div>`;
    return send(request, reply, { title: 'Look into your mail', content });
  });
};
