import {
  BODY_TOO_LARGE,
  DebriefError,
  INTERNAL,
  MALFORMED_REQUEST,
  NOT_ALLOWED,
  RATE_LIMITED,
  ROUTE_NOT_FOUND,
  TIMED_OUT,
  UNAVAILABLE,
} from '@debrief/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../html/html.ts';
import type { SendPage } from '../html/layout.ts';
import type { CookieRules } from '../session/cookies.ts';
import { NoPlace } from '../session/visitor.ts';
import { FORM_EXPIRED, SIGNED_OUT } from './form-tokens.ts';
import { sendAgain } from './send-again.ts';

/** What to do, by what happened. */
const advice: Record<string, string> = {
  [ROUTE_NOT_FOUND.code]: 'There is no such page. The address may be mistyped, or what it led to is gone.',
  [NOT_ALLOWED.code]: 'This is for admins and owners. Ask one of them if you need it.',
  [RATE_LIMITED.code]: 'There were too many requests. Wait a minute and reload the page.',
  [UNAVAILABLE.code]: 'A part of Debrief is restarting or cannot be reached. Reload the page in a moment.',
  [TIMED_OUT.code]: 'A part of Debrief did not answer in time. Reload the page in a moment.',
  [SIGNED_OUT.code]: 'You are signed out, so nothing was changed. Sign in, and do it again.',
  [INTERNAL.code]:
    'Something went wrong here, and was logged. Reload the page; if it stays so, tell your operator.',
  [BODY_TOO_LARGE.code]:
    'That is more than a form may hold, and nothing was changed. Go back and make it shorter.',
  [MALFORMED_REQUEST.code]: 'The request could not be understood. Go back and try again.',
};
/** The same to whoever sent a form, which is kept on the page. */
const kept = 'What you sent is kept on this page:';
const ofForm: Record<string, string> = {
  [UNAVAILABLE.code]: `A part of Debrief is restarting or cannot be reached. ${kept} wait a moment, and send it again.`,
  [TIMED_OUT.code]: `A part of Debrief did not answer in time, and may do what you asked all the same. Look in another tab whether it is done. ${kept} send it again if it is not.`,
  [RATE_LIMITED.code]: `There were too many requests. ${kept} wait a minute, and send it again.`,
  [FORM_EXPIRED.code]: `You have signed in or out since this form was opened, so nothing was changed. ${kept} send it again if you still want to.`,
  [SIGNED_OUT.code]: `You are signed out, so nothing was changed. ${kept} sign in in another tab, come back here, and send it again.`,
};
const titles: Record<number, string> = {
  401: 'Sign in again',
  403: 'Not allowed',
  404: 'Not found',
  413: 'Too large',
  429: 'Too many requests',
  500: 'Unexpected error',
  503: 'Not available',
  504: 'No answer in time',
};

export function errorPages(send: SendPage, cookies: CookieRules) {
  async function sendError(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (error instanceof NoPlace) return sendNoPlace(request, reply);
    const failure = declared(error);
    const { code, status } = failure.definition;
    if (status >= 500) request.log.error({ err: error, code }, 'request failed');
    const { retry_after_seconds } = (failure.details ?? {}) as { retry_after_seconds?: number };
    if (status === 429 || status === 503) reply.header('retry-after', String(retry_after_seconds ?? 1));
    const isOut = code === SIGNED_OUT.code;
    const again = code in ofForm ? await sendAgain(cookies, request, reply, !isOut) : null;
    const text =
      (again && ofForm[code]) ?? adviceFor(code, request) ?? [failure.publicMessage].flat().join('; ');
    const next = html`<p class="mt-3 mb-0"><a class="btn${again === null && ' btn-primary'}" href="/">Go to the first page</a></p>`;
    const signIn = html`<p><a class="btn btn-primary" href="/sign-in" target="_blank">Sign in in another tab</a></p>`;
    const content = html`<div class="empty"><p class="empty-header">${status}</p>
<h1 class="empty-title">${titles[status] ?? 'This did not work'}</h1><p class="empty-subtitle">${text}</p>
${isOut && signIn}${again}${!isOut && next}</div>`;
    return send(request, reply, { title: titles[status] ?? 'Error', content, status });
  }

  function sendNoPlace(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const content = html`<div class="empty"><h1 class="empty-title">There is no integration yet</h1>
<p class="empty-subtitle">Calls arrive by an integration of your organization. Your operator makes one with
<code>debrief integrations create</code>; then reload this page.</p></div>`;
    return send(request, reply, { title: 'No integration', content });
  }

  return {
    sendError,
    sendNotFound: (request: FastifyRequest, reply: FastifyReply) =>
      sendError(new DebriefError(ROUTE_NOT_FOUND), request, reply),
  };
}

function adviceFor(code: string, { visitor }: FastifyRequest): string | undefined {
  if (code === NOT_ALLOWED.code && visitor?.isAtLeast('admin'))
    return 'This is for owners of the organization. Ask one of them if you need it.';
  return advice[code];
}

function declared(error: unknown): DebriefError {
  if (error instanceof DebriefError) return error;
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === BODY_TOO_LARGE.status) return new DebriefError(BODY_TOO_LARGE);
  const isClientFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new DebriefError(isClientFault ? MALFORMED_REQUEST : INTERNAL);
}
