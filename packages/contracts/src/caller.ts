import { type Static, Type } from '@sinclair/typebox';
import { Uuid } from './text.ts';

const Id = Type.String({ maxLength: 128 });

/** Who asks, for the audit trail: an operator at a machine, an API key, or a user of the console at an address. */
export const Actor = Type.Object({
  kind: Type.Union([Type.Literal('operator'), Type.Literal('key'), Type.Literal('user')]),
  id: Id,
  from: Id,
});
export type Actor = Static<typeof Actor>;

/** The scope of a verified API key. Taken from the key, never from a body or a query. */
export const IntegrationCaller = Type.Object({
  access: Type.Union([Type.Literal('read-only'), Type.Literal('read-write')]),
  organization_id: Uuid,
  integration_id: Uuid,
  request_id: Id,
  /** Of writes, and of whatever an operator asks. */
  actor: Type.Optional(Actor),
});
export type IntegrationCaller = Static<typeof IntegrationCaller>;

/** The gateway itself, or an operator at the command line. */
export const SystemCaller = Type.Object({
  access: Type.Literal('system'),
  request_id: Id,
  actor: Type.Optional(Actor),
});
export type SystemCaller = Static<typeof SystemCaller>;

export type Caller = IntegrationCaller | SystemCaller;
