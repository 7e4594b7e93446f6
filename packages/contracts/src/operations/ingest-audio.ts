import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { AUDIO_NOT_FOUND, CALL_NOT_FOUND, ROLEPLAY_NOT_FOUND } from '../errors.ts';
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
