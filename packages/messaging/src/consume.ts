import { setTimeout as delay } from 'node:timers/promises';
import type { PayloadOf } from '@debrief/contracts/define';
import type { ConsumerDefinition } from '@debrief/contracts/topology';
import { consumedCounters } from './counters.ts';
import { type Consumer, type Delivery, giveBack, handleMessage } from './handle-message.ts';
import { linkOf, type Messaging } from './link.ts';
import { Puller } from './puller.ts';

export { backlog } from './backlog.ts';
export type { Delivery } from './handle-message.ts';
export { PermanentError } from './permanent-error.ts';

export interface ConsumeOptions {
  /** Messages handled at the same time; 1 by default. */
  concurrency?: number;
  /** How long running handlers may take when the consumer closes; 10,000 by default. */
  closeWithinMs?: number;
}

const CLOSE_WITHIN_MS = 10_000;

/**
 * Handles the messages of a durable consumer. The handler returns: acknowledged. It throws PermanentError: dropped.
 * It throws anything else: delivered again after a growing delay, up to the definition's maxDeliver, then dropped, for
 * a stream keeps an exhausted message for ever. A message may come twice, so effects are to be idempotent.
 */
export async function consume<D extends ConsumerDefinition>(
  messaging: Messaging,
  definition: D,
  handler: (delivery: Delivery<PayloadOf<D['event']>>) => Promise<void>,
  options: ConsumeOptions = {},
): Promise<{ close(): Promise<void> }> {
  const { concurrency = 1, closeWithinMs = CLOSE_WITHIN_MS } = options;
  const link = linkOf(messaging);
  const consumer: Consumer = {
    link,
    definition,
    counters: consumedCounters(link.stats, definition.durable),
    handler: handler as Consumer['handler'],
    closing: new AbortController(),
    running: new Set(),
  };
  const pullers = Array.from({ length: concurrency }, () => new Puller(link, definition));
  const slots = pullers.map((puller) => runSlot(consumer, puller));
  await link.nc.flush();

  async function drain(): Promise<void> {
    consumer.closing.abort();
    const late = await Promise.all(pullers.map((puller) => puller.close()));
    const handedBack = late.flat().map((message) => giveBack(consumer, message));
    await Promise.race([Promise.all(slots), delay(closeWithinMs, undefined, { ref: false })]);
    const abandoned = [...consumer.running].map((message) => giveBack(consumer, message));
    consumer.running.clear();
    await Promise.all([...handedBack, ...abandoned]);
  }
  let closed: Promise<void> | undefined;
  function close(): Promise<void> {
    closed ??= drain();
    return closed.finally(() => link.closers.delete(close));
  }
  link.closers.add(close);
  return { close };
}

async function runSlot(consumer: Consumer, puller: Puller): Promise<void> {
  for (let message = await puller.next(); message !== null; message = await puller.next()) {
    await handleMessage(consumer, message);
  }
}
