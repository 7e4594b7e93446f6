import { type Static, Type } from '@sinclair/typebox';
import { defineEvent } from '../define.ts';
import { NullableString, Uuid } from '../text.ts';

/**
 * Goes through the outbox, so that it is told however long NATS is away, and is heard by whoever listens to its
 * subject: every gateway forgets the key within a second. A gateway that was cut off itself forgets everything.
 */
export const keyRevoked = defineEvent('key.revoked', Type.Object({ key_id: Uuid, integration_id: Uuid }));

/** Goes the same way: gateways forget what they know of the integration. */
export const integrationChanged = defineEvent(
  'integration.changed',
  Type.Object({ integration_id: Uuid, organization_id: Uuid }),
);

/**
 * A user as it is after a change. `version` grows with every change of the user, so that a consumer keeps the newest
 * whatever the order in which events arrive.
 */
export const UserChanged = Type.Object({
  integration_id: Uuid,
  user_id: Uuid,
  version: Type.Integer({ minimum: 1 }),
  /** The one clients see. */
  external_user_id: Type.String(),
  /** Every external id that means this user, the one above among them. */
  external_user_ids: Type.Array(Type.String()),
  team_ids: Type.Array(Type.String()),
  name: Type.String(),
  timezone: NullableString,
});
export type UserChanged = Static<typeof UserChanged>;
export const userChanged = defineEvent('user.changed', UserChanged);
