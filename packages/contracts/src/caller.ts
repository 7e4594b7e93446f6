import { type Static, Type } from '@sinclair/typebox';
import { Nullable, TraceParent, Uuid } from './text.ts';

const Id = Type.String({ maxLength: 128 });
/** The span that asks, where its request is traced: `traceparent` of W3C Trace Context. */
const Trace = Type.Optional(TraceParent);

/** Who asks, for the audit trail: an operator at a machine, an API key, or a user of the console at an address. */
export const Actor = Type.Object({
  kind: Type.Union([Type.Literal('operator'), Type.Literal('key'), Type.Literal('user')]),
  id: Id,
  from: Id,
});
export type Actor = Static<typeof Actor>;

/** What a member may see: an owner the organization, an admin an integration, a member what is their own in one. */
export const memberRoles = ['member', 'admin', 'owner'] as const;
export const MemberRole = Type.Union(memberRoles.map((role) => Type.Literal(role)));
export type MemberRole = Static<typeof MemberRole>;

const ofMember = {
  member_id: Uuid,
  role: MemberRole,
  /** The agent that the member is; null where no agent is known to be. */
  user_id: Nullable(Uuid),
};

const ofIntegration = {
  access: Type.Union([Type.Literal('read-only'), Type.Literal('read-write')]),
  organization_id: Uuid,
  integration_id: Uuid,
  request_id: Id,
  traceparent: Trace,
  /** Of writes, and of whatever an operator asks. */
  actor: Type.Optional(Actor),
};

/**
 * The scope of a verified API key, or of a member who is signed in: from the key or the session, never from a body or a
 * query. Only a member's has the last three.
 */
export const IntegrationCaller = Type.Object({
  ...ofIntegration,
  ...Type.Partial(Type.Object(ofMember)).properties,
});
export type IntegrationCaller = Static<typeof IntegrationCaller>;

/** All that the console may ask with, so that it cannot ask like a key by leaving something out. */
export const MemberCaller = Type.Object({ ...ofIntegration, ...ofMember });
export type MemberCaller = Static<typeof MemberCaller>;

/** An id that no row has. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The agent whose rows alone the caller may see; null where it sees those of all agents of the integration. */
export function onlyUserOf({ role, user_id }: Pick<IntegrationCaller, 'role' | 'user_id'>): string | null {
  return role === 'member' ? (user_id ?? NOBODY) : null;
}

/** The gateway or the console itself, or an operator at the command line. */
export const SystemCaller = Type.Object({
  access: Type.Literal('system'),
  request_id: Id,
  traceparent: Trace,
  actor: Type.Optional(Actor),
});
export type SystemCaller = Static<typeof SystemCaller>;

export type Caller = IntegrationCaller | SystemCaller;
