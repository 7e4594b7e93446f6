import type { Operation } from '@debrief/contracts/define';
import { DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import { Batch, type BatchOwner } from './batch.ts';
import { type Call, failCall } from './call.ts';
import { type RequestCounters, requestCounters } from './counters.ts';
import { NotServedError, OverloadError } from './errors.ts';
import { BATCH_MAX_ITEMS, FRAME_MAX_BYTES } from './frames.ts';
import type { Inbox } from './inbox.ts';
import { throttled } from './log.ts';
import type { Connection } from './messaging.ts';
import { directSubject, type Responders } from './responders.ts';

/** Two keep the responder busy while an answer travels; more would only make the batches smaller. */
const BATCHES_IN_FLIGHT = 2;
/** Hides a rolling restart, or NATS starting again. During an older outage a call fails at its first try. */
const OUTAGE_HIDDEN_MS = 2000;
const RETRY_MS = 150;
const WAITING_MAX = 10_000;
/**
 * Where one has waited longer to be sent, more is asked than is answered, and who asks now would wait even longer: it is
 * told at once. Twice as long as a silent batch holds its slot, so that one responder that hangs is no overload, on a slow
 * machine as well.
 */
const WAITING_MAX_MS = 1_000;
/**
 * Where everything sent for WAITING_MAX_MS has waited longer than this, the queue is no burst but stands, as CoDel (RFC
 * 8289) tells it: then this is the longest wait, until a batch goes out after less than HARDLY_MS.
 */
const STANDING_MAX_MS = 300;
const HARDLY_MS = 50;

/** Gathers the calls to one subject into batches: those made while earlier ones are on the way travel together. */
export class Coalescer implements BatchOwner {
  readonly connection: Connection;
  readonly inbox: Inbox;
  readonly counters: RequestCounters;
  readonly onError: (error: unknown) => void;
  readonly #responders: Responders;
  readonly #subject: string;
  readonly #service: string;
  readonly #inFlightMax: number;
  readonly #batches = new Set<Batch>();
  /** One for all tenants: the limits of keys and the quotas at the gateway bound what each of them asks. */
  #waiting: Call[] = [];
  #inFlight = 0;
  #scheduled = false;
  #pause: NodeJS.Timeout | null = null;
  /** Since when no batch has gone out after a short wait. */
  #lateSince: number | null = null;
  /** Since when nobody has taken a batch. */
  #noRespondersSince: number | null = null;

  constructor(
    connection: Connection,
    inbox: Inbox,
    responders: Responders,
    { subject, isSerial = false }: Operation,
  ) {
    this.connection = connection;
    this.inbox = inbox;
    this.#responders = responders;
    this.#subject = subject;
    this.#service = subject.slice(0, subject.indexOf('.'));
    this.#inFlightMax = isSerial ? 1 : BATCHES_IN_FLIGHT;
    this.counters = requestCounters(connection.counters, subject);
    const log = throttled(connection.log.error.bind(connection.log));
    this.onError = (error) => log({ err: error, subject }, 'a batch of requests was answered with an error');
    connection.events.on('connected', () => {
      this.#noRespondersSince = null;
      this.#resume();
    });
    connection.events.on('disconnected', () => {
      for (const batch of this.#batches) batch.disconnected();
    });
  }

  add(call: Call): void {
    if (this.#waiting.length >= WAITING_MAX || this.#isOverloaded(call.waitingSince)) {
      this.counters.refused += 1;
      failCall(call, new OverloadError());
      return;
    }
    this.#waiting.push(call);
    this.#schedule();
  }

  close(): void {
    if (this.#pause !== null) clearTimeout(this.#pause);
    failAll(this.#waiting);
    this.#waiting = [];
    for (const batch of this.#batches) batch.fail(new DebriefError(UNAVAILABLE));
  }

  onSlotFree(): void {
    this.#inFlight -= 1;
    this.#schedule();
  }

  onSilence(): void {
    this.#responders.probe(this.#service);
  }

  onAnswer(): void {
    this.#noRespondersSince = null;
  }

  onClose(batch: Batch): void {
    this.#batches.delete(batch);
  }

  onRetry(calls: Call[]): void {
    this.#waitAgain(calls);
    this.#schedule();
  }

  onNoResponders(batch: Batch, calls: Call[]): void {
    this.counters.noResponders += 1;
    if (batch.responder !== null) {
      this.#responders.remove(this.#service, batch.responder);
      this.onRetry(calls);
      return;
    }
    const now = performance.now();
    this.#noRespondersSince ??= now;
    if (now - this.#noRespondersSince >= OUTAGE_HIDDEN_MS) {
      for (const call of calls) failCall(call, new NotServedError());
      return;
    }
    this.#waitAgain(calls);
    this.#pauseFor(RETRY_MS);
  }

  /** Nobody's fault but the load's: not while the service or NATS is away, which is waited for. */
  #isOverloaded(now: number): boolean {
    const oldest = this.#waiting[0];
    const isAway = this.#pause !== null || this.#noRespondersSince !== null || !this.connection.isConnected;
    if (oldest === undefined || isAway) return false;
    const isStanding = this.#lateSince !== null && now - this.#lateSince > WAITING_MAX_MS;
    return now - oldest.waitingSince > (isStanding ? STANDING_MAX_MS : WAITING_MAX_MS);
  }

  #noteWait(waitedMs: number, now: number): void {
    if (waitedMs < HARDLY_MS) this.#lateSince = null;
    else if (waitedMs > STANDING_MAX_MS) this.#lateSince ??= now;
  }

  #waitAgain(calls: readonly Call[]): void {
    const now = performance.now();
    for (const call of calls) call.waitingSince = now;
    this.#waiting.unshift(...calls);
  }

  #schedule(): void {
    if (this.#scheduled || this.#pause !== null || this.#inFlight >= this.#inFlightMax) return;
    this.#scheduled = true;
    // After the input of this round of the event loop, so that all requests it brings travel together.
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#pause !== null) return;
    if (!this.connection.isConnected) this.#waitForConnection();
    while (this.connection.isConnected && this.#inFlight < this.#inFlightMax) {
      const calls = this.#take();
      if (calls.length === 0) return;
      this.#send(calls);
    }
  }

  #send(calls: Call[]): void {
    this.counters.batches += 1;
    this.counters.items += calls.length;
    this.#inFlight += 1;
    const responder = this.#responders.next(this.#service);
    const batch = new Batch(this, calls, responder);
    this.#batches.add(batch);
    batch.send(responder === null ? this.#subject : directSubject(this.#subject, responder));
  }

  #take(): Call[] {
    const now = performance.now();
    const calls: Call[] = [];
    this.#noteWait(now - (this.#waiting[0]?.waitingSince ?? now), now);
    let bytes = 0;
    let index = 0;
    for (; index < this.#waiting.length && calls.length < BATCH_MAX_ITEMS; index += 1) {
      const call = this.#waiting[index] as Call;
      if (call.settled) continue;
      if (now >= call.deadline) {
        failCall(call, this.#noRespondersSince === null ? new DebriefError(TIMED_OUT) : new NotServedError());
        continue;
      }
      if (calls.length > 0 && bytes + call.bytes > FRAME_MAX_BYTES) break;
      bytes += call.bytes;
      calls.push(call);
    }
    this.#waiting.splice(0, index);
    return calls;
  }

  /** Without a connection nothing is sent: the client would drop it when it dials. */
  #waitForConnection(): void {
    const now = performance.now();
    const over = now - this.connection.disconnectedAt >= OUTAGE_HIDDEN_MS;
    failAll(this.#waiting.filter((call) => over || now >= call.deadline));
    this.#waiting = this.#waiting.filter((call) => !call.settled);
    if (this.#waiting.length > 0) this.#pauseFor(RETRY_MS);
  }

  #pauseFor(ms: number): void {
    this.#pause ??= setTimeout(() => this.#resume(), ms);
  }

  #resume(): void {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#pause = null;
    this.#schedule();
  }
}

function failAll(calls: readonly Call[]): void {
  for (const call of calls) failCall(call, new DebriefError(UNAVAILABLE));
}
