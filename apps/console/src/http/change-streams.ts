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
/** Somebody may be signed in by several browsers, but not by so many that nobody else has a stream. */
const STREAMS_OF_ACCOUNT = 16;
const STREAMS_MAX = 512;
const LOOK_MS = 1_000;
/** Where only something new could move. */
const QUIET_LOOK_MS = 5_000;
/** Proxies and our own server end connections on which nothing comes. */
const SIGN_OF_LIFE_MS = 15_000;
/** Then the browser connects anew, to whichever console has room. */
const STREAM_MS = 600_000;
const RETRY_AFTER_SECONDS = 5;

/** What a page shows of work in progress: a digest of it, whether anything is worked on, and whether it will change no more. */
export interface Seen {
  state: string;
  isQuiet: boolean;
  isOver: boolean;
}

const gone: Seen = { state: '', isQuiet: true, isOver: true };

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
  /** Of sessions and of accounts, by id. */
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
    const { socket } = request.raw;
    // Whoever left while the session was looked up is told so no more, and would be counted for good.
    if (socket.destroyed || reply.raw.destroyed) return reply.hijack();
    const { id, account } = visitorOf(request).session;
    this.#requireRoom(id, account.id);
    this.#count(id, account.id, 1);
    const gone = new AbortController();
    // A reply behind another of its connection does not close with it.
    const leave = () => {
      if (gone.signal.aborted) return;
      gone.abort();
      this.#count(id, account.id, -1);
      socket.off('close', leave);
    };
    reply.raw.once('close', leave);
    socket.once('close', leave);
    const end = AbortSignal.any([gone.signal, this.#closing.signal]);
    // Nginx would collect what comes.
    return reply
      .type('text/event-stream')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(this.#events(request, { ...o, end })));
  }

  #requireRoom(session: string, account: string): void {
    const isFull =
      this.#open >= STREAMS_MAX ||
      (this.#counts.get(session) ?? 0) >= STREAMS_OF_SESSION ||
      (this.#counts.get(account) ?? 0) >= STREAMS_OF_ACCOUNT;
    if (isFull) throw new DebriefError(RATE_LIMITED, { retry_after_seconds: RETRY_AFTER_SECONDS });
  }

  #count(session: string, account: string, more: 1 | -1): void {
    this.#open += more;
    for (const id of [session, account]) {
      const count = (this.#counts.get(id) ?? 0) + more;
      if (count === 0) this.#counts.delete(id);
      else this.#counts.set(id, count);
    }
  }

  async *#events(
    request: FastifyRequest,
    { shown, look, end }: { shown: string; look: Look; end: AbortSignal },
  ): AsyncGenerator<string> {
    const endsMs = performance.now() + STREAM_MS;
    // A browser that lost its connection asks by the old address, and says what it heard last.
    let state = [request.headers['last-event-id']].flat()[0] ?? shown;
    let saidMs = performance.now();
    yield 'retry: 2000\n\n';
    try {
      while (performance.now() < endsMs) {
        const seen = await this.#look(request, look);
        if (seen.state !== state || seen.isOver) yield `id: ${seen.state}\nevent: changed\ndata:\n\n`;
        if (seen.isOver) return yield 'event: over\ndata:\n\n';
        if (seen.state !== state) saidMs = performance.now();
        else if (performance.now() - saidMs > SIGN_OF_LIFE_MS) {
          saidMs = performance.now();
          yield ':\n\n';
        }
        state = seen.state;
        await sleep(seen.isQuiet ? QUIET_LOOK_MS : LOOK_MS, undefined, { signal: end });
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
    if (session === null) return gone;
    const visitor = new Visitor(this.#messaging, request, session, tokenSha256);
    return look(visitor).catch((error) => {
      if (error instanceof DebriefError && error.definition.status < 500) return gone;
      throw error;
    });
  }
}
