import type { FastifyReply, FastifyRequest } from 'fastify';

/** The server decides when a session is over; a browser may keep its cookie for as long as browsers allow. */
const KEPT_SECONDS = 400 * 86_400;

/** For signing in at a provider of OpenID Connect. */
const OPENID_SECONDS = 15 * 60;

export interface CookieRules {
  /** Names of the cookies of the session, of a form before there is one, and of a sign-in elsewhere. */
  readonly session: string;
  readonly visit: string;
  readonly openId: string;
  setSession(reply: FastifyReply, token: string): void;
  setVisit(reply: FastifyReply, token: string): void;
  clearSession(reply: FastifyReply): void;
  setOpenId(reply: FastifyReply, value: string): void;
  clearOpenId(reply: FastifyReply): void;
}

/** Behind TLS their names say to browsers that no other host and no plain HTTP may set them. */
export function cookieRules(webAppUrl: string): CookieRules {
  const secure = webAppUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const common = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const [session, visit] = [`${prefix}debrief-session`, `${prefix}debrief-visit`];
  const openId = `${prefix}debrief-openid`;
  return {
    ...{ session, visit, openId },
    setSession: (reply, token) => void reply.setCookie(session, token, { ...common, maxAge: KEPT_SECONDS }),
    setVisit: (reply, token) => void reply.setCookie(visit, token, common),
    clearSession: (reply) => void reply.clearCookie(session, common),
    setOpenId: (reply, value) => void reply.setCookie(openId, value, { ...common, maxAge: OPENID_SECONDS }),
    clearOpenId: (reply) => void reply.clearCookie(openId, common),
  };
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function sessionToken({ session }: CookieRules, { cookies }: FastifyRequest): string | undefined {
  return valid(cookies[session]);
}

export function visitToken({ visit }: CookieRules, { cookies }: FastifyRequest): string | undefined {
  return valid(cookies[visit]);
}

function valid(token: string | undefined): string | undefined {
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}
