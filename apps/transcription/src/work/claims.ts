import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@debrief/service-kit/logger';
import type { Ingest, Work } from './ask-ingest.ts';

/** What becomes of a claimed recording: see RecordingRun. */
export interface Run {
  readonly work: Work;
  readonly ended: Promise<void>;
  readonly isAtEngine: boolean;
  /** It was released as `wait`: this machine lacks something that the next recording would lack as well. */
  readonly mustWait: boolean;
  handOn(): void;
  /** Ends it at once: nobody wants its result. */
  drop(): void;
}

export interface ClaimsOptions {
  readonly ingest: Ingest;
  /** The most recordings that are downloading or waiting for an engine. */
  readonly downloadPlaces: number;
  /** How often to poll. Nobody is told of what becomes due later: without a poll it would stay. */
  readonly pollMs: number;
  readonly start: (work: Work, onRoom: () => void) => Run;
  readonly log: Logger;
}

const RETRY_MS = 1_000;
/** What one claim may ask for, and name as held. */
const CLAIM_MAX = 64;
const HOLDS_MAX = 1_000;
/** A stopping worker exits within two seconds. */
const CLOSE_TIMEOUT_MS = 1_900;

/** Asks ingest for as many recordings as there are places, whenever there may be some, and runs them. */
export class Claims {
  readonly #options: ClaimsOptions;
  readonly #runs = new Set<Run>();
  readonly #poll: NodeJS.Timeout;
  /** Integrations that submitted and of which nothing is held here. */
  #newcomers = new Set<string>();
  #claiming: Promise<void> | null = null;
  #isRung = false;
  #mayBeMore = false;
  #retry: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(options: ClaimsOptions) {
    this.#options = options;
    this.#poll = setInterval(() => this.ring(), options.pollMs);
    this.ring();
  }

  /** How many are downloaded or wait, and how many have an engine. */
  get held(): { downloading: number; transcribing: number } {
    const transcribing = [...this.#runs].filter(({ isAtEngine }) => isAtEngine).length;
    return { downloading: this.#runs.size - transcribing, transcribing };
  }

  /**
   * There may be work.
   * @param integrationIds whose, where that is known: one of which nothing is held here gets a place also when all are
   *   taken, up to twice as many; otherwise waiting recordings of others would delay it by more than a window.
   */
  ring(integrationIds: readonly string[] = []): void {
    for (const id of integrationIds) if (this.#newcomers.size < CLAIM_MAX) this.#newcomers.add(id);
    this.#isRung = true;
    this.#claiming ??= this.#claimWhileRung().finally(() => {
      this.#claiming = null;
      // Rung after the loop had looked for the last time.
      if (this.#isRung && !this.#isClosing) this.ring();
    });
  }

  /** Ends what is not to be transcribed any more. Ingest would say so at the next renewal. */
  drop(isGone: (recording: Work['recording']) => boolean): void {
    for (const run of this.#runs) if (isGone(run.work.recording)) run.drop();
  }

  /** Hands on everything it holds, at once. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#poll);
    clearTimeout(this.#retry);
    for (const run of this.#runs) run.handOn();
    // Includes what a claim under way still returns.
    const all = async () => {
      await this.#claiming;
      await Promise.all([...this.#runs].map(({ ended }) => ended));
    };
    await Promise.race([all(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  async #claimWhileRung(): Promise<void> {
    while (this.#isRung && !this.#isClosing) {
      this.#isRung = false;
      const places = this.#freePlaces();
      if (places === 0) return;
      const newcomers = this.#newcomers;
      this.#newcomers = new Set();
      try {
        const holds = new Set([...this.#runs].map(({ work }) => work.recording.recording_id));
        const claimed = await this.#options.ingest.claim([...holds], places);
        this.#mayBeMore = claimed.length === places;
        for (const work of claimed) this.#run(work);
      } catch (error) {
        this.#options.log.debug({ err: error }, 'nothing could be claimed; it is tried again');
        this.#newcomers = this.#newcomers.union(newcomers);
        clearTimeout(this.#retry);
        if (!this.#isClosing) this.#retry = setTimeout(() => this.ring(), RETRY_MS);
        return;
      }
    }
  }

  #freePlaces(): number {
    const { downloadPlaces } = this.#options;
    const taken = this.held.downloading;
    const inHand = new Set([...this.#runs].map(({ work }) => work.recording.integration_id));
    const newcomers = this.#newcomers.difference(inHand).size;
    const extra = Math.min(newcomers, 2 * downloadPlaces - taken);
    return Math.max(
      0,
      Math.min(Math.max(downloadPlaces - taken, extra), CLAIM_MAX, HOLDS_MAX - this.#runs.size),
    );
  }

  #run(work: Work): void {
    const run = this.#options.start(work, () => {
      if (this.#mayBeMore) this.ring();
    });
    this.#runs.add(run);
    if (this.#isClosing) run.handOn();
    void run.ended.then(() => {
      this.#runs.delete(run);
      // The poll and the next submission see whether what is missing is back; the backlog need not be tried for it.
      if (!this.#isClosing && !run.mustWait) this.ring();
    });
  }
}
