import type { ConsumerDefinition } from '@debrief/contracts/topology';
import type { Msg } from 'nats';
import type { ConsumedCounters } from './counters.ts';
import { type DeliveryInfo, decodePayload, deliveryInfo } from './delivery.ts';
import { canPublish, type Link } from './link.ts';
import { PermanentError } from './permanent-error.ts';
import { ACKNOWLEDGE, redeliverAfter, redeliveryDelayMs, settle, TERMINATE, WORKING } from './settle.ts';

export interface Delivery<Payload> {
  payload: Payload;
  /** The publisher's message id: the same for every delivery. */
  messageId: string;
  /** Counts from 1. */
  delivery: number;
  /** There will be no other: what fails now has to be recorded by the handler. */
  isLast: boolean;
  /** Tells JetStream that the work goes on; told anyway every third of ack_wait while the handler runs. */
  working(): void;
  /** Aborts when the consumer closes: work that is given up then is delivered again at once, elsewhere. */
  signal: AbortSignal;
}

export interface Consumer {
  readonly link: Link;
  readonly definition: ConsumerDefinition;
  readonly counters: ConsumedCounters;
  readonly handler: (delivery: Delivery<never>) => Promise<void>;
  readonly closing: AbortController;
  /** Messages whose handler runs. One taken out of it has been given back, and its handler's result is not wanted. */
  readonly running: Set<Msg>;
}

const GIVE_BACK_WITHIN_MS = 1000;

/** Runs the handler on one message and tells JetStream how it ended; never throws. */
export async function handleMessage(consumer: Consumer, message: Msg): Promise<void> {
  const { link, definition, running } = consumer;
  const ackWaitMs = definition.ackWaitSeconds * 1000;
  const info = deliveryInfo(message);
  const working = () => {
    if (canPublish(link) && running.has(message)) message.respond(WORKING);
  };
  consumer.counters.deliveries += 1;
  running.add(message);
  // A handler that outlives its closed consumer must not keep the process from ending.
  const heartbeat = setInterval(working, ackWaitMs / 3).unref();
  const verdict = await runHandler(consumer, message, info, working);
  clearInterval(heartbeat);
  if (!running.delete(message)) return;
  const known = await settle(link, message, verdict, ackWaitMs);
  if (!known) {
    link.log.warn(
      { ...info, durable: definition.durable, verdict },
      'JetStream does not know how a delivery ended',
    );
  }
}

/** Lets another process have the message at once. */
export function giveBack({ link, counters }: Consumer, message: Msg): Promise<boolean> {
  counters.redeliveriesAsked += 1;
  return settle(link, message, redeliverAfter(0), GIVE_BACK_WITHIN_MS);
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
    return ACKNOWLEDGE;
  } catch (error) {
    return verdictOn(error, consumer, info, isLast);
  }
}

function verdictOn(error: unknown, consumer: Consumer, info: DeliveryInfo, isLast: boolean): string {
  const { counters, closing, definition, link } = consumer;
  const fields = { err: error, durable: definition.durable, ...info };
  if (error instanceof PermanentError || isLast) {
    counters.terminated += 1;
    link.log.error(fields, isLast ? 'a message failed at its last delivery' : 'a message was dropped');
    return TERMINATE;
  }
  counters.redeliveriesAsked += 1;
  if (closing.signal.aborted) {
    link.log.info(fields, 'a message is left to another process');
    return redeliverAfter(0);
  }
  const delayMs = redeliveryDelayMs(info.delivery);
  link.log.warn({ ...fields, delay_ms: delayMs }, 'a message failed and will be delivered again');
  return redeliverAfter(delayMs);
}
