import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DebriefError, defineError } from '@debrief/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../html/html.ts';
import { type CookieRules, sessionToken, visitToken } from '../session/cookies.ts';

/** Rather than a library's token with a secret of its own: the key is the session itself, so nothing is to be configured. */
const PURPOSE = 'debrief form';

export const FORM_EXPIRED = defineError(
  'FORM_EXPIRED',
  403,
  'This form is from before you signed in or out. Go back, reload the page and try again',
);
export const SIGNED_OUT = defineError('SIGNED_OUT', 401, 'You are signed out');
export const FOREIGN_FORM = defineError('FOREIGN_FORM', 403, 'This form was sent from another site');

/** The hidden field of every form. Before somebody signs in, a cookie with a random value is the key. */
export function formToken(rules: CookieRules, request: FastifyRequest, reply: FastifyReply): Html {
  let key = sessionToken(rules, request) ?? visitToken(rules, request);
  if (key === undefined) {
    key = randomBytes(32).toString('base64url');
    rules.setVisit(reply, key);
    request.cookies[rules.visit] = key;
  }
  return html`<input type="hidden" name="form_token" value="${signature(key)}">`;
}

/** Of each request that may change something: it comes from a form of ours that this browser got. */
export function requireOwnForm(rules: CookieRules, request: FastifyRequest): void {
  if (isForeign(request)) throw new DebriefError(FOREIGN_FORM);
  if (!hasToken(rules, request, request.body)) throw new DebriefError(FORM_EXPIRED);
}

/** Also one that has expired, where the browser says that it comes from a page of ours. */
export function isOwnForm(rules: CookieRules, request: FastifyRequest, body: unknown): boolean {
  if (isForeign(request)) return false;
  return request.headers['sec-fetch-site'] !== undefined || hasToken(rules, request, body);
}

function isForeign({ headers: { origin, host, 'sec-fetch-site': site } }: FastifyRequest): boolean {
  if (site !== undefined) return site !== 'same-origin';
  return origin !== undefined && URL.parse(origin)?.host !== host;
}

function hasToken(rules: CookieRules, request: FastifyRequest, body: unknown): boolean {
  const key = sessionToken(rules, request) ?? visitToken(rules, request);
  const given = [(body as Record<string, unknown> | null | undefined)?.form_token].flat()[0];
  return key !== undefined && typeof given === 'string' && isEqual(given, signature(key));
}

function signature(key: string): string {
  return createHmac('sha256', key).update(PURPOSE).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
