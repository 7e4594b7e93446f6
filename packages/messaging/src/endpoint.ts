import { inboxOwner, type NatsUser } from '@debrief/contracts/nats-users';
import { headers, type Msg, ServiceErrorCodeHeader, ServiceErrorHeader } from 'nats';
import { answerBatch } from './answer-batch.ts';
import { type ServedCounters, servedCounters } from './counters.ts';
import type { FairPlaces } from './fair-places.ts';
import { throttled } from './log.ts';
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
  readonly #warn: (fields: object, message: string) => void;
  #waiting: { message: Msg; asker: NatsUser; receivedAt: number }[] = [];
  #running = 0;
  #whenIdle: (() => void)[] = [];

  constructor(connection: Connection, handler: OperationHandler, places: FairPlaces) {
    this.#connection = connection;
    this.#handler = handler;
    this.#places = places;
    this.#warn = throttled(connection.log.warn.bind(connection.log));
    this.#counters = servedCounters(connection.counters, handler.operation.subject);
  }

  /**
   * What has no inbox to answer to was not asked by anybody. JetStream would send a stored message to any subject that a
   * consumer names, with an acknowledgement for its reply.
   */
  receive(message: Msg): void {
    const asker = inboxOwner(message.reply ?? '');
    if (asker === null) {
      this.#warn({ subject: message.subject }, 'dropped what asks for no answer');
      return;
    }
    const atOnce = this.#handler.each ? BATCHES_MAX : BATCHES_AT_ONCE;
    if (this.#running < atOnce) void this.#run(message, asker);
    else if (this.#running + this.#waiting.length < BATCHES_MAX) {
      this.#waiting.push({ message, asker, receivedAt: performance.now() });
    } else refuse(message);
  }

  /** Resolves when everything received has been answered. */
  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  async #run(message: Msg, asker: NatsUser): Promise<void> {
    this.#running += 1;
    try {
      const { log } = this.#connection;
      await answerBatch(this.#handler, { message, asker }, this.#places, this.#counters, log);
    } catch (error) {
      this.#connection.log.error(
        { err: error, subject: this.#handler.operation.subject },
        'a batch could not be answered',
      );
    }
    this.#running -= 1;
    const next = this.#nextWaiting();
    if (next !== undefined) void this.#run(next.message, next.asker);
    else if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #nextWaiting(): { message: Msg; asker: NatsUser } | undefined {
    const oldest = performance.now() - STALE_AFTER_MS;
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined || next.receivedAt >= oldest) return next;
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
