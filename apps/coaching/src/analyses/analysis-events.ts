import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@debrief/contracts/define';
import {
  type RecordingContext,
  recordingAnalyzed,
  recordingFailed,
} from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import type { OutboxMessage } from '@debrief/database/outbox';

/** Why an attempt failed: `waits_for` of its row. */
export type FailureReason = 'analysis_failed' | 'timed_out';

/** @param rerunId The rerun it is of, which makes it an event of its own. */
export function analyzed(
  recording: RecordingContext,
  body: AnalysisBody,
  rerunId: string | null = null,
): OutboxMessage {
  const payload = figuresOf(recording, body, rerunId);
  const again = rerunId === null ? '' : `:${rerunId}`;
  const messageId = `${recording.recording_id}:${recording.attempt}:analyzed${again}`;
  return { subject: recordingAnalyzed.subject, messageId, payload };
}

/** Ingest asks again when the event did not reach it. JetStream would drop a repeated message id, so it gets a new one. */
export function analyzedAgain(
  recording: RecordingContext,
  body: AnalysisBody,
  rerunId: string | null = null,
): OutboxMessage {
  return { ...analyzed(recording, body, rerunId), messageId: randomUUID() };
}

/** The analysis that stays, because its recording cannot be judged again. */
export function keptAnalysis(
  recording: RecordingContext,
  body: AnalysisBody,
  rerunId: string | null,
): OutboxMessage {
  const payload = { ...figuresOf(recording, body, rerunId), rerun_failed: true };
  return { subject: recordingAnalyzed.subject, messageId: randomUUID(), payload };
}

function figuresOf(
  recording: RecordingContext,
  body: AnalysisBody,
  rerunId: string | null,
): PayloadOf<typeof recordingAnalyzed> {
  return {
    recording,
    rating: body.rating?.outcome ?? null,
    outcomes: body.disposition.outcomes,
    objections: body.objections.kinds ?? [],
    conversation: body.conversation,
    ...(rerunId !== null && { rerun_id: rerunId }),
  };
}

/** A new message id each time: a repeated request may fail again within the duplicate window. */
export function failed(recording: RecordingContext, reason: string | null): OutboxMessage {
  const payload: PayloadOf<typeof recordingFailed> = {
    recording,
    stage: 'coaching',
    error: failure(reason === ('timed_out' satisfies FailureReason) ? 'timed_out' : 'analysis_failed'),
  };
  return { subject: recordingFailed.subject, payload };
}
