/** Who asks for a place. */
export interface PlaceRequest {
  readonly integrationId: string;
  /** Since when the recording waits in the queue, ISO 8601. */
  readonly queuedAt: string;
  /** Nothing runs beside it: it may be what has killed two workers. */
  readonly alone?: boolean;
}

interface Waiter extends PlaceRequest {
  readonly grant: () => void;
}

/** More integrations than are ever held at once. */
const REMEMBERED_MAX = 10_000;
/** By then ingest has learned that all others are paused, so that they are not counted if this one kills the worker. */
const ALONE_AFTER_MS = 2_000;

/**
 * Places for what takes a core: engines, given for one window of audio at a time, and decoders. They go to the
 * integration with the least running; of those to the one whose last place is the longest ago, without which one place
 * would go to the oldest recording for hours; within it to the oldest recording.
 */
export class EnginePlaces {
  readonly count: number;
  readonly #running = new Map<string, number>();
  /** Number of each integration's last place, in the order of giving. */
  readonly #lastGiven = new Map<string, number>();
  #waiting: Waiter[] = [];
  readonly #aloneAfterMs: number;
  readonly #extra: number;
  #isAlone = false;
  #free: number;
  #given = 0;

  /**
   * @param o.extra places beyond the count, for integrations that have none: where one is held for long, no single
   *   integration can take all.
   */
  constructor(count: number, o: { aloneAfterMs?: number; extra?: number } = {}) {
    this.count = count;
    this.#extra = o.extra ?? 0;
    this.#aloneAfterMs = o.aloneAfterMs ?? ALONE_AFTER_MS;
    this.#free = count;
  }

  /** Waits for a place, to be disposed of afterwards. @throws the signal's reason. */
  take(request: PlaceRequest, signal: AbortSignal): Promise<Disposable> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(signal.reason);
        // It may have been the one to run alone, for which others were kept back.
        this.#give();
      };
      const waiter: Waiter = {
        ...request,
        grant: () => {
          signal.removeEventListener('abort', giveUp);
          const place = { [Symbol.dispose]: () => this.#release(request) };
          if (request.alone) setTimeout(() => resolve(place), this.#aloneAfterMs);
          else resolve(place);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiter);
      this.#give();
    });
  }

  #release({ integrationId, alone }: PlaceRequest): void {
    if (alone) this.#isAlone = false;
    const running = (this.#running.get(integrationId) ?? 1) - 1;
    if (running === 0) this.#running.delete(integrationId);
    else this.#running.set(integrationId, running);
    this.#free += 1;
    // Whoever gives a place back asks for its next window at once, and is compared with the others that wait.
    queueMicrotask(() => this.#give());
  }

  #give(): void {
    while (this.#waiting.length > 0 && !this.#isAlone) {
      const next = this.#waiting.reduce((best, one) => (this.#precedes(one, best) ? one : best));
      // The one that is next is of an integration with the least running.
      if (this.#free <= (this.#running.has(next.integrationId) ? 0 : -this.#extra)) return;
      // Until the others have ended, nobody begins.
      if (next.alone && this.#free < this.count) return;
      this.#isAlone = next.alone === true;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#free -= 1;
      this.#running.set(next.integrationId, (this.#running.get(next.integrationId) ?? 0) + 1);
      this.#remember(next.integrationId);
      next.grant();
    }
  }

  #precedes(one: Waiter, other: Waiter): boolean {
    const running = (request: PlaceRequest) => this.#running.get(request.integrationId) ?? 0;
    const lastGiven = (request: PlaceRequest) => this.#lastGiven.get(request.integrationId) ?? 0;
    const byIntegration = running(one) - running(other) || lastGiven(one) - lastGiven(other);
    return byIntegration < 0 || (byIntegration === 0 && one.queuedAt < other.queuedAt);
  }

  #remember(integrationId: string): void {
    this.#given += 1;
    this.#lastGiven.delete(integrationId);
    this.#lastGiven.set(integrationId, this.#given);
    const [longestAgo = ''] = this.#lastGiven.keys();
    if (this.#lastGiven.size > REMEMBERED_MAX) this.#lastGiven.delete(longestAgo);
  }
}
