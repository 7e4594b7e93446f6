import { type Msg, nanos } from 'nats';
import type { Connection } from './messaging.ts';

const NAK_DELAY_MAX_MS = 60_000;

export const ACK = '+ACK';
/** Its ack_wait begins anew. */
export const IN_PROGRESS = '+WPI';

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
 * Tells JetStream the outcome of a delivery. Nobody confirms it: one that is lost with the connection has the message
 * delivered again after ack_wait, which changes nothing.
 */
export function acknowledge(connection: Connection, message: Msg, outcome: string): void {
  if (connection.canPublish()) message.respond(outcome);
}
