import { setTimeout as delay } from 'node:timers/promises';

export interface RetryOptions {
  /** By performance.now(); no try begins after it. */
  deadline: number;
  /** @param failures so far, from 1. */
  delayMs: (failures: number) => number;
  /** Comes after each failure that another try follows. What it throws ends the tries. */
  onFailure: (error: unknown) => void | Promise<void>;
  /** Ends the waiting between tries, with its reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Tries until one try succeeds.
 * @throws the last failure once the deadline has passed.
 */
export async function retry<R>(attempt: () => Promise<R>, options: RetryOptions): Promise<R> {
  const { deadline, delayMs, onFailure, signal } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
      await onFailure(error);
    }
    await delay(delayMs(failures), undefined, { signal });
  }
}
