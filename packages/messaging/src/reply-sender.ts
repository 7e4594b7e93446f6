import { ErrorCode, type Msg, NatsError } from 'nats';
import { compressAbove } from './compression.ts';
import { internalError } from './errors.ts';
import { FRAME_MAX_BYTES, replyLine } from './frames.ts';

/**
 * Sends the answers of a batch as they come: those of one round of the event loop together, in as few messages as the
 * server's largest payload allows.
 */
export class ReplySender {
  readonly #message: Msg;
  #lines: string[] = [];
  #isScheduled = false;
  #hasSent = false;
  #sending: Promise<void>[] = [];
  #failure: unknown;

  constructor(message: Msg) {
    this.#message = message;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#flush());
  }

  /** Tells the requester that the batch has come and is worked on, unless it has got an answer already. */
  acceptBatch(): void {
    if (!this.#hasSent) this.#send('');
  }

  /** Resolves when everything has been sent. */
  async end(): Promise<void> {
    this.#flush();
    await Promise.all(this.#sending);
    if (this.#failure !== undefined) throw this.#failure;
  }

  #flush(): void {
    this.#isScheduled = false;
    let frame = '';
    let frameBytes = 0;
    for (const line of this.#lines.splice(0)) {
      const lineBytes = Buffer.byteLength(line);
      if (frame !== '' && frameBytes + lineBytes > FRAME_MAX_BYTES) {
        this.#send(frame);
        frame = '';
        frameBytes = 0;
      }
      frame += line;
      frameBytes += lineBytes;
    }
    if (frame !== '') this.#send(frame);
  }

  #send(frame: string): void {
    this.#hasSent = true;
    const sent = sendFrame(this.#message, frame).catch((error) => {
      this.#failure ??= error;
    });
    this.#sending.push(sent);
  }
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
