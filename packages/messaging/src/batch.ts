import { DebriefError, INTERNAL, TIMED_OUT, UNAVAILABLE, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { ErrorCode, type Msg, NatsError, ServiceError } from 'nats';
import { answerCall, type Call, failCall } from './call.ts';
import { bytesOf, compressAbove, decompress, isCompressed, type Payload } from './compression.ts';
import type { RequestCounters } from './counters.ts';
import { FRAME_MAX_BYTES, readReplies } from './frames.ts';
import { type Inbox, isNoResponders } from './inbox.ts';
import type { Connection } from './messaging.ts';

/** A batch that stays silent for so long gives its slot to the next one, and its service's responders are probed. */
const SILENCE_MS = 500;

/** What a batch reports to the coalescer that sent it. */
export interface BatchOwner {
  readonly connection: Connection;
  readonly inbox: Inbox;
  readonly counters: RequestCounters;
  /** Its slot among the batches in flight is free. Comes once. */
  onSlotFree(): void;
  /** Comes before the slot is free. */
  onSilence(): void;
  onAnswer(): void;
  /** These must be sent again. */
  onRetry(calls: Call[]): void;
  /** Nobody has taken it, so nothing has been done. */
  onNoResponders(batch: Batch, calls: Call[]): void;
  onError(error: unknown): void;
  onClose(batch: Batch): void;
}

/** Calls that travel together in one NATS message. */
export class Batch {
  /** The one process it was sent to, or null when the queue group chose. */
  readonly responder: string | null;
  readonly #owner: BatchOwner;
  readonly #calls: readonly Call[];
  readonly #token: string;
  readonly #sentAt = performance.now();
  #linesToCome: number;
  #holdsSlot = true;
  #isDisconnected = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(owner: BatchOwner, calls: readonly Call[], responder: string | null) {
    this.#owner = owner;
    this.#calls = calls;
    this.#linesToCome = calls.length;
    this.responder = responder;
    this.#token = owner.inbox.open((message) => this.#receive(message));
  }

  send(subject: string): void {
    this.#checkTimes();
    const data = Buffer.from(this.#calls.map((call) => call.line).join('\n'));
    // Compressing every larger batch would cost more time than it saves; this is for one huge item.
    if (data.length <= FRAME_MAX_BYTES) this.#publish(subject, { data });
    else void compressAbove(FRAME_MAX_BYTES, data).then((payload) => this.#publish(subject, payload));
  }

  /** The connection is lost: what may be repeated is retried at once, the rest may still be answered later. */
  disconnected(): void {
    this.#isDisconnected = true;
    this.#freeSlot();
    this.#owner.onRetry(this.#open().filter((call) => call.firstTryMs !== null));
  }

  fail(error: Error): void {
    for (const call of this.#calls) failCall(call, error);
    this.#close();
  }

  #publish(subject: string, { data, headers }: Payload): void {
    const reply = this.#owner.inbox.subjectOf(this.#token);
    try {
      this.#owner.connection.nc.publish(
        subject,
        data,
        headers === undefined ? { reply } : { reply, headers },
      );
    } catch (error) {
      const tooLarge = error instanceof NatsError && error.code === ErrorCode.MaxPayloadExceeded;
      this.fail(
        tooLarge
          ? new DebriefError(VALIDATION_FAILED, { violations: ['The request is too large'] })
          : new DebriefError(UNAVAILABLE),
      );
    }
  }

  #receive(message: Msg): void {
    if (message.headers !== undefined) {
      const serviceError = ServiceError.toServiceError(message);
      if (isNoResponders(message) || serviceError?.code === 503) {
        this.#close();
        this.#owner.onNoResponders(this, this.#open());
        return;
      }
      if (serviceError !== null) {
        this.#abort(serviceError);
        return;
      }
    }
    this.#owner.onAnswer();
    // Some of its items may take long; its responder has it and works, so that the next batch need not wait for them.
    this.#freeSlot();
    if (!isCompressed(message)) this.#read(bytesOf(message));
    else
      decompress(message.data).then(
        (data) => this.#read(data),
        (error) => this.#abort(error),
      );
  }

  #read(data: Buffer): void {
    try {
      for (const reply of readReplies(data)) {
        const call = this.#calls[reply.index];
        if (call !== undefined) answerCall(call, reply);
        this.#linesToCome -= 1;
      }
    } catch (error) {
      this.#abort(error);
    }
    if (this.#linesToCome <= 0) this.#close();
  }

  #abort(error: unknown): void {
    this.#owner.onError(error);
    this.fail(new DebriefError(INTERNAL));
  }

  #checkTimes(): void {
    const now = performance.now();
    const silentForMs = now - this.#sentAt;
    if (this.#holdsSlot && silentForMs >= SILENCE_MS) {
      this.#owner.onSilence();
      this.#freeSlot();
    }
    const retries: Call[] = [];
    let wakeAt = this.#holdsSlot ? this.#sentAt + SILENCE_MS : Number.POSITIVE_INFINITY;
    for (const call of this.#open()) {
      if (now >= call.deadline) {
        this.#owner.counters.timeouts += 1;
        failCall(call, new DebriefError(TIMED_OUT));
        continue;
      }
      wakeAt = Math.min(wakeAt, call.deadline);
      if (this.#isDisconnected || call.retried || call.firstTryMs === null) continue;
      if (silentForMs < call.firstTryMs) {
        wakeAt = Math.min(wakeAt, this.#sentAt + call.firstTryMs);
        continue;
      }
      call.retried = true;
      this.#owner.counters.retries += 1;
      retries.push(call);
    }
    if (wakeAt === Number.POSITIVE_INFINITY) this.#close();
    else this.#timer = setTimeout(() => this.#checkTimes(), Math.max(1, Math.ceil(wakeAt - now)));
    if (retries.length > 0) this.#owner.onRetry(retries);
  }

  #open(): Call[] {
    return this.#calls.filter((call) => !call.settled);
  }

  #freeSlot(): void {
    if (!this.#holdsSlot) return;
    this.#holdsSlot = false;
    this.#owner.onSlotFree();
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#owner.inbox.close(this.#token);
    this.#freeSlot();
    this.#owner.onClose(this);
  }
}
