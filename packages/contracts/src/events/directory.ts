import { Type } from '@sinclair/typebox';
import { defineEvent } from '../define.ts';
import { Uuid } from '../text.ts';

/** Told twice: through the outbox for good, and at once on plain NATS so that every gateway forgets the key within a second. */
export const keyRevoked = defineEvent('key.revoked', Type.Object({ key_id: Uuid, integration_id: Uuid }));

/** Gateways forget what they know of the integration. */
export const integrationChanged = defineEvent(
  'integration.changed',
  Type.Object({ integration_id: Uuid, organization_id: Uuid }),
);

/** Plain-NATS copies of the two above. */
export const keyRevokedNotice = defineEvent('notice.key.revoked', keyRevoked.payload);
export const integrationChangedNotice = defineEvent('notice.integration.changed', integrationChanged.payload);
