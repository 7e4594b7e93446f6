import { setTimeout as delay } from 'node:timers/promises';
import type { EventDefinition, PayloadOf } from '@debrief/contracts/define';
import { ErrorCode, NatsError } from 'nats';
import { compressAbove, type Payload } from './compression.ts';
import { publishedCounters } from './counters.ts';
import { type Link, linkOf, type Messaging, whenConnected } from './link.ts';
import { PermanentError } from './permanent-error.ts';
import { isStreamMissing, streamOf } from './topology.ts';

export { listen, notify } from './notify.ts';
export { type StreamPosition, streamState } from './stream-state.ts';

/** Where JetStream has stored a message. */
export interface Published {
  stream: string;
  seq: number;
}

export interface PublishOptions {
  /** JetStream drops a second message with the same id within the stream's duplicate window. */
  messageId: string;
}

/** A transcript of hours must fit NATS's 1 MB, and the store need not hold more than it has to. */
const COMPRESS_ABOVE_BYTES = 64 * 1024;
const TRY_WITHIN_MS = 2000;
const WITHIN_MS = 10_000;

/**
 * Stores an event in its stream. Tries for up to 10 s, under the same id, while NATS or the stream is away or full.
 * @throws PermanentError when the message can never be stored, else the last failure.
 */
export function publish<E extends EventDefinition>(
  messaging: Messaging,
  event: E,
  payload: PayloadOf<E>,
  options: PublishOptions,
): Promise<Published> {
  return publishJson(messaging, event.subject, JSON.stringify(payload), options);
}

/** Like `publish`, for a payload that is JSON already. */
export async function publishJson(
  messaging: Messaging,
  subject: string,
  json: string,
  { messageId }: PublishOptions,
): Promise<Published> {
  const link = linkOf(messaging);
  if (streamOf(link.topology, subject) === undefined) throw new PermanentError(`no stream takes ${subject}`);
  const counters = publishedCounters(link.stats, subject);
  const payload = await compressAbove(COMPRESS_ABOVE_BYTES, Buffer.from(json));
  const givenUpAt = performance.now() + WITHIN_MS;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const published = await publishOnce(link, subject, payload, messageId);
      counters.messages += 1;
      return published;
    } catch (error) {
      const permanent = isPermanent(error);
      if (permanent || performance.now() >= givenUpAt || link.nc.isClosed()) {
        counters.failures += 1;
        const Failure = permanent ? PermanentError : Error;
        throw new Failure(`${subject} could not be published`, { cause: error });
      }
      counters.retries += 1;
      await recover(link, error, attempt);
    }
  }
}

async function publishOnce(
  link: Link,
  subject: string,
  { data, headers }: Payload,
  messageId: string,
): Promise<Published> {
  const options = { msgID: messageId, timeout: TRY_WITHIN_MS };
  const ack = await link.js.publish(subject, data, headers === undefined ? options : { ...options, headers });
  return { stream: ack.stream, seq: ack.seq };
}

async function recover(link: Link, error: unknown, attempt: number): Promise<void> {
  await delay(Math.min(1000, 100 * 2 ** attempt));
  await whenConnected(link, TRY_WITHIN_MS);
  if (!isStreamMissing(error)) return;
  // It is tried again anyway, and the connection itself reports what stays wrong.
  await link.ensureTopology().catch(() => undefined);
}

function isPermanent(error: unknown): boolean {
  return error instanceof NatsError && error.code === ErrorCode.MaxPayloadExceeded;
}
