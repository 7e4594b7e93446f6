import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { Generated, JSONColumnType, Kysely } from 'kysely';

/** What a fact keeps of its recording's context, under the same names. */
export const contextColumns = [
  'integration_id',
  'recording_id',
  'organization_id',
  'attempt',
  'kind',
  'user_id',
  'contact_id',
  'external_user_id',
  'external_contact_id',
  'ai_category',
  'incoming',
  'duration_seconds',
  'source_id',
  'stage_id',
  'occurred_at',
  'created_date',
] as const satisfies (keyof RecordingContext)[];

export interface CallFacts extends Pick<RecordingContext, (typeof contextColumns)[number]> {
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED';
  analyzed: Generated<boolean>;
  rating: number | null;
  outcomes: Generated<string[]>;
  objections: Generated<string[]>;
  conversation: JSONColumnType<object> | null;
  error_code: string | null;
}

export const callFactColumns = [
  ...contextColumns,
  'status',
  'analyzed',
  'rating',
  'outcomes',
  'objections',
  'conversation',
  'error_code',
] as const satisfies (keyof CallFacts)[];

export interface Agents {
  integration_id: string;
  user_id: string;
  version: number;
  team_ids: string[];
}

export interface Tables {
  call_facts: CallFacts;
  agents: Agents;
}

export type Db = Kysely<Tables>;
