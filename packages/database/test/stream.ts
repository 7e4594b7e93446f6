import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamState } from '../src/outbox-streams.ts';

interface Message {
  seq: number;
  subject: string;
  json: string;
  messageId: string;
}

/**
 * Stands in for JetStream, which lies outside this package: sequence numbers, repetitions dropped by message id, and
 * the ways it fails. `attempts` counts every publication, dropped or not.
 */
export class Stream {
  messages: Message[] = [];
  attempts: string[] = [];
  questions = 0;
  /** How many publications were under way at most. */
  together = 0;
  #underWay = 0;
  isAway = false;
  /** Message ids that it refuses for ever. */
  poison = new Set<string>();
  /** Message ids to which it never answers. */
  hanging = new Set<string>();
  beforeAck: (() => Promise<void>) | undefined;
  #created = 'first';
  #starts = 1;
  #lastSeq = 0;

  publish = async (
    subject: string,
    json: string,
    messageId: string,
  ): Promise<{ stream: string; seq: number }> => {
    this.attempts.push(messageId);
    this.together = Math.max(this.together, ++this.#underWay);
    await sleep(1);
    this.#underWay--;
    if (this.isAway) throw new Error('no responders');
    if (this.poison.has(messageId)) throw new Error('maximum payload exceeded');
    if (this.hanging.has(messageId)) await new Promise(() => {});
    let message = this.messages.find((known) => known.messageId === messageId);
    if (!message) {
      message = { seq: ++this.#lastSeq, subject, json, messageId };
      this.messages.push(message);
    }
    await this.beforeAck?.();
    return { stream: 'recordings', seq: message.seq };
  };

  streamState = async (): Promise<StreamState> => {
    this.questions++;
    if (this.isAway) throw new Error('no responders');
    return {
      stream: 'recordings',
      created: this.#created,
      lastSeq: this.#lastSeq,
      server: `start ${this.#starts}`,
    };
  };

  renew(): void {
    this.#created = `${this.#created} again`;
    this.#lastSeq = 0;
    this.messages = [];
  }

  /** Its server was killed and started again, and lost some messages between others. */
  restart(...lost: string[]): void {
    this.#starts += 1;
    this.messages = this.messages.filter(({ messageId }) => !lost.includes(messageId));
  }

  loseAfter(seq: number): void {
    this.#lastSeq = seq;
    this.messages = this.messages.filter((message) => message.seq <= seq);
  }

  get isIdle(): boolean {
    return this.#underWay === 0;
  }

  get ids(): string[] {
    return this.messages.map(({ messageId }) => messageId);
  }
}

/** Polls until the condition holds, for less time than anything here takes that nothing hurries. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 45_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await sleep(10);
  }
}
