import type { ConsumerDefinition, StreamDefinition } from './define.ts';
import { directoryConsumers, directoryStreams } from './events/directory.ts';
import { recordingConsumers, recordingStreams } from './events/recording.ts';

export type { ConsumerDefinition, StreamDefinition } from './define.ts';

/**
 * Streams keep a message until every consumer declared here has acknowledged it (interest retention), so any
 * app that creates a stream creates all its consumers with it: a service that is not up yet loses nothing.
 */
export const streams: readonly StreamDefinition[] = [...recordingStreams, ...directoryStreams];

export const consumers = {
  ...recordingConsumers,
  ...directoryConsumers,
} as const satisfies Record<string, ConsumerDefinition>;
