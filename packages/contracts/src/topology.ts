import { type ConsumerDefinition, defineConsumer, type StreamDefinition } from './define.ts';
import { directoryConsumers, directoryStream, invitationCreated, peopleStream } from './events/directory.ts';
import { recordingConsumers, recordingStream } from './events/recording.ts';

export type { ConsumerDefinition, StreamDefinition } from './define.ts';

/**
 * Streams keep a message until every consumer declared here has acknowledged it (interest retention), so any
 * app that creates a stream creates all its consumers with it: a service that is not up yet loses nothing.
 */
export const streams: readonly StreamDefinition[] = [recordingStream, directoryStream, peopleStream];

/** With pauses of up to 30 s a mail server may be away for a day. */
const MAIL_MAX_DELIVER = 3000;

export const consumers = {
  ...recordingConsumers,
  ...directoryConsumers,
  directoryInvitationCreated: defineConsumer('directory', peopleStream, invitationCreated, MAIL_MAX_DELIVER),
} as const satisfies Record<string, ConsumerDefinition>;
