import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { headers, type MsgHdrs } from 'nats';

const ENCODING_HEADER = 'Content-Encoding';
/** The longest transcript is a few MB; more is not a message of ours. */
const INFLATED_MAX_BYTES = 64 * 1024 * 1024;

const deflate = promisify(gzip);
const inflate = promisify(gunzip);

export interface Payload {
  data: Uint8Array;
  headers?: MsgHdrs;
}

/** Compresses what is larger than the limit, and says so in a header. */
export async function compressAbove(limitBytes: number, data: Uint8Array): Promise<Payload> {
  if (data.length <= limitBytes) return { data };
  const header = headers();
  header.set(ENCODING_HEADER, 'gzip');
  return { data: await deflate(data), headers: header };
}

export function isCompressed(message: { headers?: MsgHdrs }): boolean {
  return message.headers?.get(ENCODING_HEADER) === 'gzip';
}

/** @throws when the data is not gzip, or inflates beyond the limit. */
export function decompress(data: Uint8Array): Promise<Buffer> {
  return inflate(data, { maxOutputLength: INFLATED_MAX_BYTES });
}

/** The message's bytes without a copy. */
export function bytesOf(message: { data: Uint8Array }): Buffer {
  const { buffer, byteOffset, byteLength } = message.data;
  return Buffer.from(buffer, byteOffset, byteLength);
}
