import { type Static, Type } from '@sinclair/typebox';
import { ExternalId, LIST_MAX_ITEMS, TEXT_MAX_LENGTH, URL_MAX_LENGTH } from '../text.ts';

const Text = Type.String({ minLength: 1, maxLength: TEXT_MAX_LENGTH });
const OptionalText = Type.Optional(Type.Union([Type.String({ maxLength: TEXT_MAX_LENGTH }), Type.Null()]));
const OptionalTexts = Type.Optional(
  Type.Union([
    Type.Array(Type.String({ minLength: 1, maxLength: TEXT_MAX_LENGTH }), { maxItems: LIST_MAX_ITEMS }),
    Type.Null(),
  ]),
);

export const DURATION_MAX_SECONDS = 4 * 3600;

/** Body of `POST /calls`. Rules a schema cannot say (URL, instant, zone, well-formed text) are the gateway's. */
export const CreateCall = Type.Object({
  recording_id: ExternalId,
  recording_url: Type.String({ minLength: 1, maxLength: URL_MAX_LENGTH }),
  duration_seconds: Type.Number({ exclusiveMinimum: 0, maximum: DURATION_MAX_SECONDS }),
  ai_category: Text,
  external_user_id: ExternalId,
  user_name: Text,
  user_email: Text,
  external_contact_id: ExternalId,
  contact_name: Text,
  occurred_at: OptionalText,
  from_number: OptionalText,
  to_number: OptionalText,
  incoming: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  ai_models: Type.Optional(
    Type.Union([
      Type.Array(Type.Object({ model: Text, type: Text }), { maxItems: LIST_MAX_ITEMS }),
      Type.Null(),
    ]),
  ),
  user_timezone: OptionalText,
  user_picture: Type.Optional(Type.Union([Type.String({ maxLength: URL_MAX_LENGTH }), Type.Null()])),
  contact_first_name: OptionalText,
  contact_last_name: OptionalText,
  contact_phone: OptionalText,
  contact_emails: OptionalTexts,
  contact_stage: OptionalText,
  contact_stage_id: OptionalText,
  contact_source: OptionalText,
  contact_source_id: OptionalText,
  contact_tags: OptionalTexts,
});
export type CreateCall = Static<typeof CreateCall>;

export const SubmissionAcknowledgement = Type.Object({
  call_event_id: Type.String(),
  status: Type.Literal('QUEUED'),
});
export type SubmissionAcknowledgement = Static<typeof SubmissionAcknowledgement>;
