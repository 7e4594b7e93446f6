import type { ConsumerDefinition, RetiredConsumer, StreamDefinition } from './define.ts';
import { coachingConsumers, coachingStreams } from './events/coaching.ts';
import { directoryConsumers, directoryStreams } from './events/directory.ts';
import { erasureConsumers, erasureStreams } from './events/erasures.ts';
import { recordingConsumers, recordingStreams } from './events/recording.ts';

export type { ConsumerDefinition, RetiredConsumer, StreamDefinition } from './define.ts';

/**
 * Streams keep a message until every consumer declared here has acknowledged it (interest retention), so any
 * app that creates a stream creates all its consumers with it: a service that is not up yet loses nothing.
 */
export const streams: readonly StreamDefinition[] = [
  ...recordingStreams,
  ...directoryStreams,
  ...coachingStreams,
  ...erasureStreams,
];

export const consumers = {
  ...recordingConsumers,
  ...directoryConsumers,
  ...coachingConsumers,
  ...erasureConsumers,
} as const satisfies Record<string, ConsumerDefinition>;

/**
 * Consumers of earlier versions: deleted where they still exist, or they would keep messages that nobody reads. Named
 * one by one, because during an upgrade an older process must not delete what a newer one has declared.
 */
export const retiredConsumers: readonly RetiredConsumer[] = [
  { stream: 'recordings', durable: 'transcription_recording_submitted' },
  { stream: 'recordings', durable: 'ingest_recording_transcribed' },
  { stream: 'recordings', durable: 'analytics_recording_accepted' },
  { stream: 'recordings', durable: 'coaching_recording_transcribed' },
];
