const WINDOW_MS = 60_000;
/** Names counted at once; the first counted is forgotten. */
const NAMES_MAX = 20_000;

/**
 * Counts by name within minutes that begin for all names at once: a count is one access to a map, with no timer and
 * nothing to expire.
 */
export class MinuteCounter {
  readonly #most: number;
  readonly #now: () => number;
  #counts = new Map<string, number>();
  #startedAtMs = 0;

  /** @param most that a name may count in a minute; 0 sets no limit. */
  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
    this.#startedAtMs = now();
  }

  /** @returns whether the name is still within its limit. */
  count(name: string): boolean {
    if (this.#most === 0) return true;
    this.#turn();
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    if (this.#counts.size > NAMES_MAX) {
      const [first = ''] = this.#counts.keys();
      this.#counts.delete(first);
    }
    return count <= this.#most;
  }

  /** Whether the next count of the name would be above its limit. */
  isUsedUp(name: string): boolean {
    if (this.#most === 0) return false;
    this.#turn();
    return (this.#counts.get(name) ?? 0) >= this.#most;
  }

  /** Whole seconds until every name may count again. */
  secondsLeft(): number {
    return Math.max(1, Math.ceil((this.#startedAtMs + WINDOW_MS - this.#now()) / 1000));
  }

  #turn(): void {
    const now = this.#now();
    if (now - this.#startedAtMs < WINDOW_MS) return;
    this.#counts = new Map();
    this.#startedAtMs = now;
  }
}
