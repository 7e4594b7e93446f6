import { setTimeout as delay } from 'node:timers/promises';
import { failure } from '@debrief/contracts/failures';
import { wavHeader } from '../../audio/pcm-file.ts';
import { TransientFailure } from '../../transient-failure.ts';
import { askEndpoint, EndpointFailure, formats } from './ask-endpoint.ts';
import type { Endpoint } from './endpoint-settings.ts';
import { type Reply, readReply } from './read-reply.ts';

export interface EndpointTimes {
  /** The first pause between two tries; each further one is twice as long. */
  retryMs: number;
  /** What asks to be left alone for longer is given up. */
  retryMaxMs: number;
  /** From the first try on; no other begins later. */
  giveUpMs: number;
  /** How often one that refuses is asked again. */
  askAgainMs: number;
  /** For so long one that does not answer is waited for, before another engine serves. */
  patienceMs: number;
}

export const TIMES: EndpointTimes = {
  retryMs: 1_000,
  retryMaxMs: 30_000,
  giveUpMs: 90_000,
  askAgainMs: 60_000,
  patienceMs: 300_000,
};

interface Fault {
  kind: 'refused' | 'away';
  why: string;
  /** When it was asked last. */
  askedAtMs: number;
}

const PROBE_SECONDS = 1;
const HEADER_BYTES = 44;
const BYTES_PER_SECOND = 32_000;

/** One endpoint as all recordings share it: what it understands, how it is, and when it may be asked next. */
export class EndpointClient {
  readonly endpoint: Endpoint;
  readonly #times: EndpointTimes;
  readonly #closing = new AbortController();
  /** Index in `formats`. */
  #format = 0;
  #isFormatKnown = false;
  #hasAnswered = false;
  #fault: Fault | null = null;
  #awaySinceMs: number | null = null;
  /** It has asked to be left alone until then. */
  #notBeforeMs = 0;
  #probing: Promise<void> | null = null;

  constructor(endpoint: Endpoint, times: EndpointTimes) {
    this.endpoint = endpoint;
    this.#times = times;
    void this.#probe();
  }

