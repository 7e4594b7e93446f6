import {
  ACCOUNT_NOT_FOUND,
  DebriefError,
  INVITATION_NOT_FOUND,
  INVITATION_NOT_PENDING,
  INVITATION_OF_ANOTHER,
} from '@debrief/contracts/errors';
import { createVerifiedSession, openInvitation } from '@debrief/contracts/operations/directory-sessions';
import { isEmail, isStorableText, TEXT_MAX_LENGTH } from '@debrief/contracts/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, textOf } from '../html/parts.ts';
import { cookieRules } from '../session/cookies.ts';
import {
  OPENID_RETURN,
  type OpenId,
  type OpenIdAttempt,
  OpenIdFailure,
  type OpenIdPerson,
} from '../session/openid.ts';
import { safeNext } from '../session/sign-in-hooks.ts';
import { askAsConsole, originOf } from '../session/visitor.ts';
import { centred } from './links.ts';

/** What the browser keeps while the person is with the provider. */
interface Begun extends OpenIdAttempt {
  readonly next: string;
  /** The token of the invitation that is accepted by it. */
  readonly invitation: string | null;
}

/** Why nobody is signed in, with what to do. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** Where sign-in by OpenID Connect begins and comes back to. */
export const openIdPages: Pages = (server, deps) => {
  const { openId } = deps;
  if (openId === null) return;
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);
  const { name } = openId;

  function refused(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    const { status, message } = refusalOf(error, name);
    const signedIn = request.visitor?.session.account.email;
    const title = signedIn === undefined ? 'You are not signed in' : `You stay signed in as ${signedIn}`;
    const content = html`<h1 class="h2 mb-3">${title}</h1>${alertOf([message])}
<p class="mb-0"><a class="btn btn-primary" href="/sign-in">Back to sign-in</a></p>`;
    return send(request, reply, { title, content: centred(content), status });
  }

  /** @returns where the browser goes on. */
  const begin = async (reply: FastifyReply, kept: Pick<Begun, 'next' | 'invitation'>): Promise<string> => {
    const { url, attempt } = await openId.begin();
    cookies.setOpenId(reply, Buffer.from(JSON.stringify({ ...attempt, ...kept })).toString('base64url'));
    return url;
  };

  server.get('/sign-in/openid', async (request, reply) => {
    const next = textOf(request.query, 'next');
    try {
      const kept = { next: safeNext(isShort(next) ? next : null), invitation: null };
      return reply.redirect(await begin(reply, kept), 303);
    } catch (error) {
      return refused(request, reply, error);
    }
  });

  // Joining takes a form of ours: anybody could lead somebody who is signed in at the provider to a link.
  server.post('/sign-in/openid', async (request, reply) => {
    const invitation = textOf(request.body, 'invitation') ?? '';
    try {
      const opened = await askAsConsole(deps.messaging, request, openInvitation, { token: invitation }).catch(
        (error) => {
          throw unknownHere(error, '');
        },
      );
      const { email, organization_name, status } = opened;
      // Its page says why.
      if (status !== 'PENDING' || isAnother(request, email))
        return reply.redirect(`/invitations/${encodeURIComponent(invitation)}`, 303);
      const url = await begin(reply, { next: safeNext(null), invitation });
      const title = `Join ${organization_name}`;
      const content = html`<h1 class="h2 mb-3">${title}</h1><p>${name} is to show that you are ${email}.</p>
<a class="btn btn-primary w-100" href="${url}">Go on to ${name}</a>`;
      // The policy of the pages lets no form be redirected elsewhere, and the page that answers it go on.
      return send(request, reply.header('refresh', `0; url=${url}`), { title, content: centred(content) });
    } catch (error) {
      return refused(request, reply, error);
    }
  });

  server.get(OPENID_RETURN, async (request, reply) => {
    const begun = readBegun(request.cookies[cookies.openId]);
    cookies.clearOpenId(reply);
    try {
      if (begun === null || begun.state !== textOf(request.query, 'state'))
        throw new Refusal(400, 'This sign-in was begun elsewhere, or too long ago. Begin again.');
      const person = verified(await openId.finish(request.url.slice(OPENID_RETURN.length), begun), openId);
      if (isAnother(request, person.email))
        throw new Refusal(409, `For ${name} you are ${person.email}. Sign out here first, then begin again.`);
      const { token } = await askAsConsole(deps.messaging, request, createVerifiedSession, {
        ...{ ...person, invitation: begun.invitation, origin: originOf(request) },
      }).catch((error) => {
        throw unknownHere(error, person.email);
      });
      cookies.setSession(reply, token);
      return reply.redirect(begun.next, 303);
    } catch (error) {
      return refused(request, reply, error);
    }
  });
};

/** Whether somebody else than this person is signed in already. */
function isAnother({ visitor }: FastifyRequest, email: string): boolean {
  return visitor !== null && visitor.session.account.email.toLowerCase() !== email.toLowerCase();
}

/** Browsers drop cookies of more than 4 kB. */
function isShort(text: string | undefined): boolean {
  return text !== undefined && text.length <= 1_024;
}

function readBegun(cookie: string | undefined): Begun | null {
  try {
    const begun = JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()) as Begun;
    const { state, nonce, verifier, next, invitation } = begun;
    const isWhole = [state, nonce, verifier, next, invitation ?? ''].every((one) => typeof one === 'string');
    return isWhole ? { ...begun, next: safeNext(next) } : null;
  } catch {
    return null;
  }
}

/** What directory is told: only of an e-mail that the provider vouches for. */
function verified({ email, isVerified, name }: OpenIdPerson, provider: OpenId) {
  if (!isVerified || !isEmail(email))
    throw new Refusal(
      403,
      `${provider.name} does not say that the e-mail ${email} was verified. Verify it there, or sign in with your password.`,
    );
  if (!provider.vouchesFor(email))
    throw new Refusal(
      403,
      `${provider.name} is not for the e-mail ${email} here. Sign in with your password, or ask your operator.`,
    );
  const isName =
    name !== null && name.trim() !== '' && name.length <= TEXT_MAX_LENGTH && isStorableText(name);
  return { email, name: isName ? name.trim() : null };
}

function unknownHere(error: unknown, email: string): unknown {
  if (!(error instanceof DebriefError)) return error;
  const { code, status } = error.definition;
  const texts: Record<string, string> = {
    [ACCOUNT_NOT_FOUND.code]: `Nobody here has the e-mail ${email}. Ask an admin to invite you; if somebody has, open the link of the invitation.`,
    [INVITATION_OF_ANOTHER.code]: `The invitation is for another e-mail than ${email}.`,
    [INVITATION_NOT_FOUND.code]: 'There is no such invitation. Open its link again.',
    [INVITATION_NOT_PENDING.code]: 'The invitation has ended. Ask whoever invited you to send it again.',
  };
  const text = texts[code];
  return text === undefined ? error : new Refusal(code === ACCOUNT_NOT_FOUND.code ? 403 : status, text);
}

function refusalOf(error: unknown, provider: string): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof OpenIdFailure)) throw error;
  const refusals: Record<OpenIdFailure['reason'], Refusal> = {
    refused: new Refusal(
      403,
      `You were not signed in by ${provider}. Try again, or sign in with your password.`,
    ),
    unavailable: new Refusal(
      502,
      `${provider} cannot be reached, or gave an answer that cannot be trusted. Try again, or sign in with your password; if it stays so, tell your operator.`,
    ),
    'no-email': new Refusal(
      403,
      `${provider} does not say which e-mail is yours. Sign in with your password, and tell your operator.`,
    ),
  };
  return refusals[error.reason];
}
