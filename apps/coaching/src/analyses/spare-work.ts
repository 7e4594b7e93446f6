/** How long an engine may need for its spare work: the most that others wait for it. */
const SPARE_MS = 100;
const SPARES_MAX = 16;

/**
 * How much to claim ahead. A claim costs about as much for one row as for many, and as much as a short analysis takes:
 * engines that are fast get a little work in reserve, slow ones none.
 */
export function spareWork(engines: number) {
  let recentMs = Number.POSITIVE_INFINITY;
  return {
    count: () => engines * Math.min(SPARES_MAX, Math.floor(SPARE_MS / recentMs)),
    analysisTook(ms: number): void {
      recentMs = Number.isFinite(recentMs) ? (recentMs + ms) / 2 : ms;
    },
    /** An engine is slower than it was. */
    isLate(): void {
      recentMs = Number.POSITIVE_INFINITY;
    },
  };
}
