import { type Static, Type } from '@sinclair/typebox';
import { Actor } from '../caller.ts';
import { defineOperation } from '../define.ts';
import { NullableString, Uuid } from '../text.ts';

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

export const directoryAudit = listAudit('directory');
export const ingestAudit = listAudit('ingest');
export const coachingAudit = listAudit('coaching');
export const analyticsAudit = listAudit('analytics');
