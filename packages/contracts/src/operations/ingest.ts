import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import {
  CALL_NOT_FOUND,
  QUOTA_EXCEEDED,
  RECORDING_NOT_FAILED,
  RECORDING_NOT_FOUND,
  ROLEPLAY_NOT_FOUND,
  STORAGE_FULL,
  TRANSCRIPT_NOT_READY,
  TRANSCRIPT_REMOVED,
} from '../errors.ts';
import { Failure } from '../failures.ts';
import { IdentifierOf } from '../identifiers.ts';
import { PageInput, PageOf } from '../paging.ts';
import { AnalysisHead } from '../resources/analysis.ts';
import { Call, callFilters, RecordingKind, RecordingStatus, Roleplay } from '../resources/call.ts';
import { SubmissionQuotas } from '../resources/quotas.ts';
import { ResolvedPeople, SubmittedRecording } from '../resources/submission.ts';
import { Transcript, TranscriptView } from '../resources/transcript.ts';
import { ExternalId, NullableString, Uuid } from '../text.ts';

/** `kind` keeps roleplays out of /calls and the other way round. */
export const RecordingIdentifier = Type.Object({
  kind: RecordingKind,
  ...IdentifierOf('call').properties,
});

const SubmissionState = Type.Object({ call_event_id: Uuid, status: RecordingStatus });

/**
 * The submission that already has a recording_id, so that a repeated POST changes nothing. Where it is a new one, it
 * fails as `submitRecording` would for want of room, so that a refused POST changes nothing either.
 */
export const findSubmission = defineOperation({
  subject: 'ingest.recordings.find-submission',
  scope: 'integration',
  access: 'read',
  input: Type.Object({
    recording_id: ExternalId,
    duration_seconds: Type.Optional(Type.Number()),
    quotas: Type.Optional(SubmissionQuotas),
  }),
  output: Type.Union([SubmissionState, Type.Null()]),
  errors: [QUOTA_EXCEEDED, STORAGE_FULL],
  idempotent: true,
});

/**
 * Stores a submission whose user and contact directory has resolved. Idempotent on `recording_id` within the
 * integration: an existing one is answered with its `call_event_id` and stays as it is, unless it FAILED:
 * then it is queued again with this body.
 */
export const submitRecording = defineOperation({
  subject: 'ingest.recordings.submit',
  scope: 'integration',
  access: 'write',
  input: Type.Composite([
    SubmittedRecording,
    ResolvedPeople,
    Type.Object({
      kind: RecordingKind,
      rubric: NullableString,
      allowed_hosts: Type.Optional(Type.Array(Type.String())),
      quotas: Type.Optional(SubmissionQuotas),
    }),
  ]),
  output: SubmissionState,
  errors: [QUOTA_EXCEEDED, STORAGE_FULL],
  idempotent: true,
});

/**
 * Stores a recording that is known by its transcript alone: there is no audio to download, and its analysis is asked for
 * at once. Otherwise as `submitRecording`. For operators: the public API takes recordings.
 */
export const submitTranscript = defineOperation({
  subject: 'ingest.recordings.submit-transcript',
  scope: 'integration',
  access: 'write',
  askedBy: [],
  input: Type.Composite([
    Type.Omit(SubmittedRecording, ['recording_url', 'duration_seconds']),
    ResolvedPeople,
    Type.Object({ kind: RecordingKind, rubric: NullableString, transcript: Transcript }),
  ]),
  output: SubmissionState,
  errors: [],
  idempotent: true,
});

/** A call or a roleplay, as `kind` says. */
export const getCall = defineOperation({
  subject: 'ingest.calls.get',
  scope: 'integration',
  access: 'read',
  input: RecordingIdentifier,
  output: Type.Union([Call, Roleplay]),
  errors: [CALL_NOT_FOUND, ROLEPLAY_NOT_FOUND],
  idempotent: true,
});

export const listCalls = defineOperation({
  subject: 'ingest.calls.list',
  scope: 'integration',
  access: 'read',
  input: Type.Object({
    ...PageInput,
    user_id: Type.Optional(Uuid),
    external_user_id: Type.Optional(ExternalId),
    contact_id: Type.Optional(Uuid),
    external_contact_id: Type.Optional(ExternalId),
    created_date_gte: Type.Optional(Type.String()),
    created_date_lte: Type.Optional(Type.String()),
    ...callFilters,
  }),
  output: PageOf(Call),
  errors: [],
  idempotent: true,
});

/** Answers only when the analysis is complete, as the transcript endpoint must. */
export const getTranscript = defineOperation({
  subject: 'ingest.transcripts.get',
  scope: 'integration',
  access: 'read',
  input: RecordingIdentifier,
  output: TranscriptView,
  errors: [CALL_NOT_FOUND, TRANSCRIPT_NOT_READY, TRANSCRIPT_REMOVED],
  idempotent: true,
});

/** How far a recording is; the head of its analysis. */
export const getAnalysisHead = defineOperation({
  subject: 'ingest.analyses.get-head',
  scope: 'integration',
  access: 'read',
  input: RecordingIdentifier,
  output: AnalysisHead,
  errors: [CALL_NOT_FOUND, ROLEPLAY_NOT_FOUND],
  idempotent: true,
});

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
  /** What how many wait for, as in RecordingState, and how long the first has been in that status. */
  reasons: Type.Array(
    Type.Object({ waits_for: Type.String(), recordings: Type.Integer(), longest_seconds: Type.Number() }),
  ),
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
