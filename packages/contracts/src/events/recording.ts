import { type Static, Type } from '@sinclair/typebox';
import { defineConsumer, defineEvent, type StreamDefinition } from '../define.ts';
import { Failure } from '../failures.ts';
import { Conversation } from '../resources/analysis.ts';
import { RecordingKind } from '../resources/call.ts';
import { AiModel } from '../resources/submission.ts';
import { Transcript } from '../resources/transcript.ts';
import { Nullable, NullableString, TraceParent, Uuid } from '../text.ts';

/**
 * What every event of a recording says about it, so that no consumer has to ask another service.
 * `attempt` counts the tries from 1: a result of an older attempt is refused.
 */
export const RecordingContext = Type.Object({
  organization_id: Uuid,
  integration_id: Uuid,
  recording_id: Uuid,
  analysis_id: Uuid,
  attempt: Type.Integer({ minimum: 1 }),
  kind: RecordingKind,
  ai_category: Type.String(),
  rubric: NullableString,
  user_id: Uuid,
  contact_id: Uuid,
  external_user_id: Type.String(),
  external_contact_id: Type.String(),
  user_name: Type.String(),
  contact_name: Type.String(),
  incoming: Type.Union([Type.Boolean(), Type.Null()]),
  duration_seconds: Type.Number(),
  source_id: NullableString,
  stage_id: NullableString,
  ai_models: Type.Array(AiModel),
  occurred_at: Type.String(),
  created_date: Type.String(),
  /** The span that submitted it, where that was traced: whatever is done for it belongs to its trace. */
  traceparent: Type.Optional(Nullable(TraceParent)),
});
export type RecordingContext = Static<typeof RecordingContext>;

const withContext = { recording: RecordingContext };

/** The traces that an event belongs to: those of its recordings, whichever event it is. */
export function tracesOf(payload: {
  recording?: RecordingContext;
  recordings?: readonly RecordingContext[];
}): string[] {
  const { recording, recordings = recording === undefined ? [] : [recording] } = payload;
  return recordings.map(({ traceparent }) => traceparent ?? null).filter((trace) => trace !== null);
}

/** A COMPLETED recording is judged again, at low priority: it stays COMPLETED with the analysis it has until then. */
const RerunId = Type.Optional(Uuid);

/**
 * Submissions that were stored together, of any integrations, in the transaction that stored them: they count as calls
 * from now on, and to the transcription worker it says that there may be work. One event for many, because every
 * submission pays for it.
 */
export const recordingSubmitted = defineEvent(
  'recording.submitted',
  Type.Object({ recordings: Type.Array(RecordingContext) }),
  { from: ['ingest'], heardBy: ['transcription'] },
);

export const recordingTranscribed = defineEvent(
  'recording.transcribed',
  Type.Object({ ...withContext, transcript: Transcript, rerun_id: RerunId }),
  { from: ['ingest'] },
);

/** What others count of an analysis. */
export const AnalysisFigures = Type.Object({
  rating: Type.Union([Type.Number(), Type.Null()]),
  outcomes: Type.Array(Type.String()),
  objections: Type.Array(Type.String()),
  conversation: Conversation,
});
export type AnalysisFigures = Static<typeof AnalysisFigures>;

export const recordingAnalyzed = defineEvent(
  'recording.analyzed',
  Type.Object({
    ...withContext,
    ...AnalysisFigures.properties,
    rerun_id: RerunId,
    /** The rerun failed for good, and the analysis of before stays. */
    rerun_failed: Type.Optional(Type.Boolean()),
  }),
  { from: ['coaching'] },
);

/** A recording is FAILED. Coaching says so of an analysis, and ingest then ends the recording; ingest of everything else. */
export const recordingFailed = defineEvent(
  'recording.failed',
  Type.Object({
    ...withContext,
    stage: Type.Union([Type.Literal('coaching'), Type.Literal('ingest')]),
    error: Failure,
  }),
  { from: ['coaching', 'ingest'] },
);

export const recordingCompleted = defineEvent('recording.completed', Type.Object({ ...withContext }), {
  from: ['ingest'],
});

const bounds = { maxBytes: 1024 * 1024 * 1024, duplicateWindowSeconds: 3600 };

/** Subject by subject, because JetStream refuses streams whose subjects overlap. */
const recordingStream: StreamDefinition = {
  name: 'recordings',
  subjects: [recordingSubmitted, recordingAnalyzed, recordingFailed, recordingCompleted].map(
    ({ subject }) => subject,
  ),
  ...bounds,
};

/** Transcripts are large. While coaching is away they fill a stream of their own, and all other events go on. */
const transcriptStream: StreamDefinition = {
  name: 'transcripts',
  subjects: [recordingTranscribed.subject],
  ...bounds,
};

/** Every stream of this file. Transcripts come second: an older version had their subject in the first. */
export const recordingStreams: readonly StreamDefinition[] = [recordingStream, transcriptStream];

/** Every consumer of the events above. The transcription worker listens to recording.submitted without one. */
export const recordingConsumers = {
  coachingRecordingTranscribed: defineConsumer('coaching', transcriptStream, recordingTranscribed),
  ingestRecordingAnalyzed: defineConsumer('ingest', recordingStream, recordingAnalyzed),
  ingestRecordingFailed: defineConsumer('ingest', recordingStream, recordingFailed),
  analyticsRecordingSubmitted: defineConsumer('analytics', recordingStream, recordingSubmitted),
  analyticsRecordingAnalyzed: defineConsumer('analytics', recordingStream, recordingAnalyzed),
  analyticsRecordingFailed: defineConsumer('analytics', recordingStream, recordingFailed),
  analyticsRecordingCompleted: defineConsumer('analytics', recordingStream, recordingCompleted),
};

/**
 * How far an analysis is, on plain NATS: losing one costs only freshness. `progress` is 65 to 99, as clients see it.
 */
export const RecordingProgress = Type.Object({
  integration_id: Uuid,
  recording_id: Uuid,
  attempt: Type.Integer(),
  progress: Type.Number(),
});
export type RecordingProgress = Static<typeof RecordingProgress>;
export const recordingProgress = defineEvent('progress.recording', RecordingProgress, {
  from: ['coaching'],
  heardBy: ['ingest'],
});
