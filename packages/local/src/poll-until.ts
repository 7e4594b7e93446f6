import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until the answer is yes. An error of the condition ends it, as the signal does.
 * @returns false when the time is over.
 */
export async function pollUntil(
  condition: () => boolean | Promise<boolean>,
  o: { intervalMs: number; timeoutMs: number; signal?: AbortSignal },
): Promise<boolean> {
  const deadline = performance.now() + o.timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(o.intervalMs, undefined, o.signal === undefined ? {} : { signal: o.signal });
  }
  return true;
}
