import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ExternalId, LIST_MAX_ITEMS, Text, URL_MAX_LENGTH } from '../text.ts';

function Optional<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

const HttpUrl = Text({ maxLength: URL_MAX_LENGTH, format: 'http-url' });
const OptionalText = Optional(Text({ minLength: 0 }));
const OptionalTexts = Optional(Type.Array(Text(), { maxItems: LIST_MAX_ITEMS }));

export const DURATION_MAX_SECONDS = 4 * 3600;

/** Body of `POST /calls`. What depends on a setting or on the integration (allowed hosts, categories, the clock) is the gateway's to check. */
export const CreateCall = Type.Object({
  recording_id: ExternalId,
  recording_url: HttpUrl,
  duration_seconds: Type.Number({ exclusiveMinimum: 0, maximum: DURATION_MAX_SECONDS }),
  ai_category: Text(),
  external_user_id: ExternalId,
  user_name: Text(),
  user_email: Text({ format: 'e-mail' }),
  external_contact_id: ExternalId,
  contact_name: Text(),
  occurred_at: Optional(Text({ format: 'instant' })),
  from_number: OptionalText,
  to_number: OptionalText,
  incoming: Optional(Type.Boolean()),
  ai_models: Optional(Type.Array(Type.Object({ model: Text(), type: Text() }), { maxItems: LIST_MAX_ITEMS })),
  user_timezone: Optional(Text({ format: 'time-zone' })),
  user_picture: Optional(HttpUrl),
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
