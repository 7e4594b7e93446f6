import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
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

/** What every event says of its recording. */
export function recordingContext(row: ContextRow): RecordingContext {
  const { id, occurred_at, created_date, ...same } = row;
  return {
    ...same,
    recording_id: id,
    occurred_at: new Date(occurred_at ?? created_date).toISOString(),
    created_date: new Date(created_date).toISOString(),
  };
}
