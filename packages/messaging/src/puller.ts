import { setTimeout as delay } from 'node:timers/promises';
import type { ConsumerDefinition } from '@debrief/contracts/topology';
import { createInbox, type Msg, nanos, type Subscription } from 'nats';
import { canPublish, type Link } from './link.ts';
import { sparingly } from './log.ts';

/** A pull that finds nothing ends after this and is made again. */
const PULL_EXPIRES_MS = 15_000;
const HEARTBEAT_MS = 2000;
/** Two heartbeats missed, and some. */
const SILENCE_MS = 5000;
const RECOVER_MIN_MS = 200;
const RECOVER_MAX_MS = 2000;

type Outcome = 'message' | 'expired' | 'silent' | 'refused' | 'ready' | 'closing';

/**
 * Pulls the messages of a durable consumer one at a time: the next one is asked for when the last one is done, so none
 * waits in this process while its ack_wait runs. What goes wrong with the consumer is put right here: no heartbeat, a
 * refusal or a lost connection lead to a look whether stream and consumer exist, and to a new pull.
 */
export class Puller {
  readonly #link: Link;
  readonly #definition: ConsumerDefinition;
  readonly #subscription: Subscription;
  readonly #inbox = createInbox();
  readonly #closing = new AbortController();
  readonly #received: Msg[] = [];
  readonly #warn: (fields: object, message: string) => void;
  readonly #onReady = () => this.#wake('ready');
  #wake: (outcome: Outcome) => void = () => {};
  #watchdog: NodeJS.Timeout | undefined;
  #pulls = 0;

  constructor(link: Link, definition: ConsumerDefinition) {
    this.#link = link;
    this.#definition = definition;
    this.#warn = sparingly(link.log.warn.bind(link.log));
    this.#subscription = link.nc.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (error === null) this.#receive(message);
      },
    });
    link.events.on('ready', this.#onReady);
  }

  /** @returns the next message, or null once closing. */
  async next(): Promise<Msg | null> {
    let failures = 0;
    while (!this.#closing.signal.aborted) {
      const outcome = await this.#pull();
      const message = this.#received.shift();
      if (message !== undefined) return message;
      if (outcome === 'silent' || outcome === 'refused') await this.#recover(outcome, failures++);
      else failures = 0;
    }
    return null;
  }

  /** Asks for nothing more. @returns messages that were on their way already. */
  async close(): Promise<Msg[]> {
    this.#closing.abort();
    this.#wake('closing');
    this.#link.events.off('ready', this.#onReady);
    if (this.#link.connected) await this.#subscription.drain().catch(() => undefined);
    else this.#subscription.unsubscribe();
    return this.#received.splice(0);
  }

  #pull(): Promise<Outcome> {
    if (this.#received.length > 0) return Promise.resolve('message');
    return new Promise((resolve) => {
      this.#watchdog = setTimeout(() => this.#wake('silent'), SILENCE_MS);
      this.#wake = (outcome) => {
        clearTimeout(this.#watchdog);
        resolve(outcome);
      };
      this.#ask();
    });
  }

  #ask(): void {
    // Without a connection there is nobody to ask: the watchdog or the reconnect come back to it.
    if (!canPublish(this.#link)) return;
    const { stream, durable } = this.#definition;
    const request = { batch: 1, expires: nanos(PULL_EXPIRES_MS), idle_heartbeat: nanos(HEARTBEAT_MS) };
    this.#pulls += 1;
    this.#link.nc.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`, JSON.stringify(request), {
      reply: this.#replySubject(),
    });
  }

  #replySubject(): string {
    return `${this.#inbox}.${this.#pulls}`;
  }

  #receive(message: Msg): void {
    // A message comes under its own subject, a status under the pull's. An older pull's status is of no interest.
    if (!message.subject.startsWith(this.#inbox)) {
      this.#received.push(message);
      this.#wake('message');
      return;
    }
    if (message.subject !== this.#replySubject()) return;
    const code = message.headers?.code;
    if (code === 100) this.#watchdog?.refresh();
    else this.#wake(code === 404 || code === 408 ? 'expired' : 'refused');
  }

  async #recover(outcome: Outcome, failures: number): Promise<void> {
    // A lost connection is not the consumer's fault, and coming back it looks after the consumers itself.
    if (!this.#link.connected) return;
    const { durable } = this.#definition;
    this.#warn({ durable, outcome }, 'pulling failed; seeing to it that the consumer exists');
    // Waits first: the server tells that a consumer is deleted while it still removes the stream's files, and a
    // stream of the same name made meanwhile would lose its own (seen with 2.9.10).
    const waitMs = Math.min(RECOVER_MAX_MS, RECOVER_MIN_MS * 2 ** failures);
    await delay(waitMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    if (this.#closing.signal.aborted) return;
    try {
      await this.#link.ensureTopology();
    } catch (error) {
      this.#warn({ durable, err: error }, 'the consumer could not be created');
    }
  }
}
