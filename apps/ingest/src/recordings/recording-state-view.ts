import { isoInstant } from '@debrief/database/instants';
import { leaseNow } from '@debrief/database/leased-work';
import { type RawBuilder, sql } from 'kysely';
import { isRequestRefused } from '../work/request-analysis.ts';

/** What the recording `r` waits for: `waits_for` of RecordingState. */
export const waitsFor: RawBuilder<string | null> = sql`
  case
    when r.finished_at is not null then null
    when r.transcribed_at is not null then case when ${isRequestRefused} then 'publication' else 'analysis' end
    when r.claimed_at is null then coalesce(r.waits_for, 'worker')
    when r.paused_at is not null then 'engine_place'
  end
`;

/** The recording `r` as an operator sees it, as JSON text. */
export const recordingState: RawBuilder<string> = sql`
  (
    select row_to_json(body)::text from (
      select r.id, r.integration_id, r.call_event_id, r.external_recording_id, r.kind, r.status,
        ${isoInstant('r.status_since')} as status_since, r.progress, r.attempt, r.failures,
        ${waitsFor} as waits_for,
        case when r.claimed_at is null and r.finished_at is null and r.due_at > ${leaseNow}
          then round(extract(epoch from r.due_at - ${leaseNow}), 1) end as next_try_seconds,
        r.error, ${isoInstant('r.queued_at')} as queued_at, ${isoInstant('r.created_date')} as created_date
    ) body
  )
`;
