import { isoInstant } from '@debrief/database/instants';
import { type RawBuilder, sql } from 'kysely';

/** The user `r` as the JSON text that is sent to the client, its fields in the order of the contract. */
export const userBody: RawBuilder<string> = sql`
  (
    select row_to_json(body) from (
      select r.id, r.external_user_id, r.name, r.email, r.timezone, r.picture,
        ${isoInstant('r.created_date')} as created_date
    ) body
  )::text
`;
