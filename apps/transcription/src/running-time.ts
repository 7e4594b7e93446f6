const TICK_MS = 200;

/**
 * Calls back after so long, counted in ticks and not read from a clock: however long this process is frozen, that
 * counts as one tick.
 * @returns what ends the wait.
 */
export function afterRunning(ms: number, then: () => void): () => void {
  const tickMs = Math.min(TICK_MS, ms);
  let leftMs = ms;
  const timer = setInterval(() => {
    leftMs -= tickMs;
    if (leftMs > 0) return;
    clearInterval(timer);
    then();
  }, tickMs);
  return () => clearInterval(timer);
}
