import type { PayloadOf } from '@debrief/contracts/define';
import {
  recordingFailed,
  recordingProgress,
  type recordingSubmitted,
  recordingTranscribed,
} from '@debrief/contracts/events/recording';
import type { Messaging } from '@debrief/messaging/connection';
import type { Delivery } from '@debrief/messaging/consume';
import { notify, publish } from '@debrief/messaging/publish';
import { failureOfTry } from './failure-of-try.ts';
import type { Stage } from './report-progress.ts';
import { type TranscriptionDeps, transcribeRecording } from './transcribe-recording.ts';

/**
 * A transcript may be the work of an hour, so it outlives a longer outage of NATS than other messages do. Beyond this
 * the attempt's lease in ingest has run out as well, and the result would be refused as stale.
 */
const PUBLISH_TIMEOUT_MS = 90_000;

type Submission = Delivery<PayloadOf<typeof recordingSubmitted>>;

/** Answers each submission with a transcript or, once no other try is due, with a failure. */
export function handleSubmission(
  messaging: Messaging,
  deps: TranscriptionDeps,
): (delivery: Submission) => Promise<void> {
  const { metrics } = deps;
  return async (delivery) => {
    const { payload, signal } = delivery;
    const { recording } = payload;
    const { integration_id, recording_id, attempt } = recording;
    const messageId = `${recording_id}:${attempt}`;
    const log = deps.log.child({ integration_id, recording_id, attempt, delivery: delivery.delivery });
    const notifyStage = (stage: Stage) => {
      notify(messaging, recordingProgress, { integration_id, recording_id, attempt, ...stage });
    };
    try {
      const transcript = await transcribeRecording({ ...deps, log }, payload, notifyStage, signal);
      const result = { recording, transcript };
      await metrics.timed('publish', () =>
        publish(messaging, recordingTranscribed, result, {
          messageId: `${messageId}:transcribed`,
          timeoutMs: PUBLISH_TIMEOUT_MS,
          signal,
        }),
      );
      metrics.ended('transcribed');
      log.info({ engine: transcript.engine.name, segments: transcript.segments.length }, 'transcribed');
    } catch (error) {
      // Not this recording's fault: another worker gets the message at once.
      if (signal.aborted) {
        metrics.ended('handed_on');
        throw error;
      }
      const failed = failureOfTry(error, delivery);
      if (failed === null) {
        metrics.ended('retried');
        throw error;
      }
      log.warn({ err: error, code: failed.code }, 'no transcript');
      const result = { recording, stage: 'transcription' as const, error: failed };
      await publish(messaging, recordingFailed, result, { messageId: `${messageId}:failed:transcription` });
      metrics.ended('failed', failed.code);
    }
  };
}
