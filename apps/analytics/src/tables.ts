import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { ConversationMetrics } from '@debrief/contracts/resources/metrics';
import type { OutboxTables } from '@debrief/database/outbox';
import type { Generated, Kysely } from 'kysely';

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

/** Interaction statistics of the call, under the names of its analysis. */
export const figureColumns = [
  'talk_ratio',
  'longest_monologue_seconds',
  'longest_customer_story_seconds',
  'interactivity',
  'patience_seconds',
  'questions_per_hour',
  'filler_words_per_minute',
  'words_per_minute',
  'interruptions_per_hour',
  'overlap_ratio',
  'silence_ratio',
] as const satisfies (keyof ConversationMetrics)[];
export type Figure = (typeof figureColumns)[number];

export interface CallFacts
  extends Pick<RecordingContext, (typeof contextColumns)[number]>,
    Record<Figure, number | null> {
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED';
  analyzed: Generated<boolean>;
  rerun_id: string | null;
  rating: number | null;
  outcomes: Generated<string[]>;
  objections: Generated<string[]>;
  error_code: string | null;
  is_erased: Generated<boolean>;
}

export const callFactColumns = [
  ...contextColumns,
  'status',
  'analyzed',
  'rerun_id',
  'rating',
  'outcomes',
  'objections',
  ...figureColumns,
  'error_code',
  'is_erased',
] as const satisfies (keyof CallFacts)[];

export interface Agents {
  integration_id: string;
  user_id: string;
  version: number;
  team_ids: string[];
}

export interface Tables extends OutboxTables {
  call_facts: CallFacts;
  agents: Agents;
}

export type Db = Kysely<Tables>;
