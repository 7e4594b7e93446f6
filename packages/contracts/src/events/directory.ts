import { Type } from '@sinclair/typebox';
import { defineEvent } from '../define.ts';
import { Uuid } from '../text.ts';

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
