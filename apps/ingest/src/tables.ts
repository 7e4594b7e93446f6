import type { InputOf } from '@debrief/contracts/define';
import type { IntegrationChanged } from '@debrief/contracts/events/directory';
import type { Failure } from '@debrief/contracts/failures';
import type { submitRecording } from '@debrief/contracts/operations/ingest';
import type { AudioFault } from '@debrief/contracts/resources/audio';
import type { RecordingStatus } from '@debrief/contracts/resources/call';
import type { HeardTranscript, Transcript } from '@debrief/contracts/resources/transcript';
import type { LeasedWorkColumns } from '@debrief/database/leased-work';
import type { OutboxTables } from '@debrief/database/outbox';
import type { Static } from '@sinclair/typebox';
import type { ColumnType, Generated, Kysely } from 'kysely';

/** ISO-8601 UTC with microseconds, as the pool reads a timestamptz. */
type Instant = string;

type Body = InputOf<typeof submitRecording>;

/** The body's fields are columns of the same name. */
export interface RecordingsTable
  extends Required<Omit<Body, 'recording_id' | 'recording_url' | 'ai_models' | 'allowed_hosts' | 'quotas'>>,
    Omit<LeasedWorkColumns, 'queued_at'> {
  organization_id: string;
  recording_url: string | null;
  allowed_hosts: string[] | null;
  call_event_id: string;
  analysis_id: string;
  external_recording_id: string;
  ai_models: ColumnType<{ model: string; type: string }[], string, string>;
  created_date: Instant;
  status: Generated<Static<typeof RecordingStatus>>;
  progress: Generated<number>;
  status_since: Generated<Instant>;
  queued_at: Instant;
  audio_seconds: number | null;
  transcribed_at: Instant | null;
  finished_at: Instant | null;
  error: ColumnType<Failure | null, string | null, string | null>;
  analysis_requests: Generated<number>;
  speech_seconds: Generated<number>;
  speech_money: Generated<number>;
  speech_day: string | null;
  audio_asked: Generated<boolean>;
  traceparent: string | null;
}

export interface TranscriptsTable {
  integration_id: string;
  recording_id: string;
  attempt: number;
  transcript: ColumnType<Transcript, string, string>;
  body: string;
  created_date: Instant;
  original: ColumnType<HeardTranscript | null, never, string | null>;
  revision: Generated<number>;
  is_judged: Generated<boolean>;
}

export interface TranscriptPartsTable {
  integration_id: string;
  recording_id: string;
  attempt: number;
  part: number;
  parts: number;
  data: string;
}

export interface RerunsTable {
  integration_id: string;
  recording_id: string;
  rerun_id: string;
  requested_at: Generated<Instant>;
  requests: Generated<number>;
  due_at: Instant | null;
}

/** Settings that count here. */
export type IntegrationsTable = Pick<
  IntegrationChanged,
  'integration_id' | 'version' | 'text_days' | 'audio_days' | 'removes_card_numbers' | 'speech_engine'
>;

export interface AudioTable {
  integration_id: string;
  recording_id: string;
  key: string | null;
  fault: AudioFault | null;
  bytes: number | null;
  duration_seconds: number | null;
  peaks: ColumnType<string[] | null, string | null, string | null>;
  created_date: Instant;
}

export interface AudioRemovalsTable {
  integration_id: string;
  recording_id: string;
  asked_at: Generated<Instant>;
  due_at: Generated<Instant>;
  looks: Generated<number>;
  upload: string | null;
}

export interface AudioStoreTable {
  one: Generated<boolean>;
  id: Generated<string>;
  marked_at: Instant | null;
  sweep_due_at: Generated<Instant>;
  sweep_after: string | null;
}

export interface QuotaUseTable {
  integration_id: string;
  period: 'minute' | 'day';
  starts_at: Instant;
  submissions: Generated<number>;
  audio_seconds: Generated<number>;
}

export interface SpeechUseTable {
  integration_id: string;
  day: string;
  seconds: number;
  money: number;
}

export interface Tables extends OutboxTables {
  integrations: IntegrationsTable;
  recordings: RecordingsTable;
  transcripts: TranscriptsTable;
  transcript_parts: TranscriptPartsTable;
  reruns: RerunsTable;
  audio: AudioTable;
  audio_removals: AudioRemovalsTable;
  audio_store: AudioStoreTable;
  quota_use: QuotaUseTable;
  speech_use: SpeechUseTable;
}

export type Db = Kysely<Tables>;
