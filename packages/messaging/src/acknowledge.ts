import { ErrorCode, type Msg, NatsError, nanos } from 'nats';
import type { Connection } from './messaging.ts';
import { retry } from './retry.ts';

/**
 * The client's `JsMsg.ackAck()` does not do this (nats 2.29.3): it confirms an ack only, never a nak or term, and once
 * sent it does nothing when called again after a reconnect. Besides, only the client's own pulls give a JsMsg.
 */
const TRY_TIMEOUT_MS = 2000;
const RETRY_MS = 200;
const MISSING_STREAM_TRIES = 3;
const NAK_DELAY_MAX_MS = 60_000;

export const ACK = '+ACK';

/** Asks for another delivery, after the delay. */
export function nak(delayMs: number): string {
  return delayMs === 0 ? '-NAK' : `-NAK ${JSON.stringify({ delay: nanos(delayMs) })}`;
}

/** 1, 3, 9, 27, 60, 60… seconds with up to a quarter taken off, so that failures of one moment spread out. */
export function nakDelayMs(delivery: number): number {
  const grown = Math.min(NAK_DELAY_MAX_MS, 1000 * 3 ** (delivery - 1));
  return Math.round(grown * (1 - Math.random() / 4));
}

/**
 * Sends JetStream the outcome of a delivery and waits until it confirms. That costs a round trip (0.2 ms) where a
 * handler takes milliseconds, and avoids handling a message twice: an ack lost with the connection is sent again on the
 * next one, and JetStream accepts it as long as it still has the message.
 * @returns whether JetStream confirmed.
 */
export async function acknowledge(
  connection: Connection,
  message: Msg,
  outcome: string,
  timeoutMs: number,
): Promise<boolean> {
  const { reply } = message;
  if (reply === undefined) return false;
  const deadline = performance.now() + timeoutMs;
  const remainingMs = () => Math.max(1, Math.ceil(deadline - performance.now()));
  let refusals = 0;
  async function send(to: string): Promise<void> {
    await connection.waitUntilConnected(remainingMs());
    await connection.nc.request(to, outcome, { timeout: Math.min(TRY_TIMEOUT_MS, remainingMs()) });
  }
  try {
    await retry(() => send(reply), {
      deadline,
      delayMs: () => RETRY_MS,
      onFailure(error) {
        if (connection.nc.isClosed()) throw error;
        // Nobody takes the acks of a stream that is gone; shortly after a start it may only be late.
        if (isNoResponders(error)) refusals += 1;
        if (refusals === MISSING_STREAM_TRIES) throw error;
      },
    });
    return true;
  } catch {
    return false;
  }
}

function isNoResponders(error: unknown): boolean {
  return error instanceof NatsError && error.code === ErrorCode.NoResponders;
}
