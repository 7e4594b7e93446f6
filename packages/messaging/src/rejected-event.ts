import type { Msg } from 'nats';
import { bytesOf, decompress, isCompressed } from './compression.ts';

/** A message that can never be handled, as its service keeps it. */
export interface RejectedEvent {
  subject: string;
  messageId: string;
  reason: string;
  /** The beginning of what was sent, 64 KB at most; base64 when it was compressed and cannot be read. */
  payload: string;
  /** The payload was longer. */
  isTruncated: boolean;
}

const PAYLOAD_MAX_BYTES = 64 * 1024;

export async function rejectedEvent(message: Msg, messageId: string, error: Error): Promise<RejectedEvent> {
  const data = await readable(message);
  // `stream`: a character that is cut in two is left out.
  const payload = new TextDecoder().decode(data.subarray(0, PAYLOAD_MAX_BYTES), { stream: true });
  const reason = error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
  return {
    subject: message.subject,
    messageId,
    reason,
    payload,
    isTruncated: data.length > PAYLOAD_MAX_BYTES,
  };
}

async function readable(message: Msg): Promise<Buffer> {
  if (!isCompressed(message)) return bytesOf(message);
  return decompress(message.data).catch(() => Buffer.from(bytesOf(message).toString('base64')));
}
