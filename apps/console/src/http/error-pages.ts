import {
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
import { NoPlace } from '../session/visitor.ts';

/** What to do, by what happened. */
const advice: Record<string, string> = {
  [ROUTE_NOT_FOUND.code]: 'There is no such page. The address may be mistyped, or what it led to is gone.',
  [NOT_ALLOWED.code]: 'This page is for admins and owners. Ask one of them if you need it.',
  [RATE_LIMITED.code]: 'There were too many requests. Wait a minute and reload the page.',
  [UNAVAILABLE.code]: 'A part of Debrief is restarting or cannot be reached. Reload the page in a moment.',
  [TIMED_OUT.code]: 'A part of Debrief did not answer in time. Reload the page in a moment.',
  [INTERNAL.code]:
    'Something went wrong here, and was logged. Reload the page; if it stays so, tell your operator.',
  [MALFORMED_REQUEST.code]: 'The request could not be understood. Go back and try again.',
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

export function errorPages(send: SendPage) {
  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error instanceof NoPlace) return sendNoPlace(request, reply);
    const failure = declared(error);
    const { code, status } = failure.definition;
    if (status >= 500) request.log.error({ err: error, code }, 'request failed');
    const { retry_after_seconds } = (failure.details ?? {}) as { retry_after_seconds?: number };
    if (status === 429 || status === 503) reply.header('retry-after', String(retry_after_seconds ?? 1));
    const text = advice[code] ?? [failure.publicMessage].flat().join('; ');
    const content = html`<div class="empty"><p class="empty-header">${status}</p>
<h1 class="empty-title">${titles[status] ?? 'This did not work'}</h1><p class="empty-subtitle">${text}</p>
<p><a class="btn btn-primary" href="/">Go to the first page</a></p></div>`;
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

function declared(error: unknown): DebriefError {
  if (error instanceof DebriefError) return error;
  const { statusCode } = error as { statusCode?: number };
  const isClientFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new DebriefError(isClientFault ? MALFORMED_REQUEST : INTERNAL);
}
