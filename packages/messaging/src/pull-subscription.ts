import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { ConsumerDefinition } from '@debrief/contracts/topology';
import { type Msg, nanos, type Subscription } from 'nats';
import { throttled } from './log.ts';
import type { Connection } from './messaging.ts';

/**
 * The client's own pulls do not fit (nats 2.29.3). Closing a `fetch()` drops a message on its way until its ack_wait
 * is over (38 of 300 closes under load). `consume()` pulls again on each reconnect and missed heartbeat, also while a
 * handler runs, so that the next message waits here while its ack_wait runs. `next()` cannot be stopped.
 */

/** A pull that finds nothing ends after this and is made again: a frozen process is given messages for no longer. */
const PULL_EXPIRES_MS = 6_000;
const HEARTBEAT_MS = 2000;
/** Two heartbeats missed, and some. */
const SILENCE_MS = 5000;
const RECOVER_MIN_MS = 200;
const RECOVER_MAX_MS = 2000;

type PullResult = 'complete' | 'expired' | 'silent' | 'refused' | 'ready' | 'closing';

/**
 * Pulls the messages of a durable consumer, as many as are waited for and one pull at a time, so that idle slots cost
 * one heartbeat together and a full stream one request for many. Silence, a refusal or a new connection lead to a
 * check that stream and consumer exist, and to a new pull.
 */
export class PullSubscription {
  readonly #connection: Connection;
  readonly #definition: ConsumerDefinition;
  readonly #subscription: Subscription;
  readonly #inbox: string;
  readonly #closing = new AbortController();
  readonly #received: Msg[] = [];
  readonly #warn: (fields: object, message: string) => void;
  readonly #onReady = () => this.#endPull('ready');
  /** They come again; another server would take their acknowledgements for those of other messages. */
  readonly #onLost = () => this.#received.splice(0);
  #waiting: ((message: Msg | null) => void)[] = [];
  #onWait: () => void = () => {};
  #endPull: (result: PullResult) => void = () => {};
  #watchdog: NodeJS.Timeout | undefined;
  #pulls = 0;
  /** Messages that the present pull may still bring. */
  #toCome = 0;

  constructor(connection: Connection, definition: ConsumerDefinition) {
    this.#connection = connection;
    this.#inbox = connection.createInbox();
    this.#definition = definition;
    this.#warn = throttled(connection.log.warn.bind(connection.log));
    this.#subscription = connection.nc.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (error === null) this.#receive(message);
      },
    });
    connection.events.on('ready', this.#onReady);
    connection.events.on('disconnected', this.#onLost);
    void this.#pullWhileWaited();
  }

  /** Any number may wait at once. @returns the next message, or null once closing. */
  next(): Promise<Msg | null> {
    if (this.#closing.signal.aborted) return Promise.resolve(null);
    const message = this.#received.shift();
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#onWait();
    });
  }

  /** Pulls nothing more. @returns messages that were on their way already. */
  async close(): Promise<Msg[]> {
    this.#closing.abort();
    for (const resolve of this.#waiting.splice(0)) resolve(null);
    this.#onWait();
    this.#endPull('closing');
    this.#connection.events.off('ready', this.#onReady);
    this.#connection.events.off('disconnected', this.#onLost);
    if (this.#connection.isConnected) await this.#subscription.drain().catch(() => undefined);
    else this.#subscription.unsubscribe();
    return this.#received.splice(0);
  }

  async #pullWhileWaited(): Promise<void> {
    let failures = 0;
    while (!this.#closing.signal.aborted) {
      if (this.#waiting.length === 0) await this.#someoneWaits();
      // A batch ends all its deliveries in one turn of the event loop: they wait together.
      await nextTurn();
      if (this.#waiting.length === 0) continue;
      const result = await this.#pull(this.#waiting.length);
      if (result === 'silent' || result === 'refused') await this.#recover(result, failures++);
      else failures = 0;
    }
  }

  #someoneWaits(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onWait = resolve;
    return promise;
  }

  #pull(batch: number): Promise<PullResult> {
    const { promise, resolve } = Promise.withResolvers<PullResult>();
    this.#endPull = resolve;
    this.#toCome = batch;
    this.#watchdog = setTimeout(() => resolve('silent'), SILENCE_MS);
    this.#request(batch);
    return promise.finally(() => {
      clearTimeout(this.#watchdog);
      // A late message would start it again.
      this.#watchdog = undefined;
    });
  }

  #request(batch: number): void {
    // Without a connection nobody answers: the watchdog or the reconnect ends this pull.
    if (!this.#connection.canPublish()) return;
    const { stream, durable } = this.#definition;
    const request = { batch, expires: nanos(PULL_EXPIRES_MS), idle_heartbeat: nanos(HEARTBEAT_MS) };
    this.#pulls += 1;
    this.#connection.nc.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`, JSON.stringify(request), {
      reply: this.#replySubject(),
    });
  }

  #replySubject(): string {
    return `${this.#inbox}.${this.#pulls}`;
  }

  #receive(message: Msg): void {
    // A message comes under its own subject, a status under the pull's. An older pull's status does not matter.
    if (!message.subject.startsWith(this.#inbox)) {
      const resolve = this.#waiting.shift();
      if (resolve === undefined) this.#received.push(message);
      else resolve(message);
      this.#watchdog?.refresh();
      this.#toCome -= 1;
      if (this.#toCome <= 0) this.#endPull('complete');
      return;
    }
    if (message.subject !== this.#replySubject()) return;
    const code = message.headers?.code;
    if (code === 100) this.#watchdog?.refresh();
    else this.#endPull(code === 404 || code === 408 ? 'expired' : 'refused');
  }

  async #recover(result: PullResult, failures: number): Promise<void> {
    // A lost connection is not the consumer's fault, and restores the consumers itself when it is back.
    if (!this.#connection.isConnected) return;
    const { durable } = this.#definition;
    this.#warn({ durable, result }, 'pulling failed; checking that the consumer exists');
    // Waits first: the server reports a deleted consumer while it still removes the stream's files, and a stream of the
    // same name created meanwhile would lose its own (seen with 2.9.10).
    const waitMs = Math.min(RECOVER_MAX_MS, RECOVER_MIN_MS * 2 ** failures);
    await delay(waitMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    if (this.#closing.signal.aborted) return;
    try {
      await this.#connection.ensureTopology();
    } catch (error) {
      this.#warn({ durable, err: error }, 'the consumer is not there');
    }
  }
}
