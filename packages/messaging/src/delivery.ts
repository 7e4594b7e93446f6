import type { EventDefinition } from '@debrief/contracts/define';
import type { Msg } from 'nats';
import { checkAgainst } from './checks.ts';
import { bytesOf, decompress, isCompressed } from './compression.ts';
import { PermanentError } from './permanent-error.ts';

export interface DeliveryInfo {
  messageId: string;
  /** Counts from 1. */
  delivery: number;
  /** Since it was stored in its stream, by this machine's clock. */
  ageMs: number;
}

/** Reads what JetStream says about a message in its reply subject, `$JS.ACK[.domain.account].stream.consumer.delivery.seq…`. */
export function deliveryInfo(message: Msg): DeliveryInfo {
  const tokens = (message.reply ?? '').split('.');
  const [stream, , delivery, sequence, , storedAtNs] = tokens.slice(tokens.length === 9 ? 2 : 4);
  return {
    messageId: message.headers?.get('Nats-Msg-Id') || `${stream}:${sequence}`,
    delivery: Number(delivery),
    ageMs: Date.now() - Number(storedAtNs) / 1e6,
  };
}

/** @throws PermanentError for a payload that is not JSON or does not fit the event. */
export async function decodePayload(event: EventDefinition, message: Msg): Promise<unknown> {
  const payload = await parse(message);
  const violations = checkAgainst(event.payload, payload);
  if (violations.length > 0) {
    throw new PermanentError(`the payload does not fit the event: ${violations.join('; ')}`);
  }
  return payload;
}

async function parse(message: Msg): Promise<unknown> {
  try {
    const data = isCompressed(message) ? await decompress(message.data) : bytesOf(message);
    return JSON.parse(data.toString());
  } catch (error) {
    throw new PermanentError('the payload cannot be read', { cause: error });
  }
}
