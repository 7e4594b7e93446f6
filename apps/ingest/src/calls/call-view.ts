import { isoInstant } from '@debrief/database/instants';
import { type RawBuilder, sql } from 'kysely';

/**
 * The final body of a call or roleplay from the recording `r`, as JSON text. Postgres writes it once, in the order
 * of the contract; `row_to_json` because `json_build_object` puts spaces around every colon.
 */
export const callBody: RawBuilder<string> = sql`
  case r.kind
    when 'call' then (
      select row_to_json(body) from (
        select r.id, 'call' as type, ${isoInstant('r.created_date')} as created_date,
          r.duration_seconds as duration, r.external_user_id, r.user_id, r.external_contact_id, r.contact_id,
          r.from_number, r.to_number, r.incoming, r.source, r.source_id, r.stage, r.stage_id,
          r.external_recording_id
      ) body
    )
    when 'roleplay' then (
      select row_to_json(body) from (
        select r.id, 'roleplay' as type, ${isoInstant('r.created_date')} as created_date,
          r.duration_seconds as duration, r.user_id, r.external_user_id, r.contact_id, r.external_contact_id
      ) body
    )
  end::text
`;

/** The final body of an overview of the call `r`, as JSON text. */
export const overviewBody: RawBuilder<string> = overviewBodyWith();

/** With another column. */
export function overviewBodyWith(more?: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(
  select row_to_json(body) from (
    select ${callBody}::json as call, r.status, r.progress, r.error, r.user_name, r.contact_name, r.ai_category,
      coalesce(${isoInstant('r.occurred_at')}, ${isoInstant('r.created_date')}) as occurred_at,
      exists (
        select from reruns again where again.integration_id = r.integration_id and again.recording_id = r.id
      ) as is_judged_again
      ${more === undefined ? sql`` : sql`, ${more}`}
  ) body
)::text`;
}
