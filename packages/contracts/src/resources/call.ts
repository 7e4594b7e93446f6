import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../text.ts';
import { Id, Instant, Label, NullableLabel, NullableNumber } from './fields.ts';

/** A call as `GET /calls/{identifier}` answers it. */
export const Call = Type.Object({
  id: Id('Call id'),
  type: Type.Literal('call', { description: 'Always `call`' }),
  created_date: Instant('When the call was ingested'),
  duration: Type.Number({ description: 'Length in seconds' }),
  external_user_id: Label("The client's id of the agent, as submitted"),
  user_id: Id('User id of the agent'),
  external_contact_id: Label("The client's id of the contact, as submitted"),
  contact_id: Id('Contact id'),
  from_number: NullableLabel('Originating number, as submitted'),
  to_number: NullableLabel('Destination number, as submitted'),
  incoming: Nullable(Type.Boolean(), {
    description: 'true inbound, false outbound, null when it was not said',
  }),
  source: NullableLabel('Name of the recording source'),
  source_id: NullableLabel('Recording source id'),
  stage: NullableLabel('Sales stage of the contact at call time'),
  stage_id: NullableLabel('Stage id'),
  external_recording_id: Label('The `recording_id` of the submission'),
});
export type Call = Static<typeof Call>;

/** A roleplay as `GET /roleplays/{identifier}` answers it. */
export const Roleplay = Type.Object({
  id: Id('Roleplay id'),
  type: Type.Literal('roleplay', { description: 'Always `roleplay`' }),
  created_date: Instant('When the roleplay was ingested'),
  duration: NullableNumber('Length in seconds'),
  user_id: Nullable(Id('User id'), { description: 'User id of the agent' }),
  external_user_id: NullableLabel("The client's id of the agent, as submitted"),
  contact_id: Nullable(Id('Contact id'), { description: 'Contact id' }),
  external_contact_id: NullableLabel("The client's id of the contact, as submitted"),
});
export type Roleplay = Static<typeof Roleplay>;

export const RecordingKind = Type.Union([Type.Literal('call'), Type.Literal('roleplay')]);
export type RecordingKind = Static<typeof RecordingKind>;

export const RecordingStatus = Type.Union(
  [
    Type.Literal('QUEUED'),
    Type.Literal('DOWNLOADING'),
    Type.Literal('TRANSCRIBING'),
    Type.Literal('ANALYZING'),
    Type.Literal('COMPLETED'),
    Type.Literal('FAILED'),
  ],
  { description: 'Where the recording is in the pipeline; COMPLETED and FAILED are final' },
);
export type RecordingStatus = Static<typeof RecordingStatus>;
