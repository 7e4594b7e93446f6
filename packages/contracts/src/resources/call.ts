import { type Static, Type } from '@sinclair/typebox';
import { Failure } from '../failures.ts';
import { ExternalId, Nullable, Text } from '../text.ts';
import { exampleIds } from './example-story.ts';
import { Id, Instant, Label, NullableLabel, NullableNumber } from './fields.ts';
import { submissionExample } from './submission.ts';

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

/** Where words that were searched for are said. */
export const FoundWords = Type.Object({
  segment_index: Type.Integer(),
  speaker: Type.String(),
  start_time: Type.Number(),
  /** What was said, each of the words between U+E000 and U+E001. */
  text: Type.String(),
});
export type FoundWords = Static<typeof FoundWords>;

/** A call with its state, and with the names that it was submitted with. */
export const CallOverview = Type.Object({
  call: Call,
  status: RecordingStatus,
  progress: Type.Number(),
  error: Nullable(Failure),
  user_name: Type.String(),
  contact_name: Type.String(),
  ai_category: Type.String(),
  /** When it took place, or was ingested where that was not said. */
  occurred_at: Type.String(),
  /** Whether it is still to be judged by what its transcript says now, or by another rubric. */
  is_judged_again: Type.Boolean(),
  /** Of a search for words that are not all in the names. */
  found: Type.Optional(Nullable(FoundWords)),
});
export type CallOverview = Static<typeof CallOverview>;

/** What a list of calls is filtered by, besides people and dates. */
export const callFilters = {
  status: Type.Optional(RecordingStatus),
  incoming: Type.Optional(Type.Boolean({ description: 'true inbound, false outbound' })),
  source_id: Type.Optional(Text({ description: 'Recording source id' })),
  stage_id: Type.Optional(Text({ description: 'Stage id at call time' })),
  external_recording_id: Type.Optional(
    Type.String({ ...ExternalId, description: 'The `recording_id` of the submission' }),
  ),
};

const { recording_id, duration_seconds, external_user_id, external_contact_id } = submissionExample;

export const callExample: Call = {
  id: exampleIds.call,
  type: 'call',
  created_date: '2026-11-20T15:12:20.481Z',
  duration: duration_seconds,
  external_user_id,
  user_id: exampleIds.user,
  external_contact_id,
  contact_id: exampleIds.contact,
  from_number: '+1 415 555 0100',
  to_number: '+1 415 555 0142',
  incoming: false,
  source: 'API',
  source_id: 'api',
  stage: 'Prospect',
  stage_id: 'stage-2',
  external_recording_id: recording_id,
};

export const roleplayExample: Roleplay = {
  id: exampleIds.roleplay,
  type: 'roleplay',
  created_date: '2026-11-20T16:00:01.022Z',
  duration: 305.4,
  user_id: exampleIds.user,
  external_user_id,
  contact_id: exampleIds.contact,
  external_contact_id,
};
