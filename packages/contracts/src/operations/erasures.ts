import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { CALL_NOT_FOUND, CONTACT_NOT_FOUND, ROLEPLAY_NOT_FOUND, USER_NOT_FOUND } from '../errors.ts';
import { ErasedKind, Erasure } from '../events/erasures.ts';
import { IdentifierOf } from '../identifiers.ts';
import { RecordingKind } from '../resources/call.ts';
import { Nullable, NullableString, Uuid } from '../text.ts';

/** Deletes a call or roleplay at once, and tells the other services. */
export const eraseRecording = defineOperation({
  subject: 'ingest.recordings.erase',
  scope: 'integration',
  access: 'write',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: Type.Object({ kind: RecordingKind, ...IdentifierOf('call').properties }),
  output: Erasure,
  errors: [CALL_NOT_FOUND, ROLEPLAY_NOT_FOUND],
  // Again it is a 404, like any erasure of what is gone.
  idempotent: false,
});

/** Deletes a contact at once, and tells the other services: their recordings go as well. */
export const eraseContact = defineOperation({
  subject: 'directory.contacts.erase',
  scope: 'integration',
  access: 'write',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: IdentifierOf('contact'),
  output: Erasure,
  errors: [CONTACT_NOT_FOUND],
  idempotent: false,
});

/** Deletes a user at once, and tells the other services. */
export const eraseUser = defineOperation({
  subject: 'directory.users.erase',
  scope: 'integration',
  access: 'write',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: Type.Object({ identifier: IdentifierOf('user'), with_recordings: Type.Boolean() }),
  output: Erasure,
  errors: [USER_NOT_FOUND],
  idempotent: false,
});

/**
 * What the erasure of a person makes unreadable in ingest, at once: the event would come a moment later. Nobody reads
 * these recordings while they are deleted.
 */
export const beginErasure = defineOperation({
  subject: 'ingest.erasures.begin',
  scope: 'integration',
  access: 'write',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: Type.Omit(Erasure, ['integration_id']),
  output: Type.Object({}),
  errors: [],
  idempotent: true,
});

/** An erasure as an operator sees it. Ids only: what they meant is gone. */
export const ErasureState = Type.Object({
  erasure_id: Uuid,
  integration_id: Uuid,
  kind: ErasedKind,
  subject_id: Uuid,
  with_recordings: Type.Boolean(),
  requested_at: Type.String(),
  /** Services that hold nothing of it any more. */
  done: Type.Array(Type.String()),
  /** Null while a service is not done. */
  finished_at: NullableString,
});

/** The newest erasures, or one by its receipt. */
export const listErasures = defineOperation({
  subject: 'directory.erasures.list',
  scope: 'system',
  input: Type.Object({
    erasure_id: Nullable(Uuid),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  output: Type.Object({ data: Type.Array(ErasureState) }),
  errors: [],
  idempotent: true,
});

/** Asks every service to erase again all that was ever erased, such as after a back-up was restored. */
export const repeatErasures = defineOperation({
  subject: 'directory.erasures.repeat',
  scope: 'system',
  input: Type.Object({}),
  output: Type.Object({ erasures: Type.Integer() }),
  errors: [],
  idempotent: true,
});
