import type { EventDefinition } from './define.ts';
import {
  recordingAnalyzed,
  recordingCompleted,
  recordingFailed,
  recordingSubmitted,
  recordingTranscribed,
} from './events/recording.ts';

export interface ConsumerDefinition<E extends EventDefinition = EventDefinition> {
  /** Durable name, `service_event`; JetStream allows no dots here. */
  readonly durable: string;
  readonly stream: string;
  readonly event: E;
  /** How long a delivery may stay without ack or working() before it comes again, in seconds. */
  readonly ackWaitSeconds: number;
  /** Deliveries before the message is given up; the consumer records the failure on the last one. */
  readonly maxDeliver: number;
}

export interface StreamDefinition {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly maxBytes: number;
  /** How long JetStream drops a repeated Nats-Msg-Id; unique constraints guard beyond it. */
  readonly duplicateWindowSeconds: number;
}

const MIB = 1024 * 1024;

/**
 * Streams keep a message until every consumer declared here has acknowledged it (interest retention), so whoever
 * creates a stream creates all its consumers with it: a service that is not up yet loses nothing.
 */
export const streams = [
  { name: 'recordings', subjects: ['recording.>'], maxBytes: 1024 * MIB, duplicateWindowSeconds: 3600 },
  {
    name: 'directory',
    subjects: ['key.>', 'integration.>'],
    maxBytes: 64 * MIB,
    duplicateWindowSeconds: 3600,
  },
] as const satisfies readonly StreamDefinition[];

function consumer<E extends EventDefinition>(
  service: string,
  stream: string,
  event: E,
): ConsumerDefinition<E> {
  return {
    durable: `${service}_${event.subject.replaceAll('.', '_')}`,
    stream,
    event,
    ackWaitSeconds: 30,
    maxDeliver: 6,
  };
}

export const consumers = {
  transcriptionRecordingSubmitted: consumer('transcription', 'recordings', recordingSubmitted),
  ingestRecordingTranscribed: consumer('ingest', 'recordings', recordingTranscribed),
  ingestRecordingAnalyzed: consumer('ingest', 'recordings', recordingAnalyzed),
  ingestRecordingFailed: consumer('ingest', 'recordings', recordingFailed),
  coachingRecordingTranscribed: consumer('coaching', 'recordings', recordingTranscribed),
  analyticsRecordingSubmitted: consumer('analytics', 'recordings', recordingSubmitted),
  analyticsRecordingAnalyzed: consumer('analytics', 'recordings', recordingAnalyzed),
  analyticsRecordingFailed: consumer('analytics', 'recordings', recordingFailed),
  analyticsRecordingCompleted: consumer('analytics', 'recordings', recordingCompleted),
} as const satisfies Record<string, ConsumerDefinition>;
