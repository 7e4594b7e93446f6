import type { Reply } from './read-reply.ts';

/** Four hours on both channels, each of some 20 KB. */
const REPLIES_MAX = 1_200;
const KEPT_MS = 3_600_000;

interface Kept {
  reply: Reply;
  untilMs: number;
}

/**
 * What an endpoint has said of windows of recordings that then had to wait for it, by what was sent: a recording that is
 * tried again within the hour by the same worker sends, and pays for, the rest alone. In memory, the newest only.
 */
export class KeptReplies {
  readonly #replies = new Map<string, Kept>();

  keep(replies: ReadonlyMap<string, Reply>): void {
    const now = performance.now();
    for (const [key, { untilMs }] of this.#replies) if (untilMs < now) this.#replies.delete(key);
    for (const [key, reply] of replies) this.#replies.set(key, { reply, untilMs: now + KEPT_MS });
    const surplus = Math.max(0, this.#replies.size - REPLIES_MAX);
    for (const key of [...this.#replies.keys()].slice(0, surplus)) this.#replies.delete(key);
  }

  /** Each is had once: who has to wait again keeps it again. */
  take(key: string): Reply | null {
    const kept = this.#replies.get(key);
    this.#replies.delete(key);
    return kept === undefined || kept.untilMs < performance.now() ? null : kept.reply;
  }
}
