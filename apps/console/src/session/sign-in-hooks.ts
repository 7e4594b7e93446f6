import { DebriefError, RATE_LIMITED } from '@debrief/contracts/errors';
import { getSession } from '@debrief/contracts/operations/directory-sessions';
import { addressGroup } from '@debrief/contracts/public-address';
import { MinuteCounter } from '@debrief/http-kit/minute-counter';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleDeps } from '../console-deps.ts';
import { SIGNED_OUT } from '../http/form-tokens.ts';
import { isForm } from '../http/send-again.ts';
import { type CookieRules, sessionToken } from './cookies.ts';
import { askAsConsole, sha256Of, Visitor } from './visitor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null on pages that everybody may see, for somebody who is not. */
    visitor: Visitor | null;
  }
}

const KNOWN_MAX = 20_000;

/** Who is behind each request of a scope, within the limits of requests. */
export function knowVisitors(server: FastifyInstance, deps: ConsoleDeps, cookies: CookieRules): void {
  const { config, messaging } = deps;
  const ofSessions = new MinuteCounter(config.SESSION_LIMIT_PER_MINUTE);
  const ofAddresses = new MinuteCounter(config.ADDRESS_LIMIT_PER_MINUTE);
  const known = new Set<string>();

  async function findVisitor(request: FastifyRequest): Promise<Visitor | null> {
    const token = sessionToken(cookies, request);
    if (token === undefined) return null;
    const token_sha256 = sha256Of(token);
    // Whoever sends invented sessions may not have more of them looked up; others behind the address still get in.
    if (!known.has(token_sha256)) requireRoom(request);
    const session = await askAsConsole(messaging, request, getSession, { token_sha256 });
    if (session === null) known.delete(token_sha256);
    else if (known.size < KNOWN_MAX) known.add(token_sha256);
    return session && new Visitor(messaging, request, session, token_sha256);
  }

  function requireRoom({ ip }: FastifyRequest): void {
    if (ofAddresses.isUsedUp(addressGroup(ip))) throw limited(ofAddresses);
  }
  function countStranger({ ip }: FastifyRequest): void {
    if (!ofAddresses.count(addressGroup(ip))) throw limited(ofAddresses);
  }

  server.addHook('onRequest', async (request) => {
    request.visitor = await findVisitor(request);
    if (request.visitor === null) countStranger(request);
    else if (!ofSessions.count(request.visitor.session.id)) throw limited(ofSessions);
  });
}

function limited(counter: MinuteCounter): Error {
  return new DebriefError(RATE_LIMITED, { retry_after_seconds: counter.secondsLeft() });
}

/** Leads whoever is not signed in to where that is done, and back afterwards. */
export async function requireVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.visitor !== null) return;
  // What was typed is not thrown away for it.
  if (isForm(request)) throw new DebriefError(SIGNED_OUT);
  const url = request.method === 'GET' ? request.url : '/';
  const signIn = url === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(url)}`;
  // A part of a page cannot be replaced by the form: htmx goes there instead.
  if (request.headers['hx-request'] !== undefined && request.method === 'POST')
    await reply.code(401).send('Sign in again');
  else if (request.headers['hx-request'] !== undefined)
    await reply.code(401).header('hx-redirect', signIn).send('Sign in again');
  // A stream of changes shows nothing: the page is led there when it asks for its part.
  else if (request.headers.accept === 'text/event-stream') await reply.code(401).send('Sign in again');
  else await reply.redirect(signIn, 303);
}

export function visitorOf({ visitor }: FastifyRequest): Visitor {
  if (visitor === null) throw new Error('the route is open to everybody');
  return visitor;
}

/** A page of ours to go on with; the first page for anything else, as a link could be made to lead elsewhere. */
export function safeNext(next: unknown): string {
  return typeof next === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes('\\')
    ? next
    : '/calls';
}
