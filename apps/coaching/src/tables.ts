import type { IntegrationChanged } from '@debrief/contracts/events/directory';
import type { RecordingContext } from '@debrief/contracts/events/recording';
import type { Cadence, Category } from '@debrief/contracts/resources/access';
import type { AgendaAnswers, AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import type { GenerationStatus } from '@debrief/contracts/resources/coaching-agenda';
import type { Digest } from '@debrief/contracts/resources/coaching-period';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { LeasedWorkColumns } from '@debrief/database/leased-work';
import type { OutboxTables } from '@debrief/database/outbox';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Exchange, SpeechCounts, SpeechQuote } from './engines/findings/speech/speech.ts';

/** ISO-8601 UTC with microseconds, as the pool reads a timestamptz. */
type Instant = string;
/** `YYYY-MM-DD`. */
type CalendarDay = string;
type NullableJson<T> = ColumnType<T | null, string | null, string | null>;

export interface AnalysesTable {
  integration_id: string;
  recording_id: string;
  analysis_id: string;
  attempt: number;
  kind: 'call' | 'roleplay';
  user_id: string;
  contact_id: string;
  occurred_at: Instant;
  rating: number | null;
  body: ColumnType<AnalysisBody, string, string>;
  rerun_id: string | null;
  created_date: Generated<Instant>;
  recorded_date: Generated<Instant>;
  texts_removed_at: Instant | null;
}

export interface PastAnalysesTable {
  integration_id: string;
  recording_id: string;
  replaced_date: Generated<Instant>;
  attempt: number;
  rating: number | null;
  body: ColumnType<AnalysisBody, string, never>;
  created_date: Instant;
}

/** A transcript that is to be analysed; `id` is the recording's, `attempt` that of the work. */
export interface AnalysesDueTable extends LeasedWorkColumns {
  recording_attempt: number;
  recording: ColumnType<RecordingContext, string, string>;
  transcript: ColumnType<Transcript, string, string>;
  duration_seconds: number;
  received_at: Instant;
  rerun_id: string | null;
}

export interface PeriodsTable {
  integration_id: string;
  id: string;
  cadence: Cadence;
  period_start: CalendarDay;
  period_end: CalendarDay;
  review_period_end: CalendarDay;
  digest: NullableJson<Digest>;
  created_date: Generated<Instant>;
  updated_date: Generated<Instant>;
}

export interface PeriodSchedulesTable {
  integration_id: string;
  cadence: Cadence;
  next_start: CalendarDay;
}

export interface AgendasTable {
  integration_id: string;
  id: string;
  period_id: string;
  user_id: string | null;
  external_user_id: string;
  title: string | null;
  generation_status: Generated<GenerationStatus>;
  content: NullableJson<AgendaContent>;
  completed_at: Instant | null;
  answers: NullableJson<AgendaAnswers>;
  summary: string | null;
  /** What the agent has written so far, which nobody else may read. */
  draft: NullableJson<AgendaAnswers>;
  created_date: Generated<Instant>;
  updated_date: Generated<Instant>;
}

export interface SignalsTable {
  integration_id: string;
  user_id: string;
  id: string;
  /** JSON text of a SignalProfile, unless something else has been stored. */
  profile: string;
  version: Generated<number>;
  calls: number;
  words: number;
  created_date: Generated<Instant>;
  updated_date: Generated<Instant>;
}

/** Of calls alone: in a roleplay the agent plays a part. */
export interface SpeechTable {
  integration_id: string;
  recording_id: string;
  user_id: string;
  occurred_at: Instant;
  words: number;
  indicators: ColumnType<SpeechCounts, string, string>;
  quotes: ColumnType<SpeechQuote[], string, string>;
  exchanges: ColumnType<Exchange[], string | undefined, string>;
}

export interface ModelUsageTable {
  integration_id: string;
  day: CalendarDay;
  /** A bigint, which the driver reads as text. */
  tokens: string;
  money: string;
}

export interface ModelReadingsTable {
  integration_id: string;
  content_hash: string;
  stretches: ColumnType<object[], string, string>;
  created_date: Generated<Instant>;
}

export interface AgentsTable {
  integration_id: string;
  user_id: string;
  version: number;
  external_user_id: string;
  name: string;
  timezone: string | null;
  signal: boolean;
}

export interface AgentMappingsTable {
  integration_id: string;
  external_user_id: string;
  user_id: string;
}

/** The event's fields are columns of the same name. */
export interface IntegrationsTable extends Omit<IntegrationChanged, 'categories'> {
  categories: NullableJson<Category[]>;
}

export interface RubricsTable {
  integration_id: string;
  name: string;
  version: number;
  content: ColumnType<object, string, never>;
  created_date: Generated<Instant>;
}

export interface Tables extends OutboxTables {
  analyses: AnalysesTable;
  analyses_due: AnalysesDueTable;
  past_analyses: PastAnalysesTable;
  periods: PeriodsTable;
  period_schedules: PeriodSchedulesTable;
  agendas: AgendasTable;
  signals: SignalsTable;
  speech: SpeechTable;
  grown_speech: { integration_id: string; user_id: string };
  model_usage: ModelUsageTable;
  model_readings: ModelReadingsTable;
  agents: AgentsTable;
  agent_mappings: AgentMappingsTable;
  integrations: IntegrationsTable;
  rubrics: RubricsTable;
}

export type Db = Kysely<Tables>;
