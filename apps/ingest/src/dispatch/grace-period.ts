/**
 * While this service was down, or without Postgres or NATS, it heard no sign of life, so leases ran out although
 * nothing was lost; the results of those attempts may already be waiting. An attempt counts as lost only after this
 * replica has listened for the length of a lease (decision 0007).
 */
export class GracePeriod {
  readonly #leaseMs: number;
  readonly #longestPauseMs: number;
  #since = Number.NEGATIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;

  /** @param intervalMs between two passes when all is well, which may be longer than half a lease. */
  constructor(leaseMs: number, intervalMs: number) {
    this.#leaseMs = leaseMs;
    this.#longestPauseMs = Math.max(leaseMs / 2, 2 * intervalMs);
  }

  /** Signs of life may have been missed up to now. */
  restart(nowMs: number): void {
    this.#since = nowMs;
  }

  /** Called in each pass; a long pause between two passes restarts the period. */
  isOver(nowMs: number): boolean {
    if (nowMs - this.#lastAt > this.#longestPauseMs) this.restart(nowMs);
    this.#lastAt = nowMs;
    return nowMs - this.#since >= this.#leaseMs;
  }
}
