import { type Static, Type } from '@sinclair/typebox';
import { Actor } from '../caller.ts';
import { defineOperation } from '../define.ts';
import { PageInput } from '../paging.ts';
import { Nullable, NullableString, Uuid } from '../text.ts';

/** An entry of a service's audit trail: who did what, when, to what and from where. */
export const AuditEntry = Type.Object({
  id: Uuid,
  at: Type.String(),
  service: Type.String(),
  /** What was done, as `key.revoked`, or the command that an operator gave, as `directory.keys.revoke`. */
  action: Type.String(),
  /** Null: nobody said who. */
  actor: Type.Union([Actor, Type.Null()]),
  integration_id: Type.Union([Uuid, Type.Null()]),
  /** The id of what it was done to. */
  target: NullableString,
  /** Names of settings, numbers and choices; no content. */
  details: Type.Record(Type.String(), Type.Unknown()),
  request_id: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AUDIT_LIMIT_MAX = 1000;

export const AuditQuestion = Type.Object({
  /** A part of it. */
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  /** Whose id. */
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  integration_id: Type.Optional(Uuid),
  target: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  since: Type.Optional(Type.String({ format: 'instant' })),
  until: Type.Optional(Type.String({ format: 'instant' })),
  limit: Type.Integer({ minimum: 1, maximum: AUDIT_LIMIT_MAX }),
});
export type AuditQuestion = Static<typeof AuditQuestion>;

/** The newest entries of a service, newest first. */
function listAudit(service: string) {
  return defineOperation({
    subject: `${service}.audit.list`,
    scope: 'system',
    input: AuditQuestion,
    output: Type.Object({ data: Type.Array(AuditEntry) }),
    errors: [],
    idempotent: true,
    unrecorded: true,
  });
}

/** An entry about an integration, as its admins see it: of operators no more than that they are. */
export const OwnAuditEntry = Type.Composite([
  Type.Pick(AuditEntry, ['id', 'service', 'action', 'target', 'details']),
  Type.Object({
    actor: Nullable(Type.Object({ kind: Actor.properties.kind, id: NullableString, from: NullableString })),
    /** When it was done, with microseconds: the entries of several services are one list. */
    created_date: Type.String(),
  }),
]);
export type OwnAuditEntry = Static<typeof OwnAuditEntry>;

/** The newest entries of a service about the caller's integration, newest first. */
function listOwnAudit(service: string) {
  return defineOperation({
    subject: `${service}.own-audit.list`,
    scope: 'integration',
    access: 'read',
    askedBy: ['console'],
    role: 'admin',
    input: Type.Pick(Type.Object(PageInput), ['limit', 'after']),
    output: Type.Object({ data: Type.Array(OwnAuditEntry) }),
    errors: [],
    idempotent: true,
  });
}

export const directoryAudit = listAudit('directory');
export const ingestAudit = listAudit('ingest');
export const coachingAudit = listAudit('coaching');
export const analyticsAudit = listAudit('analytics');

export const ownDirectoryAudit = listOwnAudit('directory');
export const ownIngestAudit = listOwnAudit('ingest');
export const ownCoachingAudit = listOwnAudit('coaching');
export const ownAnalyticsAudit = listOwnAudit('analytics');
