import { Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import {
  CALL_NOT_FOUND,
  QUOTA_EXCEEDED,
  ROLEPLAY_NOT_FOUND,
  STORAGE_FULL,
  TRANSCRIPT_NOT_READY,
  TRANSCRIPT_REMOVED,
} from '../errors.ts';
import { IdentifierOf } from '../identifiers.ts';
import { PageInput, PageOf } from '../paging.ts';
import { AnalysisHead } from '../resources/analysis.ts';
import { KeptAudio } from '../resources/audio.ts';
import {
  Call,
  CallOverview,
  callFilters,
  RecordingKind,
  RecordingStatus,
  Roleplay,
} from '../resources/call.ts';
import { SubmissionQuotas } from '../resources/quotas.ts';
import { ResolvedPeople, SubmittedRecording } from '../resources/submission.ts';
import { HeardTranscript, TranscriptView } from '../resources/transcript.ts';
import { ExternalId, NullableString, Text, Uuid } from '../text.ts';

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

/** In place of a URL: a file that the console has put into the store of audio, under the integration of the caller. */
const UploadUrl = Type.String({ pattern: '^upload:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

/**
 * Stores a submission whose user and contact directory has resolved. Idempotent on `recording_id` within the
 * integration: an existing one is answered with its `call_event_id` and stays as it is, unless it FAILED:
 * then it is queued again with this body.
 */
export const submitRecording = defineOperation({
  subject: 'ingest.recordings.submit',
  scope: 'integration',
  access: 'write',
  askedBy: ['gateway', 'console'],
  role: 'admin',
  input: Type.Composite([
    Type.Omit(SubmittedRecording, ['recording_url']),
    ResolvedPeople,
    Type.Object({
      // The API takes the first alone.
      recording_url: Type.Union([SubmittedRecording.properties.recording_url, UploadUrl]),
      kind: RecordingKind,
      rubric: NullableString,
      allowed_hosts: Type.Optional(Type.Array(Type.String())),
      quotas: Type.Optional(SubmissionQuotas),
    }),
  ]),
  output: SubmissionState,
  errors: [QUOTA_EXCEEDED, STORAGE_FULL],
  idempotent: true,
  isSerial: true,
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
    Type.Object({
      ...{ kind: RecordingKind, rubric: NullableString, transcript: HeardTranscript },
      /** What is to be kept for listening: `audio_key` says where the caller then puts it, as it is. */
      audio: Type.Optional(Type.Omit(KeptAudio, ['key'])),
    }),
  ]),
  output: Type.Composite([
    SubmissionState,
    /** Of what was given with audio; null where none is kept of it. */
    Type.Object({ audio_key: Type.Optional(NullableString) }),
  ]),
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

/**
 * Calls as the console lists them: as `listCalls`, with what else ingest knows of each. `occurred_gte` and `_lte`, both
 * inclusive: when they took place. `words`: all of them were said, or are in the names of the speakers; those in quotes one
 * after another. Of a page that is not full there may be a next.
 */
export const listCallOverviews = defineOperation({
  subject: 'ingest.calls.list-overviews',
  scope: 'integration',
  access: 'read',
  askedBy: ['console'],
  role: 'member',
  input: Type.Composite([
    listCalls.input,
    Type.Object({
      occurred_gte: Type.Optional(Type.String()),
      occurred_lte: Type.Optional(Type.String()),
      words: Type.Optional(Text({ maxLength: 200 })),
    }),
  ]),
  output: PageOf(CallOverview),
  errors: [],
  idempotent: true,
});

export const getCallOverview = defineOperation({
  subject: 'ingest.calls.get-overview',
  scope: 'integration',
  access: 'read',
  askedBy: ['console'],
  role: 'member',
  input: IdentifierOf('call'),
  output: CallOverview,
  errors: [CALL_NOT_FOUND],
  idempotent: true,
});

/**
 * A new attempt at a call that FAILED, or at the analysis of one that was corrected and then could not be judged again. Any
 * other stays as it is: somebody else was faster.
 */
export const retryCall = defineOperation({
  subject: 'ingest.calls.retry',
  scope: 'integration',
  access: 'write',
  askedBy: ['console'],
  role: 'member',
  input: IdentifierOf('call'),
  output: Type.Object({ is_retried: Type.Boolean() }),
  errors: [CALL_NOT_FOUND, TRANSCRIPT_REMOVED],
  idempotent: true,
});

/** Answers only when the analysis is complete, as the transcript endpoint must. */
export const getTranscript = defineOperation({
  subject: 'ingest.transcripts.get',
  scope: 'integration',
  access: 'read',
  askedBy: ['gateway', 'console'],
  role: 'member',
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
