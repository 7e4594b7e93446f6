import { tracesOf } from '@debrief/contracts/events/recording';
import type { ConsumerDefinition } from '@debrief/contracts/topology';
import { inSpans } from '@debrief/tracing/tracing';
import type { Msg } from 'nats';
import pTimeout from 'p-timeout';
import { ACK, acknowledge, IN_PROGRESS, nak } from './acknowledge.ts';
import type { ConsumedCounters } from './counters.ts';
import { type DeliveryInfo, decodePayload, deliveryInfo } from './delivery.ts';
import type { Connection } from './messaging.ts';
import { isOwnFault, PermanentError } from './permanent-error.ts';
import { type RejectedEvent, rejectedEvent } from './rejected-event.ts';

export interface Delivery<Payload> {
  payload: Payload;
  /** The publisher's message id: the same for every delivery. */
  messageId: string;
  /** Counts from 1, and again after another start of the server. */
  delivery: number;
  /** Aborted when the handler's time is over: the message comes again. */
  signal: AbortSignal;
}

export interface Consumer {
  readonly connection: Connection;
  readonly definition: ConsumerDefinition;
  readonly counters: ConsumedCounters;
  readonly handler: (delivery: Delivery<never>) => Promise<void>;
  readonly keepRejected: (event: RejectedEvent) => Promise<void>;
  readonly retryDelayMs: (delivery: number) => number;
  /** For handling a message, and again for keeping it when it is rejected. */
  readonly timeoutMs: number;
  readonly giveUp: { readonly deliveries: number; readonly ageMs: number };
}

const SIGNS_IN_ACK_WAIT = 3;

/** Runs the handler on one message and acknowledges its outcome; never throws. */
export async function handleMessage(consumer: Consumer, message: Msg): Promise<void> {
  const { connection, definition, counters } = consumer;
  const { server } = connection;
  const info = deliveryInfo(message);
  counters.deliveries += 1;
  const late = new AbortController();
  function answer(outcome: string): void {
    // A server that was started again may have lost its store, and given the number of this message to another one.
    if (connection.server === server) acknowledge(connection, message, outcome);
  }
  // Ends with the handler's time: no sign of life keeps a message from others for longer.
  const alive = setInterval(
    () => answer(IN_PROGRESS),
    (definition.ackWaitSeconds * 1000) / SIGNS_IN_ACK_WAIT,
  );
  let outcome = ACK;
  try {
    const payload = (await decodePayload(definition.event, message)) as never;
    const { messageId, delivery } = info;
    const name = `${definition.service} ${definition.event.subject}`;
    await inSpans(name, tracesOf(payload), { kind: 'consumer', attributes: { delivery } }, () =>
      inTime(consumer.handler({ payload, messageId, delivery, signal: late.signal }), consumer),
    );
    counters.acknowledged += 1;
  } catch (error) {
    late.abort(error);
    outcome = await failed(consumer, message, info, error);
  }
  clearInterval(alive);
  answer(outcome);
}

async function failed(consumer: Consumer, message: Msg, info: DeliveryInfo, error: unknown): Promise<string> {
  const { counters, definition, connection } = consumer;
  const fields = { durable: definition.durable, message_id: info.messageId, delivery: info.delivery };
  let cause = error;
  const reason = reasonToReject(consumer, info, error);
  if (reason !== null) {
    try {
      const event = await rejectedEvent(message, info.messageId, reason);
      await inTime(consumer.keepRejected(event), consumer);
      counters.rejected += 1;
      // Without the cause, which may quote the payload.
      connection.log.error({ ...fields, reason: reason.message }, 'a message was rejected and kept');
      return ACK;
    } catch (notKept) {
      cause = notKept;
    }
  }
  counters.redeliveriesRequested += 1;
  const delayMs = consumer.retryDelayMs(info.delivery);
  connection.log.warn(
    { err: cause, ...fields, delay_ms: delayMs },
    'a message failed and will be delivered again',
  );
  return nak(delayMs);
}

function reasonToReject({ giveUp }: Consumer, info: DeliveryInfo, error: unknown): PermanentError | null {
  if (error instanceof PermanentError) return error;
  const isOver = info.delivery >= giveUp.deliveries && info.ageMs >= giveUp.ageMs;
  return isOver && isOwnFault(error)
    ? new PermanentError('its handler always fails', { cause: error })
    : null;
}

function inTime(work: Promise<void>, { timeoutMs }: Consumer): Promise<void> {
  return pTimeout(work, {
    milliseconds: timeoutMs,
    // Not a message, which costs an error with its stack for every delivery.
    fallback: tookTooLong,
  });
}

function tookTooLong(): never {
  throw new Error('the handler took too long');
}
