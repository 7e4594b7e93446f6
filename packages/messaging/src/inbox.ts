import type { Msg } from 'nats';
import type { Connection } from './messaging.ts';

/** One subscription for all answers to this connection; each request has a token of its own under it. */
export class Inbox {
  readonly #subject: string;
  readonly #receivers = new Map<string, (message: Msg) => void>();
  #last = 0;

  constructor(connection: Connection) {
    this.#subject = connection.createInbox();
    const start = this.#subject.length + 1;
    connection.nc.subscribe(`${this.#subject}.*`, {
      callback: (error, message) => {
        if (error === null) this.#receivers.get(message.subject.slice(start))?.(message);
      },
    });
  }

  /** @returns the token; what is sent to `subjectOf(token)` reaches the receiver until `close(token)`. */
  open(receiver: (message: Msg) => void): string {
    this.#last += 1;
    const token = this.#last.toString(36);
    this.#receivers.set(token, receiver);
    return token;
  }

  subjectOf(token: string): string {
    return `${this.#subject}.${token}`;
  }

  close(token: string): void {
    this.#receivers.delete(token);
  }
}

/** The server's own answer when nobody subscribes to the subject. */
export function isNoResponders(message: Msg): boolean {
  return message.data.length === 0 && message.headers?.code === 503;
}
