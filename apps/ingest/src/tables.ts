import type { InputOf } from '@debrief/contracts/define';
import type { Failure } from '@debrief/contracts/failures';
import type { submitRecording } from '@debrief/contracts/operations/ingest';
import type { RecordingStatus } from '@debrief/contracts/resources/call';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { OutboxTables } from '@debrief/database/outbox';
import type { Static } from '@sinclair/typebox';
import type { ColumnType, Generated, Kysely } from 'kysely';

/** ISO-8601 UTC with microseconds, as the pool reads a timestamptz. */
type Instant = string;

type Body = InputOf<typeof submitRecording>;

/** The body's fields are columns of the same name. */
export interface RecordingsTable extends Required<Omit<Body, 'recording_id' | 'ai_models'>> {
  integration_id: string;
  id: string;
  organization_id: string;
  call_event_id: string;
  analysis_id: string;
  external_recording_id: string;
  ai_models: ColumnType<{ model: string; type: string }[], string, string>;
  created_date: Instant;
  status: Generated<Static<typeof RecordingStatus>>;
  progress: Generated<number>;
  attempt: Generated<number>;
  tries: Generated<number>;
  queued_at: Instant;
  released_at: Instant | null;
  started_at: Instant | null;
  lease_until: Instant | null;
  transcribed_at: Instant | null;
  analyzed_at: Instant | null;
  finished_at: Instant | null;
  error: ColumnType<Failure | null, string | null, string | null>;
}

export interface TranscriptsTable {
  integration_id: string;
  recording_id: string;
  attempt: number;
  transcript: ColumnType<Transcript, string, string>;
  body: string;
}

export interface Tables extends OutboxTables {
  recordings: RecordingsTable;
  transcripts: TranscriptsTable;
}

export type Db = Kysely<Tables>;
