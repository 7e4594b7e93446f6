import { DebriefError, INTERNAL, TIMED_OUT, UNAVAILABLE, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { ErrorCode, type Msg, NatsError, ServiceError } from 'nats';
import { answerCall, type Call, failCall } from './call.ts';
import { bytesOf, compressAbove, decompress, isCompressed, type Payload } from './compression.ts';
import type { RequestCounters } from './counters.ts';
import { FRAME_MAX_BYTES, readReplies } from './frames.ts';
import { type Inbox, isNoResponders } from './inbox.ts';
import type { Link } from './link.ts';

/** A batch that stays silent for so long gives its place to the next one, and its responder is doubted. */
const SUSPECT_AFTER_MS = 500;

/** What becomes of a batch, told to the coalescer that sent it. */
export interface BatchOwner {
  readonly link: Link;
  readonly inbox: Inbox;
  readonly counters: RequestCounters;
  /** Its place among the batches in flight is free. Comes once. */
  freed(): void;
  /** Comes before the place is free. */
  suspected(): void;
  answered(): void;
  /** These have to be sent again. */
  unanswered(calls: Call[]): void;
  /** Nobody has taken it, so nothing has been done. */
  refused(batch: Batch, calls: Call[]): void;
  broken(error: unknown): void;
  closed(batch: Batch): void;
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
  #holdsPlace = true;
  #lost = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(owner: BatchOwner, calls: readonly Call[], responder: string | null) {
    this.#owner = owner;
    this.#calls = calls;
    this.#linesToCome = calls.length;
    this.responder = responder;
    this.#token = owner.inbox.open((message) => this.#receive(message));
  }

  send(subject: string): void {
    this.#watch();
    const data = Buffer.from(this.#calls.map((call) => call.line).join('\n'));
    // Compressing every larger batch would cost more time than it saves; this is for one huge item.
    if (data.length <= FRAME_MAX_BYTES) this.#publish(subject, { data });
    else void compressAbove(FRAME_MAX_BYTES, data).then((payload) => this.#publish(subject, payload));
  }

  /** The connection is gone: what may be repeated goes back at once, the rest may still be answered later. */
  disconnected(): void {
    this.#lost = true;
    this.#free();
    this.#owner.unanswered(this.#open().filter((call) => call.firstTryMs !== null));
  }

  fail(error: Error): void {
    for (const call of this.#calls) failCall(call, error);
    this.#close();
  }

  #publish(subject: string, { data, headers }: Payload): void {
    const reply = this.#owner.inbox.subjectOf(this.#token);
    try {
      this.#owner.link.nc.publish(subject, data, headers === undefined ? { reply } : { reply, headers });
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
        this.#owner.refused(this, this.#open());
        return;
      }
      if (serviceError !== null) {
        this.#breakOff(serviceError);
        return;
      }
    }
    this.#owner.answered();
    if (!isCompressed(message)) this.#read(bytesOf(message));
    else
      decompress(message.data).then(
        (data) => this.#read(data),
        (error) => this.#breakOff(error),
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
      this.#breakOff(error);
    }
    if (this.#linesToCome <= 0) this.#close();
  }

  #breakOff(error: unknown): void {
    this.#owner.broken(error);
    this.fail(new DebriefError(INTERNAL));
  }

  #watch(): void {
    const now = performance.now();
    const silentForMs = now - this.#sentAt;
    if (this.#holdsPlace && silentForMs >= SUSPECT_AFTER_MS) {
      this.#owner.suspected();
      this.#free();
    }
    const again: Call[] = [];
    let wakeAt = this.#holdsPlace ? this.#sentAt + SUSPECT_AFTER_MS : Number.POSITIVE_INFINITY;
    for (const call of this.#open()) {
      if (now >= call.deadline) {
        this.#owner.counters.timeouts += 1;
        failCall(call, new DebriefError(TIMED_OUT));
        continue;
      }
      wakeAt = Math.min(wakeAt, call.deadline);
      if (this.#lost || call.retried || call.firstTryMs === null) continue;
      if (silentForMs < call.firstTryMs) {
        wakeAt = Math.min(wakeAt, this.#sentAt + call.firstTryMs);
        continue;
      }
      call.retried = true;
      this.#owner.counters.retries += 1;
      again.push(call);
    }
    if (wakeAt === Number.POSITIVE_INFINITY) this.#close();
    else this.#timer = setTimeout(() => this.#watch(), Math.max(1, Math.ceil(wakeAt - now)));
    if (again.length > 0) this.#owner.unanswered(again);
  }

  #open(): Call[] {
    return this.#calls.filter((call) => !call.settled);
  }

  #free(): void {
    if (!this.#holdsPlace) return;
    this.#holdsPlace = false;
    this.#owner.freed();
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#owner.inbox.close(this.#token);
    this.#free();
    this.#owner.closed(this);
  }
}
