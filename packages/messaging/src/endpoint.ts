import { headers, type Msg, ServiceErrorCodeHeader, ServiceErrorHeader } from 'nats';
import { answerBatch } from './answer-batch.ts';
import { type ServedCounters, servedCounters } from './counters.ts';
import type { FairPlaces } from './fair-places.ts';
import type { Connection } from './messaging.ts';
import type { OperationHandler } from './operation-handler.ts';

/** Batches handled at once per operation where each may hold a database connection. */
const BATCHES_AT_ONCE = 8;
const BATCHES_MAX = 264;
/** No request waits longer than this, so nobody reads the answer. */
const STALE_AFTER_MS = 10_000;

/** Handles the batches of one operation, a limited number at once. */
export class Endpoint {
  readonly #connection: Connection;
  readonly #handler: OperationHandler;
  readonly #places: FairPlaces;
  readonly #counters: ServedCounters;
  #waiting: { message: Msg; receivedAt: number }[] = [];
  #running = 0;
  #whenIdle: (() => void)[] = [];

  constructor(connection: Connection, handler: OperationHandler, places: FairPlaces) {
    this.#connection = connection;
    this.#handler = handler;
    this.#places = places;
    this.#counters = servedCounters(connection.counters, handler.operation.subject);
  }

  receive(message: Msg): void {
    const atOnce = this.#handler.each ? BATCHES_MAX : BATCHES_AT_ONCE;
    if (this.#running < atOnce) void this.#run(message);
    else if (this.#running + this.#waiting.length < BATCHES_MAX) {
      this.#waiting.push({ message, receivedAt: performance.now() });
    } else refuse(message);
  }

  /** Resolves when everything received has been answered. */
  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  async #run(message: Msg): Promise<void> {
    this.#running += 1;
    try {
      await answerBatch(this.#handler, message, this.#places, this.#counters, this.#connection.log);
    } catch (error) {
      this.#connection.log.error(
        { err: error, subject: this.#handler.operation.subject },
        'a batch could not be answered',
      );
    }
    this.#running -= 1;
    const next = this.#nextWaiting();
    if (next !== undefined) void this.#run(next);
    else if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #nextWaiting(): Msg | undefined {
    const oldest = performance.now() - STALE_AFTER_MS;
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined || next.receivedAt >= oldest) return next?.message;
    }
  }
}

/** Tells the requester to try again a little later, as it does when nobody serves the subject. */
function refuse(message: Msg): void {
  const header = headers();
  header.set(ServiceErrorCodeHeader, '503');
  header.set(ServiceErrorHeader, 'too many batches are waiting');
  message.respond(undefined, { headers: header });
}
