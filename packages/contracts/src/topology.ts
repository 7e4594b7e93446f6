import type { EventDefinition } from './define.ts';
import { userChanged } from './events/directory.ts';
import {
  recordingAccepted,
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
  // Without consumers it keeps nothing: its acknowledgement tells the outbox that those who listen were told.
  {
    name: 'directory',
    subjects: ['key.>', 'integration.>'],
    maxBytes: 64 * MIB,
    duplicateWindowSeconds: 3600,
  },
  // Apart from those, so that a consumer that is away for long never holds up the revocation of a key.
  {
    name: 'people',
    subjects: ['user.>'],
    maxBytes: 256 * MIB,
    duplicateWindowSeconds: 3600,
  },
] as const satisfies readonly StreamDefinition[];

/** Long work that fails this often will not succeed; its last delivery records the failure. */
const LONG_WORK_MAX_DELIVER = 6;
/** Writing down an event fails only while Postgres is away; with pauses of up to 30 s this outlasts half an hour. */
const BOOKKEEPING_MAX_DELIVER = 100;

function consumer<E extends EventDefinition>(
  service: string,
  event: E,
  maxDeliver = BOOKKEEPING_MAX_DELIVER,
): ConsumerDefinition<E> {
  const durable = `${service}_${event.subject.replaceAll('.', '_')}`;
  return { durable, stream: streamOf(event).name, event, ackWaitSeconds: 30, maxDeliver };
}

function streamOf({ subject }: EventDefinition): StreamDefinition {
  const family = `${subject.slice(0, subject.indexOf('.'))}.>`;
  const found = streams.find((stream) => (stream.subjects as readonly string[]).includes(family));
  if (found === undefined) throw new Error(`no stream carries ${subject}`);
  return found;
}

export const consumers = {
  transcriptionRecordingSubmitted: consumer('transcription', recordingSubmitted, LONG_WORK_MAX_DELIVER),
  coachingRecordingTranscribed: consumer('coaching', recordingTranscribed, LONG_WORK_MAX_DELIVER),
  ingestRecordingTranscribed: consumer('ingest', recordingTranscribed),
  ingestRecordingAnalyzed: consumer('ingest', recordingAnalyzed),
  ingestRecordingFailed: consumer('ingest', recordingFailed),
  analyticsRecordingAccepted: consumer('analytics', recordingAccepted),
  analyticsRecordingSubmitted: consumer('analytics', recordingSubmitted),
  analyticsRecordingAnalyzed: consumer('analytics', recordingAnalyzed),
  analyticsRecordingFailed: consumer('analytics', recordingFailed),
  analyticsRecordingCompleted: consumer('analytics', recordingCompleted),
  analyticsUserChanged: consumer('analytics', userChanged),
  coachingUserChanged: consumer('coaching', userChanged),
} as const satisfies Record<string, ConsumerDefinition>;
