import { isoInstant } from '@debrief/database/instants';
import { type RawBuilder, sql } from 'kysely';

/** The recording `r` as an operator sees it, as JSON text. */
export const recordingState: RawBuilder<string> = sql`
  (
    select row_to_json(body)::text from (
      select r.id, r.integration_id, r.call_event_id, r.external_recording_id, r.kind, r.status, r.progress,
        r.attempt, r.error, ${isoInstant('r.created_date')} as created_date
    ) body
  )
`;
