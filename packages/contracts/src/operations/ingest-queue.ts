import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { RECORDING_NOT_FAILED, RECORDING_NOT_FOUND, TRANSCRIPT_REMOVED } from '../errors.ts';
import { Failure } from '../failures.ts';
import { RecordingKind, RecordingStatus } from '../resources/call.ts';
import { Nullable, NullableString, Uuid } from '../text.ts';

/** A recording as an operator sees it. */
export const RecordingState = Type.Object({
  id: Uuid,
  integration_id: Uuid,
  call_event_id: Uuid,
  external_recording_id: Type.String(),
  kind: RecordingKind,
  status: RecordingStatus,
  status_since: Type.String(),
  progress: Type.Number(),
  attempt: Type.Integer(),
  /** Attempts that counted since it was queued. */
  failures: Type.Integer(),
  /**
   * What it waits for: `worker`, `engine_place`, `analysis`, `publication` (the stream of transcripts is full, because
   * coaching is away), or the code of the failure that keeps it from going on.
   * Null while it is worked on, and when it is finished.
   */
  waits_for: NullableString,
  /** Until it is tried again; null when nothing is planned, or a worker may have it at once. */
  next_try_seconds: Type.Union([Type.Number(), Type.Null()]),
  error: Type.Union([Failure, Type.Null()]),
  queued_at: Type.String(),
  created_date: Type.String(),
});

export const listRecordings = defineOperation({
  subject: 'ingest.recordings.list',
  scope: 'system',
  input: Type.Object({
    status: Type.Optional(RecordingStatus),
    integration_id: Type.Optional(Uuid),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  output: Type.Object({ data: Type.Array(RecordingState) }),
  errors: [],
  idempotent: true,
});

/** A new attempt at once of a recording that is not COMPLETED; one whose analysis is missing keeps its transcript. */
export const retryRecording = defineOperation({
  subject: 'ingest.recordings.retry',
  scope: 'system',
  input: Type.Object({ id: Uuid }),
  output: RecordingState,
  errors: [RECORDING_NOT_FOUND, RECORDING_NOT_FAILED, TRANSCRIPT_REMOVED],
  idempotent: false,
});

/**
 * Has the COMPLETED recordings judged again that took place since then, from their stored transcripts and a few at a
 * time. What still waits of an earlier rerun is in this one.
 */
export const rerunAnalyses = defineOperation({
  subject: 'ingest.analyses.rerun',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid, since: Type.String({ format: 'instant' }) }),
  output: Type.Object({ rerun_id: Uuid, recordings: Type.Integer() }),
  errors: [],
  idempotent: false,
});

/** How many recordings of an integration are still to be judged again. */
export const getReruns = defineOperation({
  subject: 'ingest.analyses.get-reruns',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid }),
  output: Type.Object({ waiting: Type.Integer(), running: Type.Integer() }),
  errors: [],
  idempotent: true,
  unrecorded: true,
});

/** The unfinished recordings of an integration. */
export const IntegrationQueue = Type.Object({
  integration_id: Uuid,
  /** QUEUED, and nothing is wrong. */
  waiting: Type.Integer(),
  /** Claimed by a worker, or being analyzed. */
  running: Type.Integer(),
  /** Back from a worker because something is wrong, or its analysis was asked for again or cannot be asked for. */
  stuck: Type.Integer(),
  oldest: Type.Object({
    id: Uuid,
    status: RecordingStatus,
    queued_at: Type.String(),
    age_seconds: Type.Number(),
  }),
  /** What how many wait for, as in RecordingState, and for how long the first has. */
  reasons: Type.Array(
    Type.Object({ waits_for: Type.String(), recordings: Type.Integer(), longest_seconds: Type.Number() }),
  ),
});

/** The same of the caller's integration, for owners in the console; null: nothing is unfinished. */
export const getOwnQueue = defineOperation({
  subject: 'ingest.own-queue.get',
  scope: 'integration',
  access: 'read',
  askedBy: ['console'],
  role: 'owner',
  input: Type.Object({}),
  output: Type.Object({ queue: Nullable(IntegrationQueue), counted_to: Type.Integer() }),
  errors: [],
  idempotent: true,
});

/** What waits, runs and is stuck, of the integrations with the oldest recordings first. */
export const getQueue = defineOperation({
  subject: 'ingest.queue.get',
  scope: 'system',
  input: Type.Object({
    integration_id: Type.Optional(Uuid),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  output: Type.Object({
    integrations: Type.Array(IntegrationQueue),
    /** There are more integrations with unfinished recordings than these. */
    more: Type.Boolean(),
    /** Counts end here: there may be more. */
    counted_to: Type.Integer(),
  }),
  errors: [],
  idempotent: true,
  unrecorded: true,
});
