import { type Static, Type } from '@sinclair/typebox';
import { defineConsumer, defineEvent, type StreamDefinition } from '../define.ts';
import { IntegrationSettings } from '../resources/access.ts';
import { NullableString, Uuid } from '../text.ts';

const MIB = 1024 * 1024;

/** Has no consumers, so it keeps nothing: gateways listen to its subjects directly, and the outbox gets an ack. */
const directoryStream: StreamDefinition = {
  name: 'directory',
  subjects: ['key.>'],
  maxBytes: 64 * MIB,
  duplicateWindowSeconds: 3600,
};

/** These are apart from the other one, so that a consumer that is away for long never delays the revocation of a key. */
const integrationStream: StreamDefinition = {
  name: 'integrations',
  subjects: ['integration.>'],
  maxBytes: 64 * MIB,
  duplicateWindowSeconds: 3600,
};

const peopleStream: StreamDefinition = {
  name: 'people',
  subjects: ['user.>'],
  maxBytes: 256 * MIB,
  duplicateWindowSeconds: 3600,
};

/**
 * Published by the outbox, however long NATS is away, to everyone who listens to its subject: every gateway drops the
 * key within a second. A gateway that lost its own connection drops all keys.
 */
export const keyRevoked = defineEvent('key.revoked', Type.Object({ key_id: Uuid, integration_id: Uuid }), {
  from: ['directory'],
  heardBy: ['gateway'],
});

/**
 * An integration as it is once it is made or changed, but for what only directory and the gateways use, which learn it
 * with each key. `version` grows with every change, so that a consumer keeps the
 * newest even when events arrive out of order. Gateways listen as well, and drop the keys of the integration.
 */
export const IntegrationChanged = Type.Object({
  integration_id: Uuid,
  organization_id: Uuid,
  version: Type.Integer({ minimum: 1 }),
  ...Type.Omit(IntegrationSettings, ['agenda_mails', 'allowed_hosts', 'quotas']).properties,
  created_date: Type.String(),
});
export type IntegrationChanged = Static<typeof IntegrationChanged>;
export const integrationChanged = defineEvent('integration.changed', IntegrationChanged, {
  from: ['directory'],
  heardBy: ['gateway'],
});

/**
 * A user as it is after a change. `version` grows with every change of the user, so that a consumer keeps the newest
 * even when events arrive out of order.
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
  /** False: no profile of this user is inferred. */
  signal: Type.Boolean(),
  /** The record is gone, and no external id means this user. What is kept of the user elsewhere names the id no more. */
  removed: Type.Optional(Type.Literal(true)),
});
export type UserChanged = Static<typeof UserChanged>;
export const userChanged = defineEvent('user.changed', UserChanged, { from: ['directory'] });

/**
 * Every stream of this file. Another family of subjects gets a stream of its own: on a running server JetStream refuses
 * the consumer of a subject that its stream did not have.
 */
export const directoryStreams: readonly StreamDefinition[] = [
  directoryStream,
  integrationStream,
  peopleStream,
];

/** Every consumer of the events above. */
export const directoryConsumers = {
  analyticsUserChanged: defineConsumer('analytics', peopleStream, userChanged),
  coachingUserChanged: defineConsumer('coaching', peopleStream, userChanged),
  ingestIntegrationChanged: defineConsumer('ingest', integrationStream, integrationChanged),
  coachingIntegrationChanged: defineConsumer('coaching', integrationStream, integrationChanged),
};
