const FIRST_MS = 100;
const LONGEST_MS = 10_000;
/** A process that was ready for this long did not fail to start. */
const STEADY_MS = 5_000;

/** How long to wait before a restart, and how often the process has ended in a row; one that was never ready ran for 0 ms. */
export function createBackOff(): { ended(ranForMs: number): { count: number; delayMs: number } } {
  let count = 0;
  return {
    ended(ranForMs) {
      count = ranForMs >= STEADY_MS ? 1 : count + 1;
      return { count, delayMs: Math.min(FIRST_MS * 2 ** (count - 1), LONGEST_MS) };
    },
  };
}
