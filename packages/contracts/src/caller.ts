import { type Static, Type } from '@sinclair/typebox';
import { Uuid } from './text.ts';

/** The scope of a verified API key. Taken from the key, never from a body or a query. */
export const IntegrationCaller = Type.Object({
  access: Type.Union([Type.Literal('read-only'), Type.Literal('read-write')]),
  organization_id: Uuid,
  integration_id: Uuid,
  request_id: Type.String({ maxLength: 128 }),
});
export type IntegrationCaller = Static<typeof IntegrationCaller>;

/** The gateway itself, or an operator at the command line. */
export const SystemCaller = Type.Object({
  access: Type.Literal('system'),
  request_id: Type.String({ maxLength: 128 }),
});
export type SystemCaller = Static<typeof SystemCaller>;

export type Caller = IntegrationCaller | SystemCaller;
