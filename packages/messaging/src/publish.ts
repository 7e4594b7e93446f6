import type { EventDefinition, PayloadOf } from '@debrief/contracts/define';
import { ErrorCode, NatsError } from 'nats';
import { compressAbove, type Payload } from './compression.ts';
import { publishedCounters } from './counters.ts';
import { type Connection, connectionOf, type Messaging } from './messaging.ts';
import { PermanentError } from './permanent-error.ts';
import { retry } from './retry.ts';
import { isStreamFull, isStreamMissing, streamOf } from './topology.ts';

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
  /** How long to try while NATS or the stream is away; 10,000 by default. */
  timeoutMs?: number;
  /** Ends the waiting between tries. */
  signal?: AbortSignal;
}

/** A transcript of hours must fit NATS's 1 MB, and the store need not hold more than it has to. */
const COMPRESS_ABOVE_BYTES = 64 * 1024;
const TRY_TIMEOUT_MS = 2000;
const TIMEOUT_MS = 10_000;

/**
 * Stores an event in its stream. Tries again, under the same id, while NATS or the stream is away. A full stream stays
 * so until its consumers are back: that fails at once.
 * @throws PermanentError when the message can never be stored, else an error whose cause is the last failure.
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
  { messageId, timeoutMs = TIMEOUT_MS, signal }: PublishOptions,
): Promise<Published> {
  const connection = connectionOf(messaging);
  if (streamOf(connection.topology, subject) === undefined) {
    throw new PermanentError(`no stream takes ${subject}`);
  }
  const counters = publishedCounters(connection.counters, subject);
  const payload = await compressAbove(COMPRESS_ABOVE_BYTES, Buffer.from(json));
  try {
    const published = await retry(() => publishOnce(connection, subject, payload, messageId), {
      deadline: performance.now() + timeoutMs,
      delayMs: (failures) => Math.min(1000, 50 * 2 ** failures),
      signal,
      async onFailure(error) {
        if (isPermanent(error) || isStreamFull(error) || connection.nc.isClosed()) throw error;
        counters.retries += 1;
        await recover(connection, error);
      },
    });
    counters.messages += 1;
    return published;
  } catch (error) {
    counters.failures += 1;
    const Failure = isPermanent(error) ? PermanentError : Error;
    throw new Failure(`${subject} could not be published`, { cause: error });
  }
}

async function publishOnce(
  connection: Connection,
  subject: string,
  { data, headers }: Payload,
  messageId: string,
): Promise<Published> {
  const options = { msgID: messageId, timeout: TRY_TIMEOUT_MS };
  const ack = await connection.js.publish(
    subject,
    data,
    headers === undefined ? options : { ...options, headers },
  );
  return { stream: ack.stream, seq: ack.seq };
}

async function recover(connection: Connection, error: unknown): Promise<void> {
  await connection.waitUntilConnected(TRY_TIMEOUT_MS);
  // The publish is tried again anyway, and the connection itself reports what stays wrong.
  if (isStreamMissing(error)) await connection.ensureTopology().catch(() => undefined);
}

function isPermanent(error: unknown): boolean {
  return error instanceof NatsError && error.code === ErrorCode.MaxPayloadExceeded;
}
