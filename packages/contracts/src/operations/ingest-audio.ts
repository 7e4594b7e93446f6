import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { AUDIO_NOT_FOUND, CALL_NOT_FOUND, ROLEPLAY_NOT_FOUND } from '../errors.ts';
import { IntegrationSettings } from '../resources/access.ts';
import { KeptAudio } from '../resources/audio.ts';
import { NullableString, Uuid } from '../text.ts';
import { RecordingIdentifier } from './ingest.ts';

/**
 * Where the audio of a recording is and what it looks like, for an app that plays it from the store, to whoever may
 * read the transcript.
 */
export const getAudio = defineOperation({
  subject: 'ingest.audio.get',
  scope: 'integration',
  access: 'read',
  // No endpoint of the API plays it.
  askedBy: ['console'],
  role: 'member',
  input: RecordingIdentifier,
  output: Type.Object({
    recording_id: Uuid,
    ...KeptAudio.properties,
    channels: Type.Integer({ minimum: 1, maximum: 2 }),
    content_type: Type.String(),
    /** When it is due to be deleted. */
    delete_after: NullableString,
  }),
  errors: [CALL_NOT_FOUND, ROLEPLAY_NOT_FOUND, AUDIO_NOT_FOUND],
  idempotent: true,
});

/**
 * How many recordings would lose their texts, and how many their sound, if they were kept for so many days from now on,
 * besides what is due already: before an owner sets it. Counted up to `counted_to`.
 */
export const countRemovals = defineOperation({
  subject: 'ingest.retention.count-removals',
  scope: 'integration',
  access: 'read',
  askedBy: ['console'],
  role: 'owner',
  input: Type.Pick(IntegrationSettings, ['text_days', 'audio_days']),
  output: Type.Object({
    texts: Type.Integer(),
    audio: Type.Integer(),
    counted_to: Type.Integer(),
  }),
  errors: [],
  idempotent: true,
});