  /** Why it cannot be used; null when it can, or nobody knows yet. */
  get fault(): string | null {
    if (this.#fault === null) return null;
    return `${this.#fault.kind === 'refused' ? 'refuses' : 'does not answer'}: ${this.#fault.why}`;
  }

  /** False while it refuses, or has been away for long. Then it is asked again from time to time, by whoever looks. */
  look(): boolean {
    const fault = this.#fault;
    if (fault === null || !this.#isLost()) return true;
    if (performance.now() - fault.askedAtMs >= this.#times.askAgainMs && this.#restMs() === 0)
      void this.#probe();
    return false;
  }

  /**
   * Asks it for a second of silence, unless it is known to be well; many recordings wait for one answer.
   * @returns false where it refuses or has been away for long.
   * @throws TransientFailure endpoint_unavailable where it may be back soon.
   */
  async isReady(): Promise<boolean> {
    if (this.#fault === null && this.#hasAnswered) return true;
    if (this.#restMs() === 0) await this.#probe();
    if (this.#fault === null) return true;
    if (this.#isLost()) return false;
    throw this.#unavailable();
  }

  /**
   * What it says of a window, asked for again while it is away or overloaded.
   * @param o.onProgress for each try and its failure, of which there are few.
   * @throws TransientFailure engine_failed where the window is at fault, endpoint_unavailable where the endpoint is.
   */
  async hear(
    audio: Uint8Array<ArrayBuffer>,
    o: { temperature: number | null; signal: AbortSignal; onProgress: () => void },
  ): Promise<Reply> {
    const startedAtMs = performance.now();
    for (let tries = 0; ; tries += 1) {
      await delay(this.#restMs(), undefined, { signal: o.signal });
      o.onProgress();
      try {
        return await this.#ask(audio, o.temperature, o.signal);
      } catch (error) {
        if (!(error instanceof EndpointFailure)) throw error;
        o.onProgress();
        if (error.kind === 'unfit' || error.kind === 'format') throw engineFailed(error);
        if (error.kind === 'refused') this.#note(error);
        const pauseMs = this.#restAfter(error, tries);
        const { giveUpMs, retryMaxMs } = this.#times;
        const isLastTry = pauseMs > retryMaxMs || performance.now() + pauseMs - startedAtMs > giveUpMs;
        if (isLastTry) await this.#blame(error);
        // Another window may have found out.
        if (this.#fault !== null) throw this.#unavailable();
        await delay(pauseMs, undefined, { signal: o.signal });
      }
    }
  }

  close(): void {
    this.#closing.abort();
  }

  /** Whether the window or the endpoint is at fault, is seen by another request. */
  async #blame(error: EndpointFailure): Promise<void> {
    if (error.retryAfterSeconds !== null) this.#note(error);
    else await this.#probe();
    if (this.#fault === null) throw engineFailed(error);
  }

  #probe(): Promise<void> {
    this.#probing ??= this.#askForSilence().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  async #askForSilence(): Promise<void> {
    const samples = Buffer.alloc(PROBE_SECONDS * BYTES_PER_SECOND);
    const audio = new Uint8Array(Buffer.concat([wavHeader(samples.length), samples]));
    try {
      await this.#ask(audio, null, this.#closing.signal);
    } catch (error) {
      if (this.#closing.signal.aborted || !(error instanceof EndpointFailure)) return;
      // It is there, and may well not take a second of silence.
      if (error.kind === 'unfit' || error.kind === 'format') this.#isWell();
      else this.#note(error);
    }
  }

  /** In the format that says most of those it knows; where none is known yet, down to the plainest. */
  async #ask(
    audio: Uint8Array<ArrayBuffer>,
    temperature: number | null,
    signal: AbortSignal,
  ): Promise<Reply> {
    const seconds = (audio.length - HEADER_BYTES) / BYTES_PER_SECOND;
    for (let index = this.#format; ; index += 1) {
      const format = formats[index] ?? 'text';
      try {
        const body = await askEndpoint(this.endpoint, { audio, format, temperature }, signal);
        const reply = readReply(body, format, seconds);
        if (reply === null) throw new EndpointFailure('garbled', 'a reply that is not a transcript');
        this.#format = Math.max(index, this.#format);
        this.#isFormatKnown = true;
        this.#isWell();
        return reply;
      } catch (error) {
        const kind = error instanceof EndpointFailure ? error.kind : null;
        const isOfFormat = kind === 'format' || (kind === 'unfit' && !this.#isFormatKnown);
        if (!isOfFormat || index === formats.length - 1) throw error;
      }
    }
  }

  #isWell(): void {
    this.#hasAnswered = true;
    this.#fault = null;
    this.#awaySinceMs = null;
  }

  #note({ kind, message, retryAfterSeconds }: EndpointFailure): void {
    const now = performance.now();
    if (kind === 'away') this.#awaySinceMs ??= now;
    this.#fault = { kind: kind === 'away' ? 'away' : 'refused', why: message, askedAtMs: now };
    this.#notBeforeMs = Math.max(this.#notBeforeMs, now + (retryAfterSeconds ?? 0) * 1000);
  }

  /** @returns how long until the next try; what an endpoint asks for holds for all that ask it. */
  #restAfter({ retryAfterSeconds }: EndpointFailure, tries: number): number {
    // Not all at the same moment.
    if (retryAfterSeconds === null) return this.#times.retryMs * 2 ** tries * (0.75 + Math.random() / 2);
    const restMs = retryAfterSeconds * 1000;
    if (restMs <= this.#times.retryMaxMs)
      this.#notBeforeMs = Math.max(this.#notBeforeMs, performance.now() + restMs);
    return restMs;
  }

  #restMs(): number {
    return Math.max(0, this.#notBeforeMs - performance.now());
  }

  /** Another engine may serve. */
  #isLost(): boolean {
    if (this.#fault?.kind !== 'away') return this.#fault !== null;
    return performance.now() - (this.#awaySinceMs ?? 0) >= this.#times.patienceMs;
  }

  #unavailable(): TransientFailure {
    return new TransientFailure(failure('endpoint_unavailable'), {
      cause: { code: this.fault },
      retryAfterSeconds: this.#restMs() / 1000,
    });
  }
}

function engineFailed(error: EndpointFailure): TransientFailure {
  return new TransientFailure(failure('engine_failed'), { cause: { code: error.message } });
}
