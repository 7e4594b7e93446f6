import { isoInstant } from '@debrief/database/instants';
import { type RawBuilder, sql } from 'kysely';

/**
 * The contact `r` as the JSON text that is sent to the client, its fields in the order of the contract. `row_to_json`,
 * because `json_build_object` puts spaces around every colon.
 */
export const contactBody: RawBuilder<string> = sql`
  (
    select row_to_json(body) from (
      select r.id, r.external_contact_id, r.name, r.first_name, r.last_name, r.phone,
        coalesce(r.emails, '{}') as emails, r.stage, r.stage_id, r.source, r.source_id,
        coalesce(r.tags, '{}') as tags, ${isoInstant('r.created_date')} as created_date
    ) body
  )::text
`;
