import { ATTEMPT_FACTOR } from '@debrief/contracts/operations/ingest-work';
import type { Attempt } from '../attempt.ts';

/** What a renewal reports. */
export interface News {
  status: 'DOWNLOADING' | 'TRANSCRIBING';
  progress: number;
  paused: boolean;
  audio_seconds: number | null;
}

export interface LeaseTerms {
  leaseMs: number;
  /** For the attempt as a whole, made from the length that the submission says. */
  deadlineMs: number;
  submittedSeconds: number;
  /** Its audio is written for listening in the end. */
  keepsAudio: boolean;
}

export interface LeaseListener {
  /** @returns whether the recording is still held. */
  renew(news: News): Promise<boolean>;
  /** An engine has begun with it. */
  onTranscribing(): void;
}

/** Not held any more: the recording was erased, queued again or handed to another worker. */
export class NotHeld extends Error {}
/** No progress for a lease, or the deadline has passed. */
export class OutOfTime extends Error {}

const TICK_MS = 200;
const RENEW_EVERY_MS = 1_000;
/** The worker gives up before ingest does, so that it is counted: a lease that runs out while downloading is not. */
const IDLE_SHARE = 0.8;
const DOWNLOADING_PROGRESS = 5;
const LISTENING_FROM = 7;
const TRANSCRIBING_FROM = 10;
/** The rest is for audio that is kept: encoding an hour takes half a minute. */
const KEEPING_FROM = 57;
const TRANSCRIBING_TO = 60;

/**
 * The worker's side of a lease: renews it by progress, at most once a second and at once with a new status, and while
 * it is paused; ends the work without progress, or after the deadline, for which pauses do not count.
 * Time is counted in ticks and not read from a clock, so that what passes while this process is frozen does not count.
 */
export class Lease implements Attempt {
  readonly #terms: LeaseTerms;
  readonly #listener: LeaseListener;
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #news: News = { status: 'DOWNLOADING', progress: DOWNLOADING_PROGRESS, paused: false, audio_seconds: null };
  #toldStatus: News['status'] = 'DOWNLOADING';
  #hasNews = false;
  #isSending = false;
  #isDone = false;
  #sinceSentMs = 0;
  #idleMs = 0;
  #workedMs = 0;
  #deadlineMs: number;

  constructor(terms: LeaseTerms, listener: LeaseListener) {
    this.#terms = terms;
    this.#listener = listener;
    this.#deadlineMs = terms.deadlineMs;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  progress(): void {
    this.#idleMs = 0;
    this.#hasNews = true;
  }

  step(): void {
    this.signal.throwIfAborted();
    this.progress();
  }

  /** By the length that the submission says, until the real one is known. */
  decoding(seconds: number): void {
    this.#reach(DOWNLOADING_PROGRESS, LISTENING_FROM, seconds / this.#terms.submittedSeconds);
  }

  decoded(seconds: number): void {
    const more = Math.max(0, seconds - this.#terms.submittedSeconds);
    this.#deadlineMs = this.#terms.deadlineMs + more * ATTEMPT_FACTOR * 1000;
    this.#tell({ audio_seconds: seconds });
  }

  listened(share: number): void {
    this.#reach(LISTENING_FROM, TRANSCRIBING_FROM, share);
  }

  pauses(): void {
    this.#tell({ paused: true });
  }

  decodes(): void {
    this.#tell({ paused: false });
  }

  works(): void {
    const progress = Math.max(this.#news.progress, TRANSCRIBING_FROM);
    if (this.#news.status === 'DOWNLOADING') this.#listener.onTranscribing();
    this.#tell({ paused: false, status: 'TRANSCRIBING', progress });
  }

  recognized(share: number): void {
    this.#reach(TRANSCRIBING_FROM, this.#terms.keepsAudio ? KEEPING_FROM : TRANSCRIBING_TO, share);
  }

  kept(share: number): void {
    this.#reach(KEEPING_FROM, TRANSCRIBING_TO, share);
  }

  end(reason: Error): void {
    this.close();
    this.#stop.abort(reason);
  }

  /** The work is done, or over. How long its result may take to be told is for ingest to judge, by its own clock. */
  close(): void {
    this.#isDone = true;
    clearInterval(this.#timer);
  }

  /** Never back, and never beyond what it is a share of. */
  #reach(from: number, to: number, share: number): void {
    const progress = Math.floor(from + (to - from) * Math.min(1, share));
    this.#tell({ progress: Math.max(this.#news.progress, progress) });
  }

  #tell(news: Partial<News>): void {
    this.#news = { ...this.#news, ...news };
    this.progress();
    if (this.#news.status !== this.#toldStatus) void this.#send();
  }

  #tick(): void {
    const { leaseMs } = this.#terms;
    const { paused } = this.#news;
    this.#sinceSentMs += TICK_MS;
    if (!paused) {
      this.#workedMs += TICK_MS;
      this.#idleMs += TICK_MS;
    }
    if (this.#workedMs >= this.#deadlineMs) this.end(new OutOfTime('the deadline has passed'));
    else if (this.#idleMs >= leaseMs * IDLE_SHARE) this.end(new OutOfTime('there was no progress'));
    else if (this.#hasNews && this.#sinceSentMs >= RENEW_EVERY_MS) void this.#send();
    else if (paused && this.#sinceSentMs >= leaseMs / 4) void this.#send();
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#isDone) return;
    const news = this.#news;
    this.#isSending = true;
    this.#hasNews = false;
    this.#sinceSentMs = 0;
    try {
      const isHeld = await this.#listener.renew(news);
      this.#toldStatus = news.status;
      if (!isHeld && !this.#isDone) this.end(new NotHeld());
    } catch {
      // Sent again in a second.
      this.#hasNews = true;
      return;
    } finally {
      this.#isSending = false;
    }
    if (this.#news.status !== this.#toldStatus) void this.#send();
  }
}
