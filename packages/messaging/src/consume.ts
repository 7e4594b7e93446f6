import type { PayloadOf } from '@debrief/contracts/define';
import type { ConsumerDefinition } from '@debrief/contracts/topology';
import pTimeout from 'p-timeout';
import { acknowledge, nak, nakDelayMs } from './acknowledge.ts';
import { consumedCounters } from './counters.ts';
import { type Consumer, type Delivery, handleMessage } from './handle-message.ts';
import { connectionOf, type Messaging } from './messaging.ts';
import { PullSubscription } from './pull-subscription.ts';
import type { RejectedEvent } from './rejected-event.ts';

export type { Delivery } from './handle-message.ts';
export { PermanentError } from './permanent-error.ts';
export type { RejectedEvent } from './rejected-event.ts';

export interface ConsumeOptions {
  /**
   * Keeps, in a transaction of its own, what can never be handled; it is then acknowledged. When this throws, the
   * message comes again. A service passes the `keepRejected` of its database.
   */
  keepRejected: (event: RejectedEvent) => Promise<void>;
  /** Messages handled at the same time; 1 by default. */
  concurrency?: number;
  /** Before another delivery, by the one that failed, which counts from 1. */
  retryDelayMs?: (delivery: number) => number;
  /** A handler that takes longer gets its message again; 10,000 by default. */
  timeoutMs?: number;
  /** When a message is rejected whose handler fails by the message's own fault, such as a violated constraint. */
  giveUp?: { deliveries: number; ageMs: number };
}

/** Each one that is delivered again and again takes one of a thousand places; without any, the consumer stands still. */
const GIVE_UP = { deliveries: 100, ageMs: 86_400_000 };

const TIMEOUT_MS = 10_000;
/** Longer than a handler may take. */
const CLOSE_TIMEOUT_MS = 12_000;

/**
 * Handles the messages of a durable consumer. The handler is one short transaction, with a time limit. While it runs,
 * JetStream hears that it does; a process that is frozen loses the message after ack_wait. It returns: acknowledged. It
 * throws PermanentError, or the payload does not fit the event: kept by `keepRejected`. It throws anything else:
 * delivered again after a growing delay, without limit unless the message itself is at fault (`giveUp`). A message may
 * come twice, so effects must be idempotent.
 */
export async function consume<D extends ConsumerDefinition>(
  messaging: Messaging,
  definition: D,
  handler: (delivery: Delivery<PayloadOf<D['event']>>) => Promise<void>,
  {
    keepRejected,
    concurrency = 1,
    retryDelayMs = nakDelayMs,
    timeoutMs = TIMEOUT_MS,
    giveUp = GIVE_UP,
  }: ConsumeOptions,
): Promise<{ close(): Promise<void> }> {
  const connection = connectionOf(messaging);
  const consumer: Consumer = {
    connection,
    definition,
    counters: consumedCounters(connection.counters, definition.durable),
    handler: handler as Consumer['handler'],
    keepRejected,
    retryDelayMs,
    timeoutMs,
    giveUp,
  };
  const pull = new PullSubscription(connection, definition);
  const slots = Array.from({ length: concurrency }, () => runSlot(consumer, pull));
  await connection.nc.flush();

  async function drain(): Promise<void> {
    const late = await pull.close();
    // Another process may have them at once. A handler that does not end in time leaves its message to ack_wait.
    for (const message of late) acknowledge(connection, message, nak(0));
    await pTimeout(Promise.all(slots), { milliseconds: CLOSE_TIMEOUT_MS, message: false });
  }
  let closed: Promise<void> | undefined;
  function close(): Promise<void> {
    closed ??= drain();
    return closed.finally(() => connection.closeHooks.delete(close));
  }
  connection.closeHooks.add(close);
  return { close };
}

async function runSlot(consumer: Consumer, pull: PullSubscription): Promise<void> {
  for (let message = await pull.next(); message !== null; message = await pull.next()) {
    await handleMessage(consumer, message);
  }
}
