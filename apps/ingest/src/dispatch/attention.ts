/**
 * Whether silence means anything. While this service was down, stopped, without Postgres or without NATS it heard no
 * sign of life, so leases ran out without anybody being lost; the results of those attempts may already be waiting.
 * An attempt is called lost only after this replica has listened for the length of a lease.
 */
export class Attention {
  readonly #leaseMs: number;
  readonly #longestPauseMs: number;
  #since = Number.NEGATIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;

  /** @param intervalMs between two looks when all is well, which may be longer than half a lease. */
  constructor(leaseMs: number, intervalMs: number) {
    this.#leaseMs = leaseMs;
    this.#longestPauseMs = Math.max(leaseMs / 2, 2 * intervalMs);
  }

  /** Signs of life may have been missed up to now. */
  wasAway(nowMs: number): void {
    this.#since = nowMs;
  }

  /** Called at each look that works; a long pause between two of them is an absence. */
  isSure(nowMs: number): boolean {
    if (nowMs - this.#lastAt > this.#longestPauseMs) this.wasAway(nowMs);
    this.#lastAt = nowMs;
    return nowMs - this.#since >= this.#leaseMs;
  }
}
