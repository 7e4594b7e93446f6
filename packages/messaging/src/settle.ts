import { setTimeout as delay } from 'node:timers/promises';
import { ErrorCode, type Msg, NatsError, nanos } from 'nats';
import { type Link, whenConnected } from './link.ts';

const TRY_WITHIN_MS = 2000;
const REDELIVER_AFTER_MAX_MS = 30_000;

export const ACKNOWLEDGE = '+ACK';
/** Without a reason: servers before 2.10.4 ignore one that has it, and deliver the message again. */
export const TERMINATE = '+TERM';
export const WORKING = '+WPI';

export function redeliverAfter(delayMs: number): string {
  return delayMs === 0 ? '-NAK' : `-NAK ${JSON.stringify({ delay: nanos(delayMs) })}`;
}

/** 1, 3, 9, 27, 30, 30… seconds with up to a quarter taken off, so that failures of one moment spread out. */
export function redeliveryDelayMs(delivery: number): number {
  const grown = Math.min(REDELIVER_AFTER_MAX_MS, 1000 * 3 ** (delivery - 1));
  return Math.round(grown * (1 - Math.random() / 4));
}

/**
 * Tells JetStream what became of a delivery and waits for its word that it knows. That costs a round trip (0.2 ms)
 * where a handler takes milliseconds, and spares doing a long job twice: an acknowledgement lost with the connection
 * is sent again on the next one, and JetStream accepts it as long as it still has the message.
 * @returns whether JetStream knows.
 */
export async function settle(link: Link, message: Msg, verdict: string, withinMs: number): Promise<boolean> {
  const { reply } = message;
  if (reply === undefined) return false;
  const givenUpAt = performance.now() + withinMs;
  for (let refusals = 0; refusals < 3 && performance.now() < givenUpAt; ) {
    const remainingMs = Math.max(1, givenUpAt - performance.now());
    if (!(await whenConnected(link, remainingMs)) || link.nc.isClosed()) break;
    try {
      await link.nc.request(reply, verdict, { timeout: Math.min(TRY_WITHIN_MS, remainingMs) });
      return true;
    } catch (error) {
      // Nobody takes acknowledgements of a stream that is gone; shortly after a start it may only be late.
      if (error instanceof NatsError && error.code === ErrorCode.NoResponders) {
        refusals += 1;
        await delay(200);
      }
    }
  }
  return false;
}
