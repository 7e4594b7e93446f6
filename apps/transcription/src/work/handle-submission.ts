import { setTimeout as delay } from 'node:timers/promises';
import type { EventDefinition, PayloadOf } from '@debrief/contracts/define';
import {
  recordingFailed,
  recordingProgress,
  type recordingSubmitted,
  recordingTranscribed,
} from '@debrief/contracts/events/recording';
import type { Messaging } from '@debrief/messaging/connection';
import { type Delivery, PermanentError } from '@debrief/messaging/consume';
import { notify, publish } from '@debrief/messaging/publish';
import { failureOfTry } from './failure-of-try.ts';
import type { Stage } from './tell-progress.ts';
import { transcribeRecording, type Workshop } from './transcribe-recording.ts';

/** Beyond this the attempt's lease in ingest has run out as well, and the result would be refused as stale. */
const PUBLISH_PATIENCE_MS = 90_000;
const PUBLISH_AGAIN_AFTER_MS = 500;

type Submission = Delivery<PayloadOf<typeof recordingSubmitted>>;

/** Answers each submission with a transcript or, once no other try is due, with a failure. */
export function handleSubmission(
  messaging: Messaging,
  workshop: Workshop,
): (delivery: Submission) => Promise<void> {
  const { metrics } = workshop;
  return async (delivery) => {
    const { payload, signal } = delivery;
    const { recording } = payload;
    const { integration_id, recording_id, attempt } = recording;
    const messageId = `${recording_id}:${attempt}`;
    const log = workshop.log.child({ integration_id, recording_id, attempt, delivery: delivery.delivery });
    const send = (stage: Stage) => {
      notify(messaging, recordingProgress, { integration_id, recording_id, attempt, ...stage });
    };
    try {
      const transcript = await transcribeRecording({ ...workshop, log }, payload, send, signal);
      const result = { recording, transcript };
      await metrics.timed('publish', () =>
        publishPatiently(messaging, recordingTranscribed, result, `${messageId}:transcribed`, signal),
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

/** A transcript may be the work of an hour, so it outlives a longer outage of NATS than other messages do. */
async function publishPatiently<E extends EventDefinition>(
  messaging: Messaging,
  event: E,
  payload: PayloadOf<E>,
  messageId: string,
  signal: AbortSignal,
): Promise<void> {
  const givenUpAt = performance.now() + PUBLISH_PATIENCE_MS;
  for (;;) {
    try {
      await publish(messaging, event, payload, { messageId });
      return;
    } catch (error) {
      if (error instanceof PermanentError || signal.aborted || performance.now() >= givenUpAt) throw error;
      await delay(PUBLISH_AGAIN_AFTER_MS, undefined, { signal });
    }
  }
}
