import { onReconnect } from './connection.ts';
import type { Messaging } from './messaging.ts';
import { type Published, publishJson } from './publish.ts';
import { type StreamPosition, streamState } from './stream-state.ts';

/** What an outbox relay needs of JetStream. */
export interface JetStreamOutbox {
  publish(subject: string, json: string, messageId: string): Promise<Published>;
  streamState(subject: string): Promise<StreamPosition>;
  /** Calls back each time a lost connection is back: the streams may have lost their messages. */
  onReconnect(callback: () => void): void;
}

export function jetStreamOutbox(messaging: Messaging): JetStreamOutbox {
  return {
    publish: (subject, json, messageId) => publishJson(messaging, subject, json, { messageId }),
    streamState: (subject) => streamState(messaging, subject),
    onReconnect: (callback) => onReconnect(messaging, callback),
  };
}
