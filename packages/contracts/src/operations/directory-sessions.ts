import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import {
  ACCOUNT_NOT_FOUND,
  type ErrorDefinition,
  INTEGRATION_NOT_FOUND,
  INVITATION_NOT_FOUND,
  INVITATION_NOT_PENDING,
  INVITATION_OF_ANOTHER,
  LINK_NOT_FOUND,
  LINK_SPENT,
  SESSION_NOT_FOUND,
  SIGN_IN_LIMITED,
  SIGN_IN_REFUSED,
} from '../errors.ts';
import { Invitation } from '../resources/invitation.ts';
import { Email, LinkPurpose, OpenSession, Origin, Password, Place, Session } from '../resources/member.ts';
import { Nullable, Text, Uuid } from '../text.ts';

/** What the console asks for people before it knows them, or by their session: it has no scope of its own. */
function byConsole<I extends TProperties, O extends TSchema>(
  subject: string,
  o: { input: I; output: O; errors?: readonly ErrorDefinition<string, never>[]; idempotent: boolean },
) {
  return defineOperation({
    subject,
    scope: 'system',
    askedBy: ['console'],
    input: Type.Object(o.input),
    output: o.output,
    errors: o.errors ?? [],
    idempotent: o.idempotent,
    // What matters of these is recorded as what happened, with the account.
    unrecorded: true,
  });
}

/** The SHA-256 of the token that the browser has, which is stored nowhere. */
const bySession = { token_sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) };
const NewSession = Type.Object({ token: Type.String() });

/** Says nothing of whether there is such an account, in words or by the time it takes. */
export const createSession = byConsole('directory.sessions.create', {
  input: { email: Email, password: Text(), origin: Origin },
  output: NewSession,
  errors: [SIGN_IN_REFUSED, SIGN_IN_LIMITED],
  idempotent: false,
});

/**
 * Signs in whose e-mail an OpenID Connect provider has verified: an account that there is, or the invited person where
 * the token of an invitation to this e-mail is given, which is accepted by that.
 */
export const createVerifiedSession = byConsole('directory.sessions.create-verified', {
  input: { email: Email, name: Nullable(Text()), invitation: Nullable(Text()), origin: Origin },
  output: NewSession,
  errors: [ACCOUNT_NOT_FOUND, INVITATION_NOT_FOUND, INVITATION_NOT_PENDING, INVITATION_OF_ANOTHER],
  idempotent: false,
});

/** Null for a token that is unknown, or whose session is over. */
export const getSession = byConsole('directory.sessions.get', {
  input: bySession,
  output: Nullable(Session),
  idempotent: true,
});

/** Wherever the person is signed in. */
export const listSessions = byConsole('directory.sessions.list', {
  input: bySession,
  output: Type.Object({ data: Type.Array(OpenSession) }),
  errors: [SESSION_NOT_FOUND],
  idempotent: true,
});

/** Ends this session, all of the person's, or another of theirs by its id. */
export const endSession = byConsole('directory.sessions.end', {
  input: { ...bySession, which: Type.Union([Type.Literal('this'), Type.Literal('all'), Uuid]) },
  output: Type.Object({ ended: Type.Integer() }),
  idempotent: true,
});

/** Integrations that the person may be in, by name. */
export const listPlaces = byConsole('directory.sessions.list-places', {
  input: bySession,
  output: Type.Object({ data: Type.Array(Place) }),
  errors: [SESSION_NOT_FOUND],
  idempotent: true,
});

/** Goes on in another integration. */
export const choosePlace = byConsole('directory.sessions.choose-place', {
  input: { ...bySession, integration_id: Uuid },
  output: Type.Object({}),
  errors: [SESSION_NOT_FOUND, INTEGRATION_NOT_FOUND],
  idempotent: true,
});

/** Mails a link by which a new password is set, if the e-mail has an account; the answer is the same if not. */
export const requestRecovery = byConsole('directory.accounts.request-recovery', {
  input: { email: Email, origin: Origin },
  output: Type.Object({}),
  errors: [SIGN_IN_LIMITED],
  idempotent: false,
});

const byLink = { token: Text() };

/** What a link is for, before it is used: opening it changes nothing, as whatever reads a mail may open it. */
export const openLink = byConsole('directory.links.open', {
  input: byLink,
  output: Type.Object({ purpose: LinkPurpose, email: Type.String(), name: Type.String() }),
  errors: [LINK_NOT_FOUND, LINK_SPENT],
  idempotent: true,
});

/** Signs in by a link, once. Setting a password ends all other sessions. */
export const takeLink = byConsole('directory.links.take', {
  input: { ...byLink, password: Type.Optional(Password), name: Type.Optional(Text()), origin: Origin },
  output: NewSession,
  errors: [LINK_NOT_FOUND, LINK_SPENT],
  idempotent: false,
});

/** An invitation as whoever has its link sees it; `token` is the last part of the link. */
export const openInvitation = byConsole('directory.invitations.open', {
  input: byLink,
  output: Type.Object({
    status: Invitation.properties.status,
    email: Type.String(),
    name: Nullable(Type.String()),
    role: Invitation.properties.role,
    organization_name: Type.String(),
    /** Whether the e-mail has an account, whose password is then asked for. */
    has_account: Type.Boolean(),
  }),
  errors: [INVITATION_NOT_FOUND],
  idempotent: true,
});

/**
 * The invited person is a member of the integration from then on, and a user under the external id of the invitation. A
 * new account gets this name and password; of one that the e-mail has, the password must be right.
 */
export const acceptInvitation = byConsole('directory.invitations.accept', {
  input: { ...byLink, name: Text(), password: Password, origin: Origin },
  output: Type.Object({ token: Type.String(), invitation: Invitation, user_id: Uuid }),
  errors: [INVITATION_NOT_FOUND, INVITATION_NOT_PENDING, SIGN_IN_REFUSED, SIGN_IN_LIMITED],
  idempotent: true,
});
