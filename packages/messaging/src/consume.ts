import type { PayloadOf } from '@debrief/contracts/define';
import type { ConsumerDefinition } from '@debrief/contracts/topology';
import pTimeout from 'p-timeout';
import { consumedCounters } from './counters.ts';
import { type Consumer, type Delivery, handleMessage, release } from './handle-message.ts';
import { connectionOf, type Messaging } from './messaging.ts';
import { PullSubscription } from './pull-subscription.ts';

export { backlog } from './backlog.ts';
export type { Delivery } from './handle-message.ts';
export { PermanentError } from './permanent-error.ts';

export interface ConsumeOptions {
  /** Messages handled at the same time; 1 by default. */
  concurrency?: number;
  /** How long running handlers may take when the consumer closes; 10,000 by default. */
  closeTimeoutMs?: number;
}

const CLOSE_TIMEOUT_MS = 10_000;

/**
 * Handles the messages of a durable consumer. The handler returns: acknowledged. It throws PermanentError: dropped.
 * It throws anything else: delivered again after a growing delay, up to the definition's maxDeliver, then dropped, for
 * a stream keeps an exhausted message for ever. A message may come twice, so effects must be idempotent.
 */
export async function consume<D extends ConsumerDefinition>(
  messaging: Messaging,
  definition: D,
  handler: (delivery: Delivery<PayloadOf<D['event']>>) => Promise<void>,
  options: ConsumeOptions = {},
): Promise<{ close(): Promise<void> }> {
  const { concurrency = 1, closeTimeoutMs = CLOSE_TIMEOUT_MS } = options;
  const connection = connectionOf(messaging);
  const consumer: Consumer = {
    connection,
    definition,
    counters: consumedCounters(connection.counters, definition.durable),
    handler: handler as Consumer['handler'],
    closing: new AbortController(),
    running: new Set(),
  };
  const pulls = Array.from({ length: concurrency }, () => new PullSubscription(connection, definition));
  const slots = pulls.map((pull) => runSlot(consumer, pull));
  await connection.nc.flush();

  async function drain(): Promise<void> {
    consumer.closing.abort();
    const late = await Promise.all(pulls.map((pull) => pull.close()));
    const released = late.flat().map((message) => release(consumer, message));
    await pTimeout(Promise.all(slots), { milliseconds: closeTimeoutMs, message: false });
    const abandoned = [...consumer.running].map((message) => release(consumer, message));
    consumer.running.clear();
    await Promise.all([...released, ...abandoned]);
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
