import { type Static, Type } from '@sinclair/typebox';
import { defineConsumer, defineEvent, type StreamDefinition } from '../define.ts';
import { services } from '../nats-users.ts';
import { Uuid } from '../text.ts';
import type { RecordingContext } from './recording.ts';

/** What can be erased. A recording is a call or a roleplay. */
export const ErasedKind = Type.Union([
  Type.Literal('recording'),
  Type.Literal('contact'),
  Type.Literal('user'),
]);
export type ErasedKind = Static<typeof ErasedKind>;

/** What is to be gone everywhere. Its own service has made it unreadable already. */
export const Erasure = Type.Object({
  /** The receipt that the client got. */
  erasure_id: Uuid,
  integration_id: Uuid,
  kind: ErasedKind,
  /** Of the recording, contact or user. */
  subject_id: Uuid,
  /** Of a user: their recordings go as well. Those of a contact always do. */
  with_recordings: Type.Boolean(),
  /**
   * Of a person: names, numbers and e-mails, which are removed from texts that stay. Every service forgets them when it
   * is done, and directory's outbox when all are.
   */
  words: Type.Array(Type.String()),
});
export type Erasure = Static<typeof Erasure>;

const erasureStream: StreamDefinition = {
  name: 'erasures',
  subjects: ['erasure.>'],
  maxBytes: 64 * 1024 * 1024,
  duplicateWindowSeconds: 3600,
};

/** Emitted by the service that the subject belongs to, and by directory again while another service is not done. */
export const erasureRequested = defineEvent('erasure.requested', Erasure, {
  from: ['ingest', 'directory'],
  heardBy: ['transcription'],
});

/** A service holds nothing of it any more. */
export const ErasureDone = Type.Object({
  erasure_id: Uuid,
  integration_id: Uuid,
  subject_id: Uuid,
  service: Type.String(),
});
export type ErasureDone = Static<typeof ErasureDone>;
export const erasureDone = defineEvent('erasure.done', ErasureDone, { from: services });

export const erasureStreams: readonly StreamDefinition[] = [erasureStream];

export const erasureConsumers = {
  directoryErasureRequested: defineConsumer('directory', erasureStream, erasureRequested),
  ingestErasureRequested: defineConsumer('ingest', erasureStream, erasureRequested),
  coachingErasureRequested: defineConsumer('coaching', erasureStream, erasureRequested),
  analyticsErasureRequested: defineConsumer('analytics', erasureStream, erasureRequested),
  directoryErasureDone: defineConsumer('directory', erasureStream, erasureDone),
};

/** Stands for a removed user in recordings that stay. */
export const REMOVED_USER_NAME = 'Agent';

/** Whether its user was removed. */
export function isWithoutUser({ external_user_id, user_id }: RecordingContext): boolean {
  return external_user_id === user_id;
}

/** The context of a recording whose user was removed: the id, which names nobody any more, is what is left. */
export function withoutUser(recording: RecordingContext): RecordingContext {
  return { ...recording, user_name: REMOVED_USER_NAME, external_user_id: recording.user_id };
}
