import { type Static, Type } from '@sinclair/typebox';
import { NullableString } from '../text.ts';

/** A call as `GET /calls/{identifier}` answers it. */
export const Call = Type.Object({
  id: Type.String(),
  type: Type.Literal('call'),
  created_date: Type.String({ description: 'When the call was ingested, ISO-8601' }),
  duration: Type.Number({ description: 'Length in seconds' }),
  external_user_id: Type.String(),
  user_id: Type.String(),
  external_contact_id: Type.String(),
  contact_id: Type.String(),
  from_number: NullableString,
  to_number: NullableString,
  incoming: Type.Union([Type.Boolean(), Type.Null()]),
  source: NullableString,
  source_id: NullableString,
  stage: NullableString,
  stage_id: NullableString,
  external_recording_id: Type.String(),
});
export type Call = Static<typeof Call>;

export const RecordingKind = Type.Union([Type.Literal('call'), Type.Literal('roleplay')]);
export type RecordingKind = Static<typeof RecordingKind>;

export const RecordingStatus = Type.Union([
  Type.Literal('QUEUED'),
  Type.Literal('DOWNLOADING'),
  Type.Literal('TRANSCRIBING'),
  Type.Literal('ANALYZING'),
  Type.Literal('COMPLETED'),
  Type.Literal('FAILED'),
]);
export type RecordingStatus = Static<typeof RecordingStatus>;
