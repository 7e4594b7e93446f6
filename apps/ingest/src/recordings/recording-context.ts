import type { RecordingContext } from '@debrief/contracts/events/recording';
import { isoInstant, toMilliseconds } from '@debrief/database/instants';
import type { Selectable } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { RecordingsTable } from '../tables.ts';

const columns = [
  'organization_id',
  'integration_id',
  'id',
  'analysis_id',
  'attempt',
  'kind',
  'ai_category',
  'rubric',
  'user_id',
  'contact_id',
  'external_user_id',
  'external_contact_id',
  'user_name',
  'contact_name',
  'incoming',
  'duration_seconds',
  'source_id',
  'stage_id',
  'ai_models',
  'occurred_at',
  'created_date',
] as const;

export type ContextRow = Pick<Selectable<RecordingsTable>, (typeof columns)[number]>;

/** What a `select` or `returning` over the recording `r` lists for `recordingContext`. */
export const contextColumns = sql.join(columns.map((column) => sql.ref(`r.${column}`)));

/** The same of the recording `r` as JSON that Postgres writes, for events that are told in the statement that stores it. */
export const contextBody: RawBuilder<unknown> = sql`
  (
    select row_to_json(context) from (
      select r.organization_id, r.integration_id, r.id as recording_id, r.analysis_id, r.attempt, r.kind,
        r.ai_category, r.rubric, r.user_id, r.contact_id, r.external_user_id, r.external_contact_id, r.user_name,
        r.contact_name, r.incoming, r.duration_seconds, r.source_id, r.stage_id, r.ai_models,
        coalesce(${isoInstant('r.occurred_at')}, ${isoInstant('r.created_date')}) as occurred_at,
        ${isoInstant('r.created_date')} as created_date
    ) context
  )
`;

/** What every event says of its recording; a row may hold more than goes into it. */
export function recordingContext(row: ContextRow): RecordingContext {
  return {
    organization_id: row.organization_id,
    integration_id: row.integration_id,
    recording_id: row.id,
    analysis_id: row.analysis_id,
    attempt: row.attempt,
    kind: row.kind,
    ai_category: row.ai_category,
    rubric: row.rubric,
    user_id: row.user_id,
    contact_id: row.contact_id,
    external_user_id: row.external_user_id,
    external_contact_id: row.external_contact_id,
    user_name: row.user_name,
    contact_name: row.contact_name,
    incoming: row.incoming,
    duration_seconds: row.duration_seconds,
    source_id: row.source_id,
    stage_id: row.stage_id,
    ai_models: row.ai_models,
    occurred_at: toMilliseconds(row.occurred_at ?? row.created_date),
    created_date: toMilliseconds(row.created_date),
  };
}
