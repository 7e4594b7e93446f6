import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import {
  INTEGRATION_CHANGED,
  INTEGRATION_NOT_FOUND,
  KEY_NOT_FOUND,
  ORGANIZATION_NOT_FOUND,
  QUOTA_EXCEEDED,
} from '../errors.ts';
import {
  ApiKey,
  ExpectedVersion,
  GivenSettings,
  Integration,
  IntegrationProfile,
  IntegrationSettings,
  KeyAccess,
  Organization,
} from '../resources/access.ts';
import { NullableString, Text, Uuid } from '../text.ts';

const Name = Text();

/** Answers null for a key that is unknown, revoked or expired: the gateway does not distinguish them. */
export const verifyKey = defineOperation({
  subject: 'directory.keys.verify',
  scope: 'system',
  askedBy: ['gateway'],
  input: Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  output: Type.Union([
    Type.Object({
      key_id: Uuid,
      organization_id: Uuid,
      integration_id: Uuid,
      access: KeyAccess,
      expires_at: NullableString,
      integration: IntegrationProfile,
    }),
    Type.Null(),
  ]),
  errors: [],
  idempotent: true,
  unrecorded: true,
});

/**
 * Records how often a key was used since the report before and when last. The gateway sends these in batches; losing one
 * loses its count, and none is sent again, which would count twice.
 */
export const recordKeyUse = defineOperation({
  subject: 'directory.keys.record-use',
  scope: 'system',
  askedBy: ['gateway'],
  input: Type.Object({ key_id: Uuid, uses: Type.Integer({ minimum: 1 }), used_at: Type.String() }),
  output: Type.Null(),
  errors: [],
  idempotent: false,
  unrecorded: true,
});

export const createOrganization = defineOperation({
  subject: 'directory.organizations.create',
  scope: 'system',
  input: Type.Object({ name: Name }),
  output: Organization,
  errors: [],
  idempotent: false,
});

export const listOrganizations = defineOperation({
  subject: 'directory.organizations.list',
  scope: 'system',
  input: Type.Object({}),
  output: Type.Object({ data: Type.Array(Organization) }),
  errors: [],
  idempotent: true,
});

export const createIntegration = defineOperation({
  subject: 'directory.integrations.create',
  scope: 'system',
  input: Type.Composite([
    Type.Object({ organization_id: Uuid }),
    Type.Pick(IntegrationSettings, ['name']),
    Type.Omit(GivenSettings, ['name']),
  ]),
  output: Integration,
  errors: [ORGANIZATION_NOT_FOUND],
  idempotent: false,
});

/** Only the fields given change. */
export const updateIntegration = defineOperation({
  subject: 'directory.integrations.update',
  scope: 'system',
  input: Type.Composite([Type.Object({ id: Uuid }), GivenSettings, ExpectedVersion]),
  output: Integration,
  errors: [INTEGRATION_NOT_FOUND, INTEGRATION_CHANGED],
  idempotent: true,
});

export const getIntegration = defineOperation({
  subject: 'directory.integrations.get',
  scope: 'system',
  input: Type.Object({ id: Uuid }),
  output: Integration,
  errors: [INTEGRATION_NOT_FOUND],
  idempotent: true,
});

export const listIntegrations = defineOperation({
  subject: 'directory.integrations.list',
  scope: 'system',
  input: Type.Object({ organization_id: Type.Optional(Uuid) }),
  output: Type.Object({ data: Type.Array(Integration) }),
  errors: [],
  idempotent: true,
});

/** The only answer that ever holds the key's value. */
export const createKey = defineOperation({
  subject: 'directory.keys.create',
  scope: 'system',
  input: Type.Object({
    integration_id: Uuid,
    name: Name,
    access: KeyAccess,
    expires_at: Type.Optional(NullableString),
  }),
  output: Type.Composite([ApiKey, Type.Object({ key: Type.String() })]),
  errors: [INTEGRATION_NOT_FOUND, QUOTA_EXCEEDED],
  idempotent: false,
});

export const listKeys = defineOperation({
  subject: 'directory.keys.list',
  scope: 'system',
  input: Type.Object({ integration_id: Type.Optional(Uuid) }),
  output: Type.Object({ data: Type.Array(ApiKey) }),
  errors: [],
  idempotent: true,
});

/** How often keys were used on each UTC day, the newest day first. */
export const listKeyUses = defineOperation({
  subject: 'directory.keys.list-uses',
  scope: 'system',
  input: Type.Object({
    key_id: Type.Optional(Uuid),
    integration_id: Type.Optional(Uuid),
    since: Type.String({ format: 'date' }),
  }),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        day: Type.String(),
        key_id: Uuid,
        integration_id: Uuid,
        name: Name,
        uses: Type.Integer(),
      }),
    ),
  }),
  errors: [],
  idempotent: true,
});

export const revokeKey = defineOperation({
  subject: 'directory.keys.revoke',
  scope: 'system',
  input: Type.Object({ id: Uuid }),
  output: ApiKey,
  errors: [KEY_NOT_FOUND],
  idempotent: true,
});

/** Keys of the caller's own integration, as admins and owners manage them in the console. */
const ownKeys = { scope: 'integration', askedBy: ['console'], role: 'admin' } as const;

export const createOwnKey = defineOperation({
  ...ownKeys,
  subject: 'directory.own-keys.create',
  access: 'write',
  input: Type.Omit(createKey.input, ['integration_id']),
  output: createKey.output,
  errors: createKey.errors,
  idempotent: false,
});

export const listOwnKeys = defineOperation({
  ...ownKeys,
  subject: 'directory.own-keys.list',
  access: 'read',
  input: Type.Object({}),
  output: listKeys.output,
  errors: [],
  idempotent: true,
});

export const revokeOwnKey = defineOperation({
  ...ownKeys,
  subject: 'directory.own-keys.revoke',
  access: 'write',
  input: revokeKey.input,
  output: ApiKey,
  errors: [KEY_NOT_FOUND],
  idempotent: true,
});
