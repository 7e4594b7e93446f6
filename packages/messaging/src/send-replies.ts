import { ErrorCode, type Msg, NatsError } from 'nats';
import { compressAbove } from './compression.ts';
import { internalError } from './errors.ts';
import { FRAME_MAX_BYTES, replyLine } from './frames.ts';

/** Answers a batch in as few messages as the server's largest payload allows. */
export async function sendReplies(message: Msg, lines: readonly string[]): Promise<void> {
  let frame = '';
  let frameBytes = 0;
  for (const line of lines) {
    const lineBytes = Buffer.byteLength(line);
    if (frame !== '' && frameBytes + lineBytes > FRAME_MAX_BYTES) {
      await sendFrame(message, frame);
      frame = '';
      frameBytes = 0;
    }
    frame += line;
    frameBytes += lineBytes;
  }
  await sendFrame(message, frame);
}

/** Compresses only what is a single line too large: for all else compressing costs more than sending. */
async function sendFrame(message: Msg, frame: string): Promise<void> {
  const { data, headers } = await compressAbove(FRAME_MAX_BYTES, Buffer.from(frame));
  try {
    message.respond(data, headers === undefined ? undefined : { headers });
  } catch (error) {
    if (!(error instanceof NatsError) || error.code !== ErrorCode.MaxPayloadExceeded) throw error;
    message.respond(Buffer.from(replyLine(Number.parseInt(frame, 10), false, internalError)));
    throw new Error('an answer is too large even compressed', { cause: error });
  }
}
