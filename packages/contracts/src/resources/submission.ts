import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ExternalId, HttpUrl, LIST_MAX_ITEMS, Nullable, NullableString, Text, Uuid } from '../text.ts';

function Optional<T extends TSchema>(schema: T, description?: string) {
  return Type.Optional(Nullable(schema, description === undefined ? {} : { description }));
}

const OptionalText = Text({ minLength: 0 });
const Texts = Type.Array(Text(), { maxItems: LIST_MAX_ITEMS });

/** An engine that a submission asks for. */
export const AiModel = Type.Object({
  model: Text({ description: 'Name of the model' }),
  type: Text({ description: 'What it is for' }),
});

export const DURATION_MAX_SECONDS = 4 * 3600;

/** Body of `POST /calls`. The gateway checks what a schema cannot: allowed hosts, the integration's categories, the clock. */
export const CreateCall = Type.Object({
  recording_id: Type.String({
    ...ExternalId,
    description: "The client's unique id of the recording; submitting it again changes nothing",
  }),
  recording_url: Text({
    ...HttpUrl,
    description: 'Publicly fetchable http(s) URL without credentials; MP3, WAV, M4A or OGG',
  }),
  duration_seconds: Type.Number({
    exclusiveMinimum: 0,
    maximum: DURATION_MAX_SECONDS,
    description: 'Length of the call in seconds',
  }),
  ai_category: Text({
    description:
      'Selects the coaching rubric; `roleplay` makes the recording a roleplay unless the integration has categories of its own',
  }),
  external_user_id: Type.String({
    ...ExternalId,
    description:
      "The client's id of the agent; matched to a known user, else `user_email` finds or creates one",
  }),
  user_name: Text({ description: 'Display name of the agent, for speaker labels' }),
  user_email: Text({ format: 'e-mail', description: 'E-mail of the agent, to find or create the user' }),
  external_contact_id: Type.String({
    ...ExternalId,
    description: "The client's id of the contact; a contact is created when it is unknown",
  }),
  contact_name: Text({ description: 'Full name of the contact, for speaker labels' }),
  occurred_at: Optional(
    Text({ format: 'instant' }),
    'When the call took place; the time of ingestion when absent. At most a day in the future',
  ),
  from_number: Optional(OptionalText, 'Originating number in any standard format'),
  to_number: Optional(OptionalText, 'Destination number in any standard format'),
  incoming: Optional(Type.Boolean(), 'true for inbound, false for outbound'),
  ai_models: Optional(
    Type.Array(AiModel, { maxItems: LIST_MAX_ITEMS }),
    'Overrides the default models; `type` is `transcription` or `coaching`, an unknown one is ignored',
  ),
  user_timezone: Optional(Text({ format: 'time-zone' }), 'IANA time zone of the agent'),
  user_picture: Optional(HttpUrl, "URL of the agent's picture"),
  contact_first_name: Optional(OptionalText, 'First name of the contact'),
  contact_last_name: Optional(OptionalText, 'Last name of the contact'),
  contact_phone: Optional(OptionalText, 'In any standard format'),
  contact_emails: Optional(Texts, 'Replaces the whole list'),
  contact_stage: Optional(OptionalText, 'Label of the sales stage'),
  contact_stage_id: Optional(OptionalText, 'Id of the sales stage'),
  contact_source: Optional(OptionalText, 'Label of where the contact came from'),
  contact_source_id: Optional(OptionalText, 'Id of where the contact came from'),
  contact_tags: Optional(Texts, 'Replaces the whole list'),
});
export type CreateCall = Static<typeof CreateCall>;

/** What ingest does not store: the agent and the contact are directory's. */
const peopleOnly = [
  'user_email',
  'user_timezone',
  'user_picture',
  'contact_first_name',
  'contact_last_name',
  'contact_phone',
  'contact_emails',
  'contact_stage',
  'contact_stage_id',
  'contact_source',
  'contact_source_id',
  'contact_tags',
] as const;

/** The part of a body from which directory finds or creates the agent and the contact. */
export const SubmittedPeople = Type.Pick(CreateCall, [
  'external_user_id',
  'user_name',
  'external_contact_id',
  'contact_name',
  ...peopleOnly,
]);

/** The part of a body that ingest stores; a new field of the body is part of it. */
export const SubmittedRecording = Type.Omit(CreateCall, peopleOnly);

/** What directory answers to a submission; `stage` and `source` are those in force at the time. */
export const ResolvedPeople = Type.Object({
  user_id: Uuid,
  contact_id: Uuid,
  stage: NullableString,
  stage_id: NullableString,
  source: Type.String(),
  source_id: Type.String(),
});

export const SubmissionAcknowledgement = Type.Object({
  call_event_id: Type.String({ format: 'uuid', description: 'Follows the submission through processing' }),
  status: Type.Literal('QUEUED', { description: 'Always `QUEUED`' }),
});
export type SubmissionAcknowledgement = Static<typeof SubmissionAcknowledgement>;

export const submissionExample: CreateCall = {
  recording_id: 'call-1',
  recording_url: 'https://files.example.com/call-1.mp3',
  duration_seconds: 480,
  ai_category: 'sales',
  external_user_id: 'rep-7',
  user_name: 'Maria Lopez',
  user_email: 'maria@example.com',
  external_contact_id: 'lead-42',
  contact_name: 'John Miller',
  occurred_at: '2026-11-20T15:04:05Z',
  from_number: '+1 415 555 0100',
  to_number: '+1 415 555 0142',
  incoming: false,
  contact_stage: 'Prospect',
  contact_stage_id: 'stage-2',
};
