import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@debrief/contracts/define';
import {
  type RecordingContext,
  type RecordingProgress,
  recordingAnalyzed,
  recordingFailed,
  type recordingTranscribed,
} from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import type { AnalysisBody, CoachingResult } from '@debrief/contracts/resources/analysis';
import { appendToOutbox, type OutboxMessage } from '@debrief/database/outbox';
import { transaction } from '@debrief/database/pool';
import type { Delivery } from '@debrief/messaging/consume';
import type { Logger } from '@debrief/service-kit/run';
import type { CoachOf } from '../engines/language-model/choose-coach.ts';
import type { RubricOf } from '../engines/load-rubrics.ts';
import type { Db } from '../tables.ts';
import { findAnalysis, findTimeZone, insertAnalysis } from './analysis-queries.ts';
import { analysisBody } from './analysis-view.ts';

export interface AnalysisDeps {
  readonly db: Db;
  readonly coachOf: CoachOf;
  readonly rubricOf: RubricOf;
  readonly reportProgress: (progress: RecordingProgress) => void;
  /** Called after a commit that appended events. */
  readonly committed: () => void;
  readonly log: Logger;
}

type Transcribed = PayloadOf<typeof recordingTranscribed>;

const PROGRESS_STARTED = 70;
const PROGRESS_ANALYZED = 95;

/**
 * Coaches a transcript: the analysis and its event share one transaction. A repeated transcript only emits that event
 * again, one of an older attempt changes nothing. On the last delivery a fault ends the recording instead.
 */
export function analyzeRecording(deps: AnalysisDeps) {
  return async ({ payload, isLast, signal }: Delivery<Transcribed>): Promise<void> => {
    const { recording } = payload;
    const stored = await findAnalysis(deps.db, recording);
    if (stored !== null && stored.attempt >= recording.attempt) {
      if (stored.attempt === recording.attempt) await emitAgain(deps, recording, stored.body);
      return;
    }
    try {
      const result = await coach(deps, payload, signal);
      await store(deps, recording, result);
    } catch (error) {
      // A service that closes ends its threads: the recording is not at fault and goes to another replica.
      if (!isLast || signal.aborted) throw error;
      deps.log.error(
        { err: error, recording_id: recording.recording_id },
        'the analysis failed on its last attempt; the recording fails',
      );
      await transaction(deps.db, (tx) => appendToOutbox(tx, [failed(recording)]));
      deps.committed();
    }
  };
}

async function coach(
  { db, coachOf, rubricOf, reportProgress }: AnalysisDeps,
  { recording, transcript }: Transcribed,
  signal: AbortSignal,
) {
  const { integration_id, recording_id, attempt, kind, incoming, occurred_at } = recording;
  const state = { integration_id, recording_id, attempt, status: 'ANALYZING' as const };
  reportProgress({ ...state, progress: PROGRESS_STARTED });
  const timeZone = await findTimeZone(db, recording);
  const zone = timeZone === null ? {} : { time_zone: timeZone };
  const context = { kind, incoming, occurred_at, category: recording.ai_category, ...zone };
  const result = await coachOf(recording).analyze(transcript, rubricOf(recording), context, signal);
  reportProgress({ ...state, progress: PROGRESS_ANALYZED });
  return result;
}

async function store({ db, committed }: AnalysisDeps, recording: RecordingContext, result: CoachingResult) {
  const body = analysisBody(result);
  await transaction(db, async (tx) => {
    await insertAnalysis(tx, recording, body);
    await appendToOutbox(tx, [analyzed(recording, body)]);
  });
  committed();
}

/** Ingest asks again when the event did not reach it. JetStream would drop a repeated message id, so it gets a new one. */
async function emitAgain({ db, committed }: AnalysisDeps, recording: RecordingContext, body: AnalysisBody) {
  const again = { ...analyzed(recording, body), messageId: randomUUID() };
  await transaction(db, (tx) => appendToOutbox(tx, [again]));
  committed();
}

function analyzed(recording: RecordingContext, body: AnalysisBody): OutboxMessage {
  const payload: PayloadOf<typeof recordingAnalyzed> = {
    recording,
    rating: body.rating?.outcome ?? null,
    outcomes: body.disposition.outcomes,
    objections: body.objections.kinds ?? [],
    conversation: body.conversation,
  };
  const messageId = `${recording.recording_id}:${recording.attempt}:analyzed`;
  return { subject: recordingAnalyzed.subject, messageId, payload };
}

function failed(recording: RecordingContext): OutboxMessage {
  const payload: PayloadOf<typeof recordingFailed> = {
    recording,
    stage: 'coaching',
    error: failure('analysis_failed'),
  };
  const messageId = `${recording.recording_id}:${recording.attempt}:failed:coaching`;
  return { subject: recordingFailed.subject, messageId, payload };
}
