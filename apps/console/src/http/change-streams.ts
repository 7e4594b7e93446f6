import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DebriefError, RATE_LIMITED } from '@debrief/contracts/errors';
import { getSession } from '@debrief/contracts/operations/directory-sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleDeps } from '../console-deps.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import { Visitor } from '../session/visitor.ts';

/** Browsers open six connections to a host, and pages need some themselves. A tab that is not looked at has no stream. */
const STREAMS_OF_SESSION = 4;
const STREAMS_MAX = 512;
const LOOK_MS = 1_000;
/** Proxies and our own server end connections on which nothing comes. */
const SIGN_OF_LIFE_MS = 15_000;
/** Then the browser connects anew, to whichever console has room. */
const STREAM_MS = 600_000;
const RETRY_AFTER_SECONDS = 5;

/** What a page shows of work in progress: a digest of it, and whether it will change no more. */
export interface Seen {
  state: string;
  isOver: boolean;
}

type Look = (visitor: Visitor) => Promise<Seen>;

export function digestOf(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);
}

/**
 * Server-sent events that tell a page when to ask for a part of it again; they hold nothing themselves. Each look is by
 * the operations of the page, as whom the session is at that moment: it ends with the session.
 */
export class ChangeStreams {
  readonly #messaging: ConsoleDeps['messaging'];
  readonly #counts = new Map<string, number>();
  readonly #closing = new AbortController();
  #open = 0;

  constructor({ messaging }: Pick<ConsoleDeps, 'messaging'>) {
    this.#messaging = messaging;
  }

  close(): void {
    this.#closing.abort();
  }

  /** @param shown the digest of what the page has. @throws RATE_LIMITED above the number of streams */
  answer(request: FastifyRequest, reply: FastifyReply, o: { shown: string; look: Look }): FastifyReply {
    const { id } = visitorOf(request).session;
    const count = this.#counts.get(id) ?? 0;
    if (count >= STREAMS_OF_SESSION || this.#open >= STREAMS_MAX)
      throw new DebriefError(RATE_LIMITED, { retry_after_seconds: RETRY_AFTER_SECONDS });
    this.#counts.set(id, count + 1);
    this.#open += 1;
    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort();
      this.#open -= 1;
      const left = (this.#counts.get(id) ?? 1) - 1;
      if (left === 0) this.#counts.delete(id);
      else this.#counts.set(id, left);
    });
    const end = AbortSignal.any([gone.signal, this.#closing.signal]);
    // Nginx would collect what comes.
    return reply
      .type('text/event-stream')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(this.#events(request, { ...o, end })));
  }

  async *#events(
    request: FastifyRequest,
    { shown, look, end }: { shown: string; look: Look; end: AbortSignal },
  ): AsyncGenerator<string> {
    const endsMs = performance.now() + STREAM_MS;
    let state = shown;
    let saidMs = performance.now();
    yield 'retry: 2000\n\n';
    try {
      while (performance.now() < endsMs) {
        const seen = await this.#look(request, look);
        if (seen.state !== state || seen.isOver) yield 'event: changed\ndata:\n\n';
        if (seen.isOver) return yield 'event: over\ndata:\n\n';
        if (seen.state !== state) saidMs = performance.now();
        else if (performance.now() - saidMs > SIGN_OF_LIFE_MS) {
          saidMs = performance.now();
          yield ':\n\n';
        }
        state = seen.state;
        await sleep(LOOK_MS, undefined, { signal: end });
      }
    } catch (error) {
      // The browser connects anew, and gets the error page if it lasts.
      if (!end.aborted) request.log.warn({ err: error }, 'a stream of changes ended');
    }
  }

  /** Over for whom is signed out, and for what is there no more: the page is told so when it asks for its part. */
  async #look(request: FastifyRequest, look: Look): Promise<Seen> {
    const { tokenSha256 } = visitorOf(request);
    const session = await visitorOf(request).askConsole(getSession, { token_sha256: tokenSha256 });
    if (session === null) return { state: '', isOver: true };
    const visitor = new Visitor(this.#messaging, request, session, tokenSha256);
    return look(visitor).catch((error) => {
      if (error instanceof DebriefError && error.definition.status < 500) return { state: '', isOver: true };
      throw error;
    });
  }
}
