import type { ConsumerDefinition } from '@debrief/contracts/topology';
import type { Msg } from 'nats';
import { ACK, acknowledge, IN_PROGRESS, nak, nakDelayMs, TERM } from './acknowledge.ts';
import type { ConsumedCounters } from './counters.ts';
import { type DeliveryInfo, decodePayload, deliveryInfo } from './delivery.ts';
import type { Connection } from './messaging.ts';
import { PermanentError } from './permanent-error.ts';

export interface Delivery<Payload> {
  payload: Payload;
  /** The publisher's message id: the same for every delivery. */
  messageId: string;
  /** Counts from 1. */
  delivery: number;
  /** There is no other after it: what fails now must be recorded by the handler. */
  isLast: boolean;
  /** Extends ack_wait; done anyway every third of it while the handler runs. */
  working(): void;
  /** Aborts when the consumer closes: work that stops then is delivered again at once, elsewhere. */
  signal: AbortSignal;
}

export interface Consumer {
  readonly connection: Connection;
  readonly definition: ConsumerDefinition;
  readonly counters: ConsumedCounters;
  readonly handler: (delivery: Delivery<never>) => Promise<void>;
  readonly closing: AbortController;
  /** Messages whose handler runs. One taken out of it has been released, and its handler's outcome is ignored. */
  readonly running: Set<Msg>;
}

const RELEASE_TIMEOUT_MS = 1000;

/** Runs the handler on one message and acknowledges its outcome; never throws. */
export async function handleMessage(consumer: Consumer, message: Msg): Promise<void> {
  const { connection, definition, running } = consumer;
  const ackWaitMs = definition.ackWaitSeconds * 1000;
  const info = deliveryInfo(message);
  const working = () => {
    if (connection.canPublish() && running.has(message)) message.respond(IN_PROGRESS);
  };
  consumer.counters.deliveries += 1;
  running.add(message);
  // A handler that outlives its closed consumer must not keep the process from ending.
  const heartbeat = setInterval(working, ackWaitMs / 3).unref();
  const outcome = await runHandler(consumer, message, info, working);
  clearInterval(heartbeat);
  if (!running.delete(message)) return;
  const confirmed = await acknowledge(connection, message, outcome, ackWaitMs);
  if (!confirmed) {
    connection.log.warn(
      { ...info, durable: definition.durable, outcome },
      'JetStream did not confirm the outcome of a delivery',
    );
  }
}

/** Lets another process have the message at once. */
export function release({ connection, counters }: Consumer, message: Msg): Promise<boolean> {
  counters.redeliveriesRequested += 1;
  return acknowledge(connection, message, nak(0), RELEASE_TIMEOUT_MS);
}

async function runHandler(
  consumer: Consumer,
  message: Msg,
  info: DeliveryInfo,
  working: () => void,
): Promise<string> {
  const { definition, counters, handler, closing } = consumer;
  const isLast = definition.maxDeliver > 0 && info.delivery >= definition.maxDeliver;
  try {
    const payload = (await decodePayload(definition.event, message)) as never;
    await handler({ payload, ...info, isLast, working, signal: closing.signal });
    counters.acknowledged += 1;
    return ACK;
  } catch (error) {
    return outcomeOf(error, consumer, info, isLast);
  }
}

function outcomeOf(error: unknown, consumer: Consumer, info: DeliveryInfo, isLast: boolean): string {
  const { counters, closing, definition, connection } = consumer;
  const fields = { err: error, durable: definition.durable, ...info };
  if (error instanceof PermanentError || isLast) {
    counters.terminated += 1;
    connection.log.error(fields, isLast ? 'a message failed at its last delivery' : 'a message was dropped');
    return TERM;
  }
  counters.redeliveriesRequested += 1;
  if (closing.signal.aborted) {
    connection.log.info(fields, 'a message is left to another process');
    return nak(0);
  }
  const delayMs = nakDelayMs(info.delivery);
  connection.log.warn({ ...fields, delay_ms: delayMs }, 'a message failed and will be delivered again');
  return nak(delayMs);
}
